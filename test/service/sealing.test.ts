import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasPrograms, runProgram } from '@countersign/pdf/testing';
import { checkAuditTrail, readAuditTrail } from '@countersign/signing';
import { inlineToolkit } from '@countersign/toolkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { listFaultyAuthorities } from '../../packages/seal/testing/faulty-authorities.ts';
import { type KeyFiles, makeKeyFiles, makeServerFiles } from '../../packages/seal/testing/key-files.ts';
import { startTestAuthority, type TestAuthority } from '../../packages/seal/testing/test-authority.ts';
import {
  startTestRemoteSigner,
  type TestRemoteSigner,
} from '../../packages/seal/testing/test-remote-signer.ts';
import {
  documentBody,
  readInvitation,
  signByHand,
  signOne,
  uploadFixture,
  waitFor,
  waitForStatus,
} from './journey-steps.ts';
import { anyDatabase, startService, type TestService } from './start-service.ts';

/** A hanging authority gets ten seconds for each of two seals, plus load. */
const SEALING_PATIENCE_MS = 90_000;
const TEST_PATIENCE_MS = 180_000;
const PEOPLE = ['ada@example.com', 'grace@example.com'];

const folder = makeTemporaryDir();
let running: TestService | undefined;
let lines: Record<string, unknown>[] = [];
afterAll(() => folder.remove());
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function start(settings: Readonly<Record<string, string>>): Promise<TestService> {
  lines = [];
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
  running = await startService(anyDatabase, { LOG_LEVEL: 'info', ...settings }, { log });
  return running;
}

/** Signs as two people; returns the document and the path of the sealed file. */
async function completeDocument({ client }: TestService): Promise<{ documentId: string; path: string }> {
  const signeeDetails = PEOPLE.map((emailAddress) => ({
    fullName: emailAddress,
    emailAddress,
    signaturePlacement: 'new_page',
  }));
  const body = documentBody(await uploadFixture(client, 'plain/a4.pdf'), { signeeDetails });
  const created = await client.post<{ documentId: string }>('/v1/docs', body);
  expect(created.status).toBe(201);
  const { documentId } = created.body;
  for (const to of PEOPLE) {
    const link = await readInvitation(client, to);
    expect((await signByHand(client.anonymous, link, [])).status).toBe(200);
  }
  await waitForStatus(client, documentId, 'completed', SEALING_PATIENCE_MS);
  const { headers } = await client.get(`/v1/docs/${documentId}/signed-file`);
  const { bytes } = await client.anonymous.get(headers.get('location') ?? '');
  const path = join(folder.path, `${documentId}.pdf`);
  writeFileSync(path, bytes);
  return { documentId, path };
}

/** Returns the audit entries of the seal. The trail has to be whole. */
async function readSealEntry({ service }: TestService, documentId: string) {
  const subject = { kind: 'document', id: documentId } as const;
  expect(await checkAuditTrail(service.database.read, subject)).toMatchObject({ broken: null });
  const { entries } = await readAuditTrail(service.database.read, subject);
  expect(entries.filter(({ type }) => type === 'document.completed')).toHaveLength(1);
  return entries.at(-1);
}

describe.skipIf(!hasPrograms('openssl'))('a document sealed with timestamps', () => {
  let authority: TestAuthority;
  let settings: Readonly<Record<string, string>>;
  let hanging = '';
  let lying: string[] = [];

  beforeAll(async () => {
    authority = await startTestAuthority();
    hanging = authority.addServer('hanging', async () => undefined);
    const faulty = listFaultyAuthorities(authority).filter(([what]) =>
      ['stamps another digest', 'answers another request'].includes(what),
    );
    lying = faulty.map(([, , handle], index) => authority.addServer(`lying-${index}`, handle));
    settings = {
      SEAL_CERTIFICATE: authority.chainPath,
      SEAL_KEY: authority.keyPath,
      SEAL_LEVEL_DEMAND: 'required',
    };
  }, TEST_PATIENCE_MS);
  afterAll(() => authority.close());

  it.each([
    ['B-T', ['Seal'], false],
    ['B-LTA', ['Seal', 'Timestamp'], true],
  ])(
    'at level %s, by the last authority: log and audit trail name those before, pdfsig finds it valid',
    async (level, signatures, isOneHanging) => {
      const asked = isOneHanging ? [hanging, ...lying] : lying;
      const urls = [...asked, authority.timestampUrl].join(',');
      const service = await start({ ...settings, SEAL_LEVEL: level, SEAL_TIMESTAMP_URLS: urls });
      const { documentId, path } = await completeDocument(service);
      const lies = [
        { authority: lying[0], reason: 'wrong_imprint' },
        { authority: lying[1], reason: 'wrong_nonce' },
      ];
      const failures = isOneHanging ? [{ authority: hanging, reason: 'timed_out' }, ...lies] : lies;
      const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
      const seal = { level, timestamp: { authority: authority.timestampUrl, time }, failures };
      expect(await readSealEntry(service, documentId)).toMatchObject({ details: { seal } });
      const warned = lines.filter((line) => 'authority' in line);
      expect(warned).toMatchObject(failures);
      expect(lines).toContainEqual(expect.objectContaining({ msg: 'sealed', sealLevel: level }));
      expect(readFileSync(path, 'latin1')).not.toContain('Development certificate');

      // An authority that timed out is tried last, so the next seal does not wait for it.
      const [nextId] = await signOne(service.client);
      const passedOver = isOneHanging ? [{ authority: hanging, reason: 'failed_lately' }] : [];
      expect(await readSealEntry(service, nextId)).toMatchObject({
        details: { seal: { level, failures: [...passedOver, ...lies] } },
      });

      await using toolkit = inlineToolkit();
      const { state, signatures: reports } = await toolkit.verify({ input: path });
      expect(state).toBe('intact');
      expect(reports.map(({ fieldName, valid }) => [fieldName, valid])).toEqual(
        signatures.map((name) => [name, true]),
      );
      expect(reports[0]).toMatchObject({ level, timestamp: { authority: 'Test tsa' } });
      if (!hasPrograms('pdfsig')) return;
      const { text } = runProgram('pdfsig', ['-nocert', path]);
      // The seal. pdfsig does not support document timestamps; openssl checks those in the tests of the levels.
      expect(text.match(/Signature is Valid/g)).toHaveLength(1);
    },
    TEST_PATIENCE_MS,
  );
});

describe('a document sealed with a remote key', () => {
  const TOKEN = 'a-token-of-the-test';
  let files: KeyFiles;
  let tls: ReturnType<typeof makeServerFiles>;
  let signer: TestRemoteSigner;
  let settings: Readonly<Record<string, string>>;

  beforeAll(async () => {
    // Expires soon, so that readiness warns.
    files = makeKeyFiles(folder.path, 'ECDSA P-384', 12);
    tls = makeServerFiles(folder.path);
    signer = await startSigner();
    settings = {
      SEAL_REMOTE_URLS: signer.url,
      SEAL_REMOTE_CREDENTIAL: signer.credentialId,
      SEAL_REMOTE_TOKEN: TOKEN,
      SEAL_REMOTE_CLIENT: tls.clientPath,
      SEAL_REMOTE_CA: tls.authorityPath,
    };
  });
  afterAll(() => signer.close());

  function startSigner(port = 0): Promise<TestRemoteSigner> {
    const pem = readFileSync(tls.serverPath, 'utf8');
    const identity = { key: pem, cert: pem, ca: readFileSync(tls.authorityPath, 'utf8') };
    return startTestRemoteSigner(files, { token: TOKEN, port, tls: identity });
  }

  it(
    'over mutual TLS is valid to pdfsig; signers that failed are in log and audit trail, and the expiry in readiness',
    async () => {
      const broken = await startTestRemoteSigner(files, {
        misbehave: (response) => void response.end('<html>'),
      });
      const service = await start({ ...settings, SEAL_REMOTE_URLS: `${broken.url} ${signer.url}` });
      const { documentId, path } = await completeDocument(service);
      const seal = {
        level: 'B-B',
        timestamp: null,
        failures: [{ authority: broken.url, reason: 'not_readable' }],
      };
      expect(await readSealEntry(service, documentId)).toMatchObject({ details: { seal } });
      // Once at the start, to match it with the certificate, and once for the document.
      expect(lines.filter((line) => line.authority === broken.url)).toHaveLength(2);
      expect(JSON.stringify(lines)).not.toContain(TOKEN);
      await broken.close();

      const { body } = await service.client.get<{ warnings: { code: string; message: string }[] }>('/readyz');
      expect(body.warnings).toMatchObject([
        { code: 'seal_certificate_expires' },
        { code: 'seal_signer_failed', message: expect.stringContaining('Signer 1 of 2') },
      ]);
      expect(JSON.stringify(body)).not.toContain(broken.url);

      await using toolkit = inlineToolkit();
      expect((await toolkit.verify({ input: path })).signatures).toMatchObject([
        { valid: true, signerName: 'Test ECDSA P-384', coversWholeDocument: true },
      ]);
      if (hasPrograms('pdfsig'))
        expect(runProgram('pdfsig', ['-nocert', path]).text).toContain('Signature is Valid');
    },
    TEST_PATIENCE_MS,
  );

  it(
    'starts while no remote signer answers: degraded, logged, and seals when one does',
    async () => {
      const port = Number(new URL(signer.url).port);
      await signer.close();
      const service = await start(settings);
      const { client } = service;
      expect(await client.get('/readyz')).toMatchObject({
        status: 200,
        body: { status: 'degraded', warnings: [{ code: 'seal_unavailable' }] },
      });
      const entries = lines.filter(({ code }) => code === 'seal_signer_missing');
      expect(entries).toMatchObject([{ msg: expect.stringMatching(/^SEAL_REMOTE_URLS: .*ECONNREFUSED/) }]);
      const completed = completeDocument(service);
      // Signed by both; sealing failed.
      await waitFor(
        'a job that failed',
        async () => lines.find(({ msg }) => msg === 'sealing failed, will be tried again') ?? null,
      );
      signer = await startSigner(port);
      const { path } = await completed;
      expect((await client.get('/readyz')).body).toMatchObject({ status: 'ready' });
      await using toolkit = inlineToolkit();
      expect((await toolkit.verify({ input: path })).signatures).toMatchObject([
        { valid: true, signerName: 'Test ECDSA P-384' },
      ]);
    },
    TEST_PATIENCE_MS,
  );

  it(
    'goes on with a renewed key by itself: the next document has the new certificate',
    async () => {
      const service = await start(settings);
      await signOne(service.client);
      const renewed = makeKeyFiles(mkdtempSync(join(folder.path, 'renewed-')), 'RSA 2048');
      signer.renew(renewed);
      const { path } = await completeDocument(service);
      signer.renew(files);
      await using toolkit = inlineToolkit();
      expect((await toolkit.verify({ input: path })).signatures).toMatchObject([
        { valid: true, signerName: 'Test RSA 2048' },
      ]);
      expect(lines).toContainEqual(expect.objectContaining({ msg: 'the signing certificate was renewed' }));
    },
    TEST_PATIENCE_MS,
  );

  it.each([
    ['SEAL_REMOTE_TOKEN', { SEAL_REMOTE_TOKEN: 'guessed' }, 'HTTP status 401'],
    ['SEAL_REMOTE_CREDENTIAL', { SEAL_REMOTE_CREDENTIAL: 'another' }, 'HTTP status 400'],
    ['SEAL_REMOTE_CA', { SEAL_REMOTE_CA: '' }, 'certificate'],
  ])('stops the start with one line when %s is wrong', async (_, wrong, message) => {
    const work = start({ ...settings, ...wrong });
    await expect(work).rejects.toMatchObject({
      code: 'seal_unusable',
      message: expect.stringMatching(/^SEAL_REMOTE_URLS: [^\n]+$/),
    });
    await expect(work).rejects.toThrow(message);
    await expect(work).rejects.not.toThrow('guessed');
  });
});
