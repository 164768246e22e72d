import { expect, it } from 'vitest';
import { readList } from './watched-documents.tsx';

/** A list of 30 in two pages, whose second may change. */
function apiOf(second: { etag: string }) {
  const asked: string[] = [];
  return {
    asked,
    getFresh: async <T>(path: string, etag: string | null) => {
      asked.push(path);
      const isFirst = path.endsWith('offset=0');
      const current = isFirst ? 'first' : second.etag;
      if (etag === current) return null;
      const value = { nextOffset: isFirst ? 25 : null, documents: [isFirst ? 'one' : `two ${current}`] };
      return { etag: current, body: value as T };
    },
  };
}

it('reads as many pages as are shown, and says when nothing has changed', async () => {
  const second = { etag: 'a' };
  const api = apiOf(second);
  const wanted = { path: '/v1/docs?search=x', member: 'documents', count: 2 };
  const first = await readList<string>(api, { ...wanted, count: 1 }, null);
  expect(first).toMatchObject({ items: ['one'], hasMore: true });
  const both = await readList<string>(api, wanted, first);
  expect(both).toMatchObject({ items: ['one', 'two a'], hasMore: false });
  expect(await readList<string>(api, wanted, both)).toBeNull();
  second.etag = 'b';
  expect(await readList<string>(api, wanted, both)).toMatchObject({ items: ['one', 'two b'] });
  expect(api.asked[0]).toBe('/v1/docs?search=x&limit=25&offset=0');
});
