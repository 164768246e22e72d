import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openPdf, readAttachment } from '@countersign/pdf';
import { hasPrograms, readText, runProgram } from '@countersign/pdf/testing';
import type { FileVerification } from '@countersign/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { documentBody, readInvitation, signByHand, uploadFixture, waitForStatus } from './journey-steps.ts';
import { type SharedService, shareService } from './share-service.ts';
import { databaseKinds } from './start-service.ts';

const PHOTO = Buffer.from('a photo of a passport, as far as anybody here knows');

/** Stores attachments itself: `test/browser/proofs.test.ts` uploads them. */
describe.each(shareOf(databaseKinds))('what a signee uploads on the $title database', ({ kind, skip }) => {
  const folder = makeTemporaryDir();
  const sealedPath = join(folder.path, 'sealed.pdf');
  let running: SharedService;
  let sealed: Buffer;

  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind);
    sealed = await signByTwo();
    writeFileSync(sealedPath, sealed);
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  async function signByTwo(): Promise<Buffer> {
    const { client } = running;
    const addresses = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`] as const;
    const signeeDetails = addresses.map((emailAddress, index) => ({
      ...{ fullName: ['Ada Łovelace', 'Bo Ek'][index], emailAddress },
      signaturePlacement: 'new_page',
    }));
    const body = documentBody(await uploadFixture(client), { signeeDetails });
    const { documentId } = (await client.post<{ documentId: string }>('/v1/docs', body)).body;
    const [first, second] = [
      await readInvitation(client, addresses[0]),
      await readInvitation(client, addresses[1]),
    ];
    await signByHand(client.anonymous, first);
    await upload(documentId);
    await signByHand(client.anonymous, second, []);
    await waitForStatus(client, documentId, 'completed');
    return (await client.anonymous.get(`${second}/sealed.pdf`)).bytes;
  }

  async function upload(documentId: string): Promise<void> {
    const stored = await running.deps.blobs.putStream(randomUUID(), Readable.from([PHOTO]), PHOTO.length);
    const known = { ...stored, mimeType: 'image/jpeg', uploadedAt: running.deps.clock.now() };
    await running.deps.database.transact(async ({ documents }) => {
      const document = await documents.lock(documentId);
      if (document === null) throw new Error('there is the document');
      const signees = document.signees.map((signee) => {
        if (signee.signature === null) return signee;
        const attachments = [{ ...known, name: '../pass\u202Eport.jpg' }];
        return { ...signee, signature: { ...signee.signature, attachments } };
      });
      await documents.update({ ...document, signees });
    });
  }

  it.skipIf(skip)('is in the sealed file under a safe name, and in its evidence by hash', () => {
    const file = openPdf(sealed);
    expect(Buffer.from(readAttachment(file, '_passport.jpg', 1000) ?? []).equals(PHOTO)).toBe(true);
    const record = JSON.parse(Buffer.from(readAttachment(file, 'evidence.json', 1 << 20) ?? []).toString());
    expect(record.attachments).toEqual([
      {
        name: '_passport.jpg',
        mimeType: 'image/jpeg',
        size: PHOTO.length,
        sha256: createHash('sha256').update(PHOTO).digest('hex'),
        uploadedBy: 'Ada Łovelace',
        uploadedAt: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it.skipIf(skip || !hasPrograms('pdfdetach', 'pdfsig'))(
    'is found by Poppler, which finds the seal valid over all of it',
    () => {
      const saved = join(folder.path, 'saved');
      mkdirSync(saved);
      expect(runProgram('pdfdetach', ['-saveall', '-o', saved, sealedPath]).status).toBe(0);
      expect(readdirSync(saved).sort()).toEqual(['_passport.jpg', 'evidence.json']);
      expect(readFileSync(join(saved, '_passport.jpg')).equals(PHOTO)).toBe(true);
      const { stdout } = runProgram('pdfsig', ['-nocert', sealedPath]);
      expect(stdout).toContain('Signature is Valid');
      expect(stdout).toContain('Total document signed');
      const text = readText(readFileSync(sealedPath));
      expect(text).toMatch(/Attachment 1\s+_passport\.jpg/);
      expect(text).toContain(`(${PHOTO.length} bytes, image/jpeg)`);
      // In groups of eight, on as many lines as the page has room for.
      expect(text.replace(/\s/g, '')).toContain(createHash('sha256').update(PHOTO).digest('hex'));
    },
  );

  it.skipIf(skip)('leaves the file one that anybody can have checked', async () => {
    const { body } = await running.client.anonymous.upload<FileVerification>(sealedPath, { to: '/verify' });
    expect(body).toMatchObject({ state: 'intact', origin: { match: 'whole', trail: { isWhole: true } } });
  });
});
