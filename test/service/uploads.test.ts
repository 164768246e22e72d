import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildLargestUpload, buildTooLargeUpload } from '../../fixtures/build/large.ts';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { signIn } from './api-client.ts';
import { beginSlowUpload, type SlowUpload, startScan, uploadFixture, waitFor } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, startService, type TestService } from './start-service.ts';

interface ErrorBody {
  readonly message: string;
  readonly errorCode: string;
}

const REFUSED = [
  ['malformed/text-named-pdf.pdf', 'not_a_pdf', '[2.1-03]'],
  ['malformed/empty.pdf', 'not_a_pdf', '[7-02]'],
  ['encrypted/user-password.pdf', 'password_required', '[2.1-05] [D12-01]'],
  ['encrypted/owner-password.pdf', 'locked', '[2.1-06] [D12-01]'],
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

/** Of one account: 32 MiB, of which each takes a byte more than one. */
const LOGOS_AT_A_TIME = 31;
const PICTURE_PART = Buffer.alloc(256 * 1024, 0xff);

describe('slow uploads', () => {
  let running: TestService;
  beforeAll(async () => {
    running = await startService(anyDatabase, { ID_SCAN: 'built-in', FACE_CHECK_PROVIDER: 'sandbox' });
  });
  afterAll(() => running?.close());

  const listSpooled = () => listFiles(running.env.DATA_DIR).filter((name) => name.endsWith('.part'));
  const waitForSpooled = (count: number) =>
    waitFor(`${count} uploads on disk`, async () => (listSpooled().length === count ? true : null));

  it('of pictures take four places of a signee on disk, and a client that goes away frees its own', async () => {
    const { url, headers } = await startScan(running.client);
    const begin = () => beginSlowUpload(url, headers, PICTURE_PART);
    const slow = await Promise.all([begin(), begin(), begin(), begin()]);
    await waitForSpooled(4);
    const others = await Promise.all(Array.from({ length: 16 }, begin));
    for (const other of others)
      expect(await other.finish()).toMatchObject({ status: 503, errorCode: 'service_busy' });
    const elsewhere = await startScan(running.client);
    const taken = await beginSlowUpload(elsewhere.url, elsewhere.headers, PICTURE_PART);
    await waitForSpooled(5);
    expect(await taken.finish()).toMatchObject({ status: 200 });
    slow[0]?.request.destroy();
    await waitForSpooled(3);
    const next = await begin();
    await waitForSpooled(4);
    const answers = [];
    for (const upload of [next, ...slow.slice(1)]) answers.push((await upload.finish()).status);
    expect(answers).toEqual([200, 200, 200, 200]);
    await waitForSpooled(0);
  });

  // The form was not known when room was reserved, and every logo was read into memory.
  it('of logos take the memory that one account may have, and a client that goes away frees its own', async () => {
    const owner = await signIn(running.baseUrl);
    const headers = { 'countersign-page': '1', cookie: owner.cookie() ?? '' };
    const url = `${running.baseUrl}/v1/account/logo`;
    const begin = () => beginSlowUpload(url, headers, Buffer.from('no picture'));
    const uploads = await Promise.all(Array.from({ length: 40 }, begin));
    const refused = new Set<SlowUpload>();
    await new Promise<void>((resolve) => {
      for (const upload of uploads)
        upload.answer.then(
          ({ errorCode }) => {
            if (errorCode === 'service_busy') refused.add(upload);
            if (refused.size === uploads.length - LOGOS_AT_A_TIME) resolve();
          },
          // The one that goes away.
          () => undefined,
        );
    });
    const [first, ...others] = uploads.filter((upload) => !refused.has(upload));
    expect(others).toHaveLength(LOGOS_AT_A_TIME - 1);
    first?.request.destroy();
    await waitFor('the room of the one that went away', async () =>
      (await (await begin()).finish()).errorCode === 'logo_refused' ? true : null,
    );
    for (const upload of others) expect(await upload.finish()).toMatchObject({ errorCode: 'logo_refused' });
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
