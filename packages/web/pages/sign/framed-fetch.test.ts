import { expect, it } from 'vitest';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { createFramedFetch } from './embedding-events.ts';

function createService() {
  const asked: (string | null)[] = [];
  const send: typeof fetch = async (url, init) => {
    const id = new Headers(init?.headers).get('countersign-signing-session');
    asked.push(id);
    const link = String(url).split('/')[2];
    return new Response('', { headers: id === '' ? { 'countersign-signing-session': `of-${link}` } : {} });
  };
  return { asked, send };
}

it('sends the session that the first answer began, for each link its own', async () => {
  const { asked, send } = createService();
  const framed = createFramedFetch(send, null);
  for (const url of ['/sign/a/session', '/sign/a/document.pdf?version=1', '/sign/b/code', '/sign/b/session'])
    await framed(url);
  expect(asked).toEqual(['', 'of-a', '', 'of-b']);
});

it('continues the session when the frame is loaded again', async () => {
  const { asked, send } = createService();
  const storage = memoryStorage();
  await createFramedFetch(send, storage)('/sign/a/session');
  await createFramedFetch(send, storage)('/sign/a/session');
  expect(asked).toEqual(['', 'of-a']);
});

it('works in a browser that keeps nothing', async () => {
  const { asked, send } = createService();
  const full = {
    ...memoryStorage(),
    setItem: () => {
      throw new Error('full');
    },
  };
  const framed = createFramedFetch(send, full);
  await framed('/sign/a/session');
  await framed('/sign/a/session');
  expect(asked).toEqual(['', 'of-a']);
});
