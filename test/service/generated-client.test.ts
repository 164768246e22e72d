import { execFileSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

const FOLDER = new URL('../generated-client/', import.meta.url).pathname;
const TSC = new URL('../../node_modules/.bin/tsc', import.meta.url).pathname;

let running: TestService;
beforeAll(async () => {
  running = await shareService(anyDatabase);
});
afterAll(() => running?.close());

it('a client whose types are generated from /openapi.json compiles, and sends a document', async () => {
  const description = await (await fetch(`${running.baseUrl}/openapi.json`)).text();
  const { generateTypes } = await import(`${FOLDER}generate.ts`);
  await mkdir(`${FOLDER}.types`, { recursive: true });
  await writeFile(`${FOLDER}.types/api.d.ts`, await generateTypes(description));
  execFileSync(TSC, ['-p', FOLDER], { encoding: 'utf8' });
  const { sendDocument } = await import(`${FOLDER}send-document.ts`);
  const pdf = await openAsBlob(fixturePath('plain/a4.pdf'), { type: 'application/pdf' });
  expect(await sendDocument(running.baseUrl, running.apiKey, pdf)).toEqual({
    status: expect.stringMatching(/^(created|awaiting_signatures)$/),
    name: 'Contract',
    refused: 'document_not_found',
  });
});
