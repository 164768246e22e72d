import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendForSigning } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

interface TextAnswer {
  readonly paragraphs: readonly { readonly text: string; readonly isHeading: boolean }[];
  readonly errorCode?: string;
}

describe('the text of a page that is signed', () => {
  let running: TestService;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
  });
  afterAll(async () => {
    await running?.close();
  });

  const send = () => sendForSigning(running.client);
  const read = (link: string, query: string) =>
    running.client.anonymous.get<TextAnswer>(`${link}/text?${query}`);

  it('is what a person sees, without an assistant, and is kept by the browser for its version', async () => {
    const { link } = await send();
    const { body: session } = await running.client.anonymous.get<{ fileVersion: string }>(`${link}/session`);
    const answer = await read(link, `page=0&version=${session.fileVersion}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toMatch(/^private.*immutable/);
    expect(answer.body.paragraphs.some(({ isHeading }) => isHeading)).toBe(true);
    expect(answer.body.paragraphs.map(({ text }) => text).join(' ')).toMatch(/\p{L}{4}/u);
  });

  it.each([
    ['page=900', 400, 'page_out_of_range'],
    ['page=-1', 400, 'invalid_request'],
    ['page=x', 400, 'invalid_request'],
    ['version=v1', 400, 'invalid_request'],
    ['page=0&version=another', 409, 'document_changed'],
  ])('is refused for %s', async (query, status, errorCode) => {
    const { link } = await send();
    expect(await read(link, query)).toMatchObject({ status, body: { errorCode } });
  });

  it('goes by the rights of the document', async () => {
    const { documentId, link } = await send();
    expect((await read(`${link.slice(0, -3)}abc`, 'page=0')).body.errorCode).toBe('link_not_found');
    await running.client.put(`/v1/docs/${documentId}/revoke`, {});
    const answer = await read(link, 'page=0');
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body.paragraphs).toBeUndefined();
  });
});
