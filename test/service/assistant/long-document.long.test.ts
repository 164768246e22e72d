import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../../packages/adapters/testing/temporary-dir.ts';
import { shareService } from '../share-service.ts';
import { anyDatabase, type TestService } from '../start-service.ts';
import { ask, sendAssisted } from './ask.ts';
import { drawContract, LEASE, uploadPdf } from './contract-file.ts';

const PAGES = 2000;
/** A page of `drawContract` takes 22 of these paragraphs. */
const PARAGRAPHS = PAGES * 22;

const folder = makeTemporaryDir();
let running: TestService;

beforeAll(async () => {
  running = await shareService(anyDatabase);
});
afterAll(async () => {
  await running?.close();
  folder.remove();
});

/**
 * Reading ends after 60 s of processor time, or when its heap is 140 MB, which keeps the process below 300 MB
 * (packages/server/wiring/assistant.ts): a document that is read was read within them.
 */
it('[D11-13] reads 2,000 pages within the limits of its process, and answers from the last of them', async () => {
  const filler = Array.from(
    { length: PARAGRAPHS },
    (_, index) => `${LEASE[index % 2 === 0 ? 8 : 10]} Item ${index}.`,
  );
  const pdf = await drawContract([
    ...filler,
    'The swimming pool is open to residents from May to September.',
  ]);
  expect(pdf.getPageCount()).toBeGreaterThanOrEqual(PAGES);
  const fileId = await uploadPdf(running.client, folder.path, pdf);
  const { documentId, link, browser } = await sendAssisted(running.client, fileId);
  const { body } = await running.client.get<{ aiAssistant?: { status: string; reason?: string } }>(
    `/v1/docs/${documentId}`,
  );
  expect([body.aiAssistant?.status, body.aiAssistant?.reason]).toEqual(['ready', undefined]);
  const answer = await ask(browser, link, 'When is the swimming pool open?');
  expect(answer).toMatchObject({ status: 200, body: { found: true } });
  expect(answer.body.quotes[0]).toMatchObject({
    page: pdf.getPageCount() - 1,
    text: expect.stringContaining('May to September'),
  });
}, 300_000);
