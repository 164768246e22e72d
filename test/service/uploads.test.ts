import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildLargestUpload, buildTooLargeUpload } from '../../fixtures/build/large.ts';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { uploadFixture, waitFor } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

interface ErrorBody {
  readonly message: string;
  readonly errorCode: string;
}

const REFUSED = [
  ['malformed/text-named-pdf.pdf', 'not_a_pdf', '[2.1-03]'],
  ['malformed/empty.pdf', 'not_a_pdf', '[7-02]'],
  ['encrypted/user-password.pdf', 'password_required', '[2.1-05]'],
  ['encrypted/owner-password.pdf', 'locked', '[2.1-06]'],
  ['malformed/garbage-after-header.pdf', 'damaged', '[7-02]'],
  ['malformed/no-pages.pdf', 'no_pages', '[7-02]'],
  ['forms/xfa-only.pdf', 'xfa_not_supported', '[D2-32]'],
] as const;

describe('uploads', () => {
  let running: TestService;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
  });
  afterAll(() => running?.close());

  it.each(REFUSED)('%s is refused as %s, in Swedish too %s', async (name, errorCode) => {
    const path = fixturePath(name);
    const english = await running.client.upload<ErrorBody>(path);
    const swedish = await running.client.upload<ErrorBody>(path, { errorLanguage: 'sv' });
    const swedishFirst = await running.client.upload<ErrorBody>(path, {
      errorLanguage: 'sv',
      fileFirst: false,
    });
    expect(english).toMatchObject({ status: 400, body: { success: false, code: 400, errorCode } });
    expect(swedish.body.errorCode).toBe(errorCode);
    expect(swedish.body.message).not.toBe(english.body.message);
    expect(swedishFirst.body.message).toBe(swedish.body.message);
  });

  it('an empty file is called empty', async () => {
    const { body } = await running.client.upload<ErrorBody>(fixturePath('malformed/empty.pdf'));
    expect(body.message).toBe('The file is empty. Upload a PDF document.');
  });

  it('[2.1-04] 50 MB are taken, one byte more is not', async () => {
    const largest = await running.client.upload<{ fileId: string }>(buildLargestUpload());
    expect(largest.status).toBe(201);
    const tooLarge = await running.client.upload<ErrorBody>(buildTooLargeUpload(), { errorLanguage: 'sv' });
    expect(tooLarge).toMatchObject({ status: 400, body: { errorCode: 'file_too_large' } });
    expect(tooLarge.body.message).toMatch(/50/);
  });

  it('an aborted upload leaves no file and disturbs no other', async () => {
    const { DATA_DIR } = running.env;
    const before = listFiles(DATA_DIR);
    await breakOffUpload(running);
    await waitFor('the scratch area to be empty', async () =>
      listFiles(DATA_DIR).length === before.length ? true : null,
    );
    expect(await uploadFixture(running.client)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('a signature field is removed, the other fields stay', async () => {
    const fileId = await uploadFixture(running.client, 'signed/unsigned-field.pdf');
    expect((await running.client.get(`/v1/files/${fileId}/fields`)).status).toBe(200);
  });

  it('[4.3-18] [4.3-19] [D4-11] fields of an unknown file and of another account are 404, of no id 400, without a token 401', async () => {
    const fileId = await uploadFixture(running.client);
    const other = await running.addAccount();
    const paths = [`/v1/files/${randomUUID()}/fields`, `/v1/files/${fileId}/fields`];
    for (const path of paths) {
      expect(await other.get(path)).toMatchObject({ status: 404, body: { errorCode: 'file_not_found' } });
    }
    expect((await other.get('/v1/files/7/fields')).status).toBe(400);
    const anonymous = await running.client.anonymous.get(`/v1/files/${fileId}/fields?errorLanguage=sv`);
    expect(anonymous).toMatchObject({ status: 401, body: { errorCode: 'token_missing' } });
  });
});

/** Files under the blob store, drafts included. */
function listFiles(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}

async function breakOffUpload({ baseUrl, apiKey }: TestService): Promise<void> {
  const answer = await fetch(`${baseUrl}/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const headers = {
    authorization: `Bearer ${access_token}`,
    'content-type': 'multipart/form-data; boundary=xx',
  };
  await new Promise<void>((resolve) => {
    const upload = request(`${baseUrl}/v1/files`, { method: 'POST', headers });
    upload.once('error', () => resolve());
    upload.write('--xx\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n');
    upload.write('x'.repeat(500_000), () => setTimeout(() => upload.destroy(), 100));
    upload.once('close', () => resolve());
  });
}
