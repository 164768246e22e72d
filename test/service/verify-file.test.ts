import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachFile, openPdf, readAttachment } from '@countersign/pdf';
import { createDevelopmentSigner, sealPdf } from '@countersign/seal';
import { signRegardless } from '@countersign/seal/testing';
import type { FileVerification } from '@countersign/signing';
import { PDFName } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import type { AdapterDatabase } from '../../packages/adapters/postgres/database.ts';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import type { ApiClient } from './api-client.ts';
import { signOne } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

describe.each(shareOf(databaseKinds))('verifying a file on the $title database', ({ kind, skip }) => {
  const folder = makeTemporaryDir();
  let running: TestService;
  let documentId: string;
  let sealed: Buffer;

  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind);
    [documentId, sealed] = await signOne(running.client);
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  async function verify(bytes: Uint8Array, client: ApiClient = running.client.anonymous, to = '/verify') {
    const path = join(folder.path, `${randomUUID()}.pdf`);
    writeFileSync(path, bytes);
    return client.upload<FileVerification>(path, { to });
  }

  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  it.skipIf(skip)('describes a sealed file with and without an account', async () => {
    const { status, body, headers } = await verify(sealed);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({
      sha256: sha256(sealed),
      size: sealed.length,
      state: 'intact',
      claimedDocumentId: null,
      origin: {
        match: 'whole',
        documentId,
        name: 'Contract',
        sealedAt: expect.stringMatching(/Z$/),
        signees: [{ fullName: 'Ada Łovelace', signatureType: 'digital_ink', ink: 'drawn' }],
        trail: { isWhole: true, fault: null, sequence: 6 },
      },
      signatures: [
        {
          valid: true,
          problems: [],
          level: 'B-B',
          timestamp: null,
          revision: 1,
          ownCertificate: true,
          coversWholeDocument: true,
          coveredBytes: sealed.length,
          laterChanges: 'none',
          digest: { algorithm: 'sha256', value: expect.stringMatching(/^[0-9a-f]{64}$/) },
        },
      ],
    });
    const stranger = await running.addAccount();
    expect((await verify(sealed, stranger, '/v1/files/verify')).body).toEqual(body);
    const refused = await verify(sealed, running.client.anonymous, '/v1/files/verify');
    expect(refused).toMatchObject({ status: 401, body: { errorCode: 'token_missing' } });
  });

  it.skipIf(skip)('reveals nothing that the file does not', async () => {
    const { body } = await verify(sealed);
    const { attached } = readAttached(sealed);
    const { name, signees, sealedAt, trail } = body.origin ?? {};
    const facts = [
      name,
      sealedAt,
      trail?.hash,
      ...(signees ?? []).flatMap((signee) => Object.values(signee)),
    ];
    for (const fact of facts) expect(attached).toContain(JSON.stringify(fact));
    expect(JSON.stringify(body)).not.toMatch(/@example\.com|accountId|userId|192\.|127\./);
  });

  it.skipIf(skip)('finds what was appended, and believes none of it', async () => {
    const file = openPdf(sealed);
    for (const key of ['AF', 'Names']) file.catalog.delete(PDFName.of(key));
    const forged = { documentId, name: 'Forged', signees: [{ fullName: 'Somebody Else' }] };
    attachFile(file, {
      name: 'evidence.json',
      bytes: Buffer.from(JSON.stringify(forged)),
      mimeType: 'application/json',
      relationship: 'Data',
    });
    const longer = Buffer.from(file.save().toBytes());
    expect(longer.subarray(0, sealed.length).equals(sealed)).toBe(true);
    const { body } = await verify(longer);
    expect(body).toMatchObject({
      state: 'changed',
      origin: {
        match: 'beginning',
        documentId,
        name: 'Contract',
        signees: [{ fullName: 'Ada Łovelace' }],
        trail: { isWhole: true },
      },
      signatures: [{ valid: true, coversWholeDocument: false, laterChanges: 'other' }],
    });
  });

  it.skipIf(skip)('permits no further signature after its seal', async () => {
    const signer = await createDevelopmentSigner({ key: 'ec-p256' });
    expect((await verify(await signRegardless(sealed, signer))).body).toMatchObject({
      state: 'changed',
      origin: { match: 'beginning', documentId },
      signatures: [{ valid: true, laterChanges: 'signature', changesAllowed: false }, { valid: true }],
    });
  });

  it.skipIf(skip)('does not take for ours what was changed, whatever it says it is', async () => {
    const changed = Buffer.from(sealed);
    changed[11] = (changed[11] ?? 0) ^ 1;
    expect((await verify(changed)).body).toMatchObject({
      state: 'changed',
      origin: null,
      claimedDocumentId: documentId,
      signatures: [
        { valid: false, level: null, problems: [{ code: 'content_changed', message: expect.any(String) }] },
      ],
    });
  });

  it.skipIf(skip)('says what is wrong in the language of who asks', async () => {
    const path = join(folder.path, 'changed.pdf');
    const changed = Buffer.from(sealed);
    changed[11] = (changed[11] ?? 0) ^ 1;
    writeFileSync(path, changed);
    const messageFor = async (options: { errorLanguage?: string; to: string }, client: ApiClient) =>
      (await client.upload<FileVerification>(path, options)).body.signatures[0]?.problems[0]?.message;
    const { client } = running;
    expect(await messageFor({ to: '/verify', errorLanguage: 'sv' }, client.anonymous)).toBe(
      'Dokumentet har ändrats: dess fingeravtryck stämmer inte',
    );
    expect(await messageFor({ to: '/v1/files/verify', errorLanguage: 'es' }, client)).toBe(
      'El documento se cambió: su huella no coincide',
    );
    expect(await messageFor({ to: '/v1/files/verify' }, client)).toBe(
      'The document was changed: its digest does not match',
    );
  });

  it.skipIf(skip)('answers of a forgery the same, whether there is such a document or not', async () => {
    const signer = await createDevelopmentSigner({ key: 'ec-p256' });
    const answers = await Promise.all(
      [documentId, randomUUID()].map(async (claimed) => {
        const file = openPdf(fixturePath('plain/a4.pdf'));
        attachFile(file, {
          name: 'evidence.json',
          bytes: Buffer.from(JSON.stringify({ documentId: claimed })),
          mimeType: 'application/json',
          relationship: 'Data',
        });
        const statement = { reason: 'Forged', name: 'Somebody', signedAt: new Date() };
        const bytes = (await sealPdf(file, signer, statement)).toBytes();
        const { body } = await verify(bytes);
        // Another certificate with our name.
        expect(body).toMatchObject({
          state: 'intact',
          origin: null,
          claimedDocumentId: claimed,
          signatures: [{ signerName: 'Countersign development', ownCertificate: false }],
        });
        return Object.keys(body).sort();
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });

  it.skipIf(skip)('says that a file has no signature, and why one cannot be looked into', async () => {
    const { anonymous } = running.client;
    const plain = await anonymous.upload(fixturePath('plain/a4.pdf'), { to: '/verify' });
    expect(plain.body).toMatchObject({
      state: 'unsigned',
      signatures: [],
      origin: null,
      claimedDocumentId: null,
    });
    const path = join(folder.path, 'no.pdf');
    writeFileSync(path, 'no PDF');
    const refused = await anonymous.upload(path, { to: '/verify', errorLanguage: 'sv', fileFirst: false });
    expect(refused).toMatchObject({
      status: 400,
      body: { errorCode: 'not_a_pdf', message: expect.stringMatching(/PDF/) },
    });
    writeFileSync(path, new Uint8Array(50 * 1024 * 1024 + 1));
    expect(await anonymous.upload(path, { to: '/verify' })).toMatchObject({
      status: 400,
      body: { errorCode: 'file_too_large' },
    });
    expect(await anonymous.post('/verify', {})).toMatchObject({
      status: 400,
      body: { errorCode: 'file_missing' },
    });
  });

  it.skipIf(skip)('keeps nothing of what it was shown', async () => {
    const listFiles = () => readdirSync(join(running.env.DATA_DIR, 'files'), { recursive: true }).sort();
    const before = listFiles();
    await verify(sealed);
    const broken = Buffer.from(sealed.subarray(0, 2000));
    await verify(broken);
    expect(listFiles()).toEqual(before);
  });

  it.skipIf(skip)('says when our own audit trail is not what was sealed', async () => {
    const [id, own] = await signOne(running.client);
    // Directly in the database.
    const { engine } = running.service.database as AdapterDatabase;
    const table = `${engine.schema}.audit_entries`;
    await engine.execute(`ALTER TABLE ${table} DISABLE TRIGGER audit_entries_stay`);
    await engine.execute(
      `UPDATE ${table} SET details = replace(details, 'Contract', 'Contrast') WHERE subject_id = '${id}'`,
    );
    await engine.execute(`ALTER TABLE ${table} ENABLE TRIGGER audit_entries_stay`);
    expect((await verify(own)).body).toMatchObject({
      state: 'intact',
      origin: {
        documentId: id,
        signees: [{ fullName: 'Ada Łovelace' }],
        trail: { isWhole: false, fault: 'changed' },
      },
    });
  });

  it.skipIf(skip)('has a page for it in the language of the reader', async () => {
    const { status, bytes, headers } = await running.client.anonymous.get('/verify', {
      'accept-language': 'sv-SE',
    });
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(bytes.toString()).toContain('<title>Kontrollera ett dokument</title>');
    expect(readAttached(sealed).attached).toContain(`${running.baseUrl}/verify`);
  });
});

function readAttached(bytes: Buffer): { readonly attached: string } {
  const file = openPdf(bytes);
  const found = readAttachment(file, 'evidence.json', 1 << 20);
  return { attached: Buffer.from(found ?? []).toString() };
}
