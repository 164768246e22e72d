import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { sendForSigning } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

describe('the picture of the first page that is signed', () => {
  let running: TestService;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
  });
  afterAll(async () => {
    await running?.close();
  });

  const send = async (pdf?: string) => {
    const sent = await sendForSigning(running.client, pdf);
    const { body } = await running.client.anonymous.get<{ fileVersion: string }>(`${sent.link}/session`);
    return { ...sent, version: body.fileVersion };
  };
  const read = (link: string, query = '') => fetch(`${running.baseUrl}${link}/first-page.webp${query}`);
  const codeOf = async (response: Response) => ((await response.json()) as { errorCode: string }).errorCode;

  it('[P-03] is WebP with the size of the page and the place of its text, and is kept for its version', async () => {
    const { link, version } = await send();
    const answer = await read(link, `?version=${version}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toMatch(/^private.*immutable/);
    expect(JSON.parse(answer.headers.get('countersign-page') ?? '')).toEqual({
      width: 595.28,
      height: 841.89,
      text: expect.objectContaining({ left: 72, medianSize: 10 }),
    });
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect([format, width, height]).toEqual(['webp', 720, 1018]);
    expect((await read(link)).headers.get('cache-control')).not.toMatch(/immutable/);
  });

  it('is none where text would be missing, for this version too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'first-page-'));
    const path = join(folder, 'contract.pdf');
    const contract = readFileSync(fixturePath('forms/contract.pdf'), 'latin1');
    // No machine has that font, and it is not in the file.
    writeFileSync(path, contract.replaceAll('/BaseFont /Helvetica', '/BaseFont /Calibrita'), 'latin1');
    const { link, version } = await send(path);
    rmSync(folder, { recursive: true });
    const answer = await read(link, `?version=${version}`);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(answer.headers.get('cache-control')).toMatch(/^private.*immutable/);
  });

  it('is refused for another version', async () => {
    const { link } = await send();
    const answer = await read(link, '?version=another');
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'document_changed']);
  });

  it('goes by the rights of the document', async () => {
    const { documentId, link, version } = await send();
    expect((await read(link, `?version=${version}`)).status).toBe(200);
    expect(await codeOf(await read(`${link.slice(0, -3)}abc`, `?version=${version}`))).toBe('link_not_found');
    const other = await send();
    const crossed = await read(other.link, `?version=${version}`);
    expect([crossed.status, await codeOf(crossed)]).toEqual([409, 'document_changed']);
    await running.client.put(`/v1/docs/${documentId}/revoke`, {});
    const revoked = await read(link, `?version=${version}`);
    expect([revoked.status, revoked.headers.get('countersign-page')]).toEqual([403, null]);
  });
});
