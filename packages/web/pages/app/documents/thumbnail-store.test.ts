import { afterEach, beforeEach, expect, it } from 'vitest';
import { findThumbnail, forgetThumbnails, keepThumbnail } from './thumbnail-store.ts';

/** The part of the interface that the store uses, as Node has none. */
class MemoryCaches {
  readonly stores = new Map<string, Map<string, Response>>();

  async open(name: string) {
    const entries = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, entries);
    const urlOf = (request: string | { url: string }) =>
      typeof request === 'string' ? `https://example.com${request}` : request.url;
    return {
      match: async (request: string) => entries.get(urlOf(request))?.clone(),
      put: async (request: string, response: Response) => void entries.set(urlOf(request), response),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      delete: async (request: { url: string }) => entries.delete(request.url),
    };
  }

  keys = async () => [...this.stores.keys()];
  delete = async (name: string) => this.stores.delete(name);
}

const ada = { userId: 'ada', accountId: 'one' };
const bo = { userId: 'bo', accountId: 'one' };
const picture = (text: string) => new Blob([text]);
const read = async (owner: typeof ada, key: string) => (await findThumbnail(owner, key))?.text() ?? null;

let memory: MemoryCaches;
beforeEach(() => {
  memory = new MemoryCaches();
  Object.assign(globalThis, { caches: memory });
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'caches'));

it('keeps the newest version of a document, for its user alone', async () => {
  await keepThumbnail(ada, 'doc-1 awaiting_signatures-0', picture('first'));
  await keepThumbnail(ada, 'doc-10 completed-1', picture('other'));
  await keepThumbnail(ada, 'doc-1 completed-1', picture('second'));
  expect(await read(ada, 'doc-1 awaiting_signatures-0')).toBeNull();
  expect(await read(ada, 'doc-1 completed-1')).toBe('second');
  expect(await read(ada, 'doc-10 completed-1')).toBe('other');
  expect(await read(bo, 'doc-1 completed-1')).toBeNull();
});

it('forgets the oldest beyond two hundred', async () => {
  for (let index = 0; index < 203; index += 1)
    await keepThumbnail(ada, `doc-${index} completed-1`, picture(`${index}`));
  expect([await read(ada, 'doc-2 completed-1'), await read(ada, 'doc-3 completed-1')]).toEqual([null, '3']);
});

it('forgets everything at the end of a session, and what others left at the start of one', async () => {
  memory.stores.set('another-cache', new Map());
  for (const owner of [ada, bo]) await keepThumbnail(owner, 'doc-1 completed-1', picture(owner.userId));
  await forgetThumbnails(bo);
  expect([await read(ada, 'doc-1 completed-1'), await read(bo, 'doc-1 completed-1')]).toEqual([null, 'bo']);
  await forgetThumbnails(null);
  expect(await memory.keys()).toEqual(['another-cache']);
});

it('works without a store', async () => {
  Reflect.deleteProperty(globalThis, 'caches');
  await keepThumbnail(ada, 'doc-1 completed-1', picture('lost'));
  await forgetThumbnails(null);
  expect(await read(ada, 'doc-1 completed-1')).toBeNull();
});
