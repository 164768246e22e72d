import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAuditTrail } from '@countersign/signing';
import { inlineToolkit } from '@countersign/toolkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildScanOfSize } from '../../fixtures/build/large.ts';
import { fixturePath, generatedPath } from '../../fixtures/fixture-path.ts';
import { buildPdf } from '../../packages/pdf/testing/build-pdf.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { MALFORMED_FORMS } from '../pdf/malformed-parts.ts';
import {
  documentBody,
  readInvitation,
  signByHand,
  uploadFixture,
  waitFor,
  waitForStatus,
} from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, databaseKinds, type TestService } from './start-service.ts';

interface FileAnswer {
  readonly fileId: string;
  readonly warnings?: readonly { readonly code: string; readonly path?: string; readonly params?: unknown }[];
}

interface ErrorBody {
  readonly message: string;
  readonly errorCode: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
}

const pageWith = (entries: string, content: string, ofStream = '') => ({
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Count 1 /MediaBox [0 0 200 200] /Kids [3 0 R] >>',
  3: `<< /Type /Page /Parent 2 0 R /Resources << >> ${entries} >>`,
  4: `<< ${ofStream} /Length ${content.length} >>\nstream\n${content}\nendstream`,
});

const MIB = 1024 * 1024;

describe.each(shareOf(databaseKinds))('files on the $title database', ({ kind, skip }) => {
  let running: TestService;
  let stranger: TestService['client'];
  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind);
    stranger = await running.addAccount();
  });
  afterAll(() => running?.close());

  const merge = <T = FileAnswer>(fileIds: readonly string[], changes: Record<string, unknown> = {}) =>
    running.client.post<T>('/v1/files/merge', { fileIds, name: 'Merged', ...changes });
  const blobPath = async (fileId: string) => {
    const file = await running.service.database.read.files.find(fileId);
    const blobId = file?.blobId ?? 'none';
    return join(running.env.DATA_DIR, 'files/blobs', blobId.slice(-2).toLowerCase(), blobId);
  };
  const listBlobs = () =>
    readdirSync(join(running.env.DATA_DIR, 'files/blobs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  const trailOf = async (subject: 'file' | 'document', id: string) =>
    (await readAuditTrail(running.service.database.read, { kind: subject, id })).entries;

  describe('an upload', () => {
    it.skipIf(skip)('that was damaged is kept as repaired, and says so', async () => {
      const { body } = await running.client.upload<FileAnswer>(fixturePath('malformed/wrong-offsets.pdf'));
      expect(body.warnings).toEqual([{ code: 'file_repaired' }]);
      expect(await inlineToolkit().inspectUpload({ input: await blobPath(body.fileId) })).toMatchObject({
        pages: 2,
        repaired: false,
      });
    });

    it.skipIf(skip)(
      '[D12-01] that opens without a password is kept without encryption, and says so',
      async () => {
        for (const name of ['without-password.pdf', 'without-password-rc4.pdf']) {
          const { status, body } = await running.client.upload<FileAnswer>(fixturePath(`encrypted/${name}`));
          expect([status, body.warnings]).toEqual([201, [{ code: 'encryption_removed' }]]);
          const path = await blobPath(body.fileId);
          const report = { pages: 2, formFields: 10, repaired: false, encrypted: false };
          expect(await inlineToolkit().inspectUpload({ input: path })).toMatchObject(report);
          expect(readFileSync(path).includes('/Encrypt')).toBe(false);
        }
      },
    );

    it.skipIf(skip)('[D12-01] that may not be filled in and assembled is refused', async () => {
      for (const name of [
        'owner-password.pdf',
        'owner-password-aes128.pdf',
        'owner-password-object-streams.pdf',
      ])
        expect(await running.client.upload(fixturePath(`encrypted/${name}`))).toMatchObject({
          status: 400,
          body: { errorCode: 'locked' },
        });
    });

    it.skipIf(skip)('[D12-01] that asks for a password is refused', async () => {
      for (const name of ['user-password.pdf', 'user-password-rc4.pdf'])
        expect(await running.client.upload(fixturePath(`encrypted/${name}`))).toMatchObject({
          status: 400,
          body: { errorCode: 'password_required' },
        });
    });

    it.skipIf(skip)('with what is hidden on screen says how much of it there is', async () => {
      const { body } = await running.client.upload<FileAnswer>(fixturePath('active/hidden.pdf'));
      expect(body.warnings).toEqual(
        expect.arrayContaining([
          { code: 'hidden_layers', params: { count: expect.any(Number) } },
          { code: 'hidden_annotations', params: { count: expect.any(Number) } },
        ]),
      );
    });

    it.skipIf(skip)('[D11-09] with text that no person sees names its pages, counted from 1', async () => {
      const path = join(running.env.DATA_DIR, 'invisible.pdf');
      const font = '<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
      const content = 'BT /F 12 Tf 20 20 Td (Terms) Tj 1 g ( and what programs read) Tj ET';
      writeFileSync(path, buildPdf(pageWith(`/Contents 4 0 R /Resources ${font}`, content)));
      const { status, body } = await running.client.upload<FileAnswer>(path);
      expect(status).toBe(201);
      expect(body.warnings).toEqual([{ code: 'invisible_text', params: { count: 1, pages: '1' } }]);
    });

    it.skipIf(skip)('without findings has no warnings', async () => {
      const { body } = await running.client.upload<FileAnswer>(fixturePath('forms/contract.pdf'));
      expect(Object.keys(body)).toEqual(['fileId']);
    });

    it.skipIf(skip)('with a reference of another generation is refused, naming it', async () => {
      const path = join(running.env.DATA_DIR, 'generation.pdf');
      writeFileSync(path, buildPdf(pageWith('/Contents 4 1 R', '0 0 9 9 re f')));
      const answer = await running.client.upload<ErrorBody>(path);
      expect(answer).toMatchObject({ status: 400, body: { errorCode: 'damaged' } });
      expect(answer.body.message).toContain('4 1 R');
    });

    it.skipIf(skip)('with data in another file says that it was removed', async () => {
      const path = join(running.env.DATA_DIR, 'external.pdf');
      writeFileSync(path, buildPdf(pageWith('/Contents 4 0 R', '0 0 9 9 re f', '/F (http://127.0.0.1/x)')));
      const { body } = await running.client.upload<FileAnswer>(path);
      expect(body.warnings).toEqual([{ code: 'active_content_removed', params: { count: 1 } }]);
    });

    it.skipIf(skip)('with an invisible value is refused in every language, naming the field', async () => {
      const path = join(running.env.DATA_DIR, 'unseen.pdf');
      writeFileSync(path, MALFORMED_FORMS['a value that no font has, without an appearance'] ?? '');
      const messages = [];
      for (const errorLanguage of ['en', 'sv', 'es']) {
        const answer = await running.client.upload<ErrorBody>(path, { errorLanguage });
        expect(answer).toMatchObject({ status: 400, body: { errorCode: 'text_not_drawable' } });
        expect(answer.body.message).toContain('name');
        messages.push(answer.body.message);
      }
      expect(new Set(messages).size).toBe(3);
    });
  });

  describe('merge', () => {
    it.skipIf(skip)(
      '[2.1-02] makes one file in order, says which names changed, and it is signed',
      async () => {
        const { client } = running;
        const contract = await uploadFixture(client, 'forms/contract.pdf');
        const again = await uploadFixture(client, 'forms/contract.pdf');
        const plain = await uploadFixture(client, 'plain/rotated.pdf');
        const merged = await merge([plain, contract, again]);
        expect(merged.status).toBe(201);
        const { fileId, warnings = [] } = merged.body;
        expect(warnings).toContainEqual(
          expect.objectContaining({ code: 'field_renamed', path: 'fileIds.2' }),
        );
        const fields = await client.get<{ name: string; widgets: { page: number }[] }[]>(
          `/v1/files/${fileId}/fields`,
        );
        const before = await client.get<{ name: string }[]>(`/v1/files/${contract}/fields`);
        expect(fields.body.length).toBe(2 * before.body.length);
        const signed = await sendAndSign(client, fileId, fields.body);
        expect(await inlineToolkit().verify({ input: new Uint8Array(signed) })).toMatchObject({
          state: 'intact',
          signatures: [{ valid: true, coversWholeDocument: true }],
        });
      },
    );

    it.skipIf(skip)(
      '[4.3-05] [4.3-07] [4.3-09] [7-10] says in three languages what is wrong with the request',
      async () => {
        const [one, two] = [await uploadFixture(running.client), await uploadFixture(running.client)];
        const messages = [];
        for (const errorLanguage of ['en', 'sv', 'es']) {
          const tooFew = await merge<ErrorBody>([one], { errorLanguage });
          expect(tooFew).toMatchObject({ status: 400, body: { errorCode: 'invalid_request' } });
          messages.push(tooFew.body.details?.[0]?.message);
        }
        expect(new Set(messages).size).toBe(3);
        const twice = await merge<ErrorBody>([one, one.toUpperCase()]);
        expect(twice.body.details).toMatchObject([{ path: 'fileIds.1' }]);
        const shapeless = await running.client.post<ErrorBody>('/v1/files/merge', { fileIds: ['7', two] });
        expect(shapeless.body.details?.map(({ path }) => path)).toEqual(['fileIds.0', 'name']);
      },
    );

    it.skipIf(skip)('finds neither unknown files nor those of another account, and names them', async () => {
      const own = await uploadFixture(running.client);
      const foreign = await uploadFixture(stranger);
      const answer = await merge<ErrorBody>([own, foreign, randomUUID()]);
      expect(answer).toMatchObject({ status: 404, body: { errorCode: 'file_not_found' } });
      expect(answer.body.details?.map(({ path }) => path)).toEqual(['fileIds.1', 'fileIds.2']);
    });

    // 52 MB are uploaded: on one database.
    it.skipIf(kind !== anyDatabase)('[4.3-10] refuses more than 50 MB together', async () => {
      const { client } = running;
      const path = buildScanOfSize(generatedPath('scan-26mb.pdf'), 26 * MIB);
      const ids = [];
      for (let times = 0; times < 2; times++) ids.push((await client.upload<FileAnswer>(path)).body.fileId);
      const before = listBlobs().length;
      expect(await merge<ErrorBody>(ids)).toMatchObject({
        status: 400,
        body: { errorCode: 'inputs_too_large', details: [{ path: 'fileIds' }] },
      });
      expect(listBlobs().length).toBe(before);
    });

    it.skipIf(skip)('says which input is broken and why, and keeps nothing', async () => {
      const { client } = running;
      const [whole, broken] = [await uploadFixture(client), await uploadFixture(client)];
      writeFileSync(await blobPath(broken), '%PDF-1.7\nwhat a failing disk left');
      const before = listBlobs().length;
      const answer = await merge<ErrorBody>([whole, broken], { errorLanguage: 'sv' });
      expect(answer).toMatchObject({ status: 400, body: { errorCode: 'damaged' } });
      expect(answer.body.details).toMatchObject([{ path: 'fileIds.1' }]);
      expect(answer.body.message).toContain('fileIds[1]');
      expect(listBlobs().length).toBe(before);
    });

    it.skipIf(skip)('gives what is as clean as an upload, whatever the inputs carried', async () => {
      const { client } = running;
      const names = [
        'active/scripts.pdf',
        'active/attachments.pdf',
        'active/actions.pdf',
        'signed/signed.pdf',
      ];
      const ids = [];
      for (const name of names) ids.push(await uploadFixture(client, name));
      const { status, body } = await merge(ids);
      expect(status).toBe(201);
      const path = await blobPath(body.fileId);
      const nothing = { activeContent: 0, signatureFields: 0, signed: 0, repaired: false };
      expect(await inlineToolkit().inspectUpload({ input: path })).toMatchObject(nothing);
      const bytes = readFileSync(path);
      for (const word of ['/JavaScript', '/EmbeddedFile', '/Launch', 'ETSI.CAdES', '/ByteRange'])
        expect(bytes.includes(word), word).toBe(false);
    });

    it.skipIf(skip)('[4.3-11] needs the scope to write', async () => {
      expect((await running.client.anonymous.post('/v1/files/merge', {})).status).toBe(401);
    });
  });

  describe('delete', () => {
    it.skipIf(skip)('[4.3-13] [4.3-14] is once: 204, then 404 for everything, and the PDF goes', async () => {
      const { client } = running;
      const fileId = await uploadFixture(client);
      const path = await blobPath(fileId);
      const first = await client.delete(`/v1/files/${fileId.toUpperCase()}`);
      expect([first.status, first.bytes.length]).toEqual([204, 0]);
      const again = [
        await client.delete(`/v1/files/${fileId}`),
        await client.get(`/v1/files/${fileId}/fields`),
        await client.post('/v1/docs', documentBody(fileId)),
        await merge([fileId, await uploadFixture(client)]),
      ];
      for (const answer of again)
        expect(answer).toMatchObject({ status: 404, body: { errorCode: 'file_not_found' } });
      await waitFor('the PDF to go', async () =>
        listBlobs().some((name) => path.endsWith(name)) ? null : true,
      );
    });

    it.skipIf(skip)(
      '[4.3-16] [D4-11] is not for other accounts, and refuses names that are no ids',
      async () => {
        const fileId = await uploadFixture(running.client);
        for (const path of [`/v1/files/${fileId}`, `/v1/files/${randomUUID()}`]) {
          expect(await stranger.delete(path)).toMatchObject({
            status: 404,
            body: { errorCode: 'file_not_found' },
          });
        }
        expect(await stranger.delete('/v1/files/7')).toMatchObject({
          status: 400,
          body: { errorCode: 'invalid_request' },
        });
        expect((await running.client.anonymous.delete(`/v1/files/${fileId}`)).status).toBe(401);
        expect((await running.client.get(`/v1/files/${fileId}/fields`)).status).toBe(200);
      },
    );

    it.skipIf(skip)('leaves a document its file: it is prepared, signed and sealed', async () => {
      const { client } = running;
      const fileId = await uploadFixture(client);
      // Her only invitation, so the newest message is this one.
      const signee = { fullName: 'Grace', emailAddress: 'grace@example.com', signaturePlacement: 'new_page' };
      const body = documentBody(fileId, { signeeDetails: [signee] });
      const sent = await client.post<{ documentId: string }>('/v1/docs', body);
      expect((await client.delete(`/v1/files/${fileId}`)).status).toBe(204);
      const link = await readInvitation(client, 'grace@example.com');
      expect((await signByHand(client.anonymous, link)).status).toBe(200);
      await waitForStatus(client, sent.body.documentId, 'completed');
    });
  });

  it.skipIf(skip)(
    'a file that is deleted while documents are made of it: each is refused or prepared',
    async () => {
      const { client } = running;
      const made: string[] = [];
      for (let round = 0; round < 5; round++) {
        const fileId = await uploadFixture(client, 'plain/a4.pdf');
        const [gone, ...sent] = await Promise.all([
          client.delete(`/v1/files/${fileId}`),
          ...[1, 2].map(() => client.post<{ documentId: string }>('/v1/docs', documentBody(fileId))),
        ]);
        expect(gone?.status).toBe(204);
        for (const { status, body } of sent as { status: number; body: { documentId: string } }[]) {
          expect([201, 404]).toContain(status);
          if (status === 201) made.push(body.documentId);
        }
      }
      for (const documentId of made) await waitForStatus(client, documentId, 'awaiting_signatures');
    },
  );

  describe('the trail', () => {
    it.skipIf(skip)(
      'of a document lists what was removed from its files, by field, signer and time',
      async () => {
        const { client } = running;
        const upload = await client.upload<FileAnswer>(fixturePath('signed/signed.pdf'));
        expect(upload.body.warnings).toContainEqual({ code: 'signatures_removed', params: { count: 1 } });
        const scripts = await client.upload<FileAnswer>(fixturePath('active/scripts.pdf'));
        expect(scripts.body.warnings?.map(({ code }) => code)).toContain('active_content_removed');
        const { body: merged } = await merge([upload.body.fileId, scripts.body.fileId]);
        const { body } = await client.post<{ documentId: string }>('/v1/docs', documentBody(merged.fileId));
        const trail = await trailOf('document', body.documentId);
        expect(trail.map(({ type }) => type)).toEqual([
          'file.uploaded',
          'file.uploaded',
          'file.merged',
          'document.created',
        ]);
        expect(trail[0]?.details.removals).toMatchObject({
          counts: { signatures: 1, signatureFields: 1 },
          signatures: [{ fieldName: expect.any(String), signerName: expect.any(String) }],
        });
        expect(trail[1]?.details.removals).toMatchObject({
          activeContent: expect.arrayContaining([expect.objectContaining({ kind: 'javascript' })]),
        });
      },
    );
  });
});

async function sendAndSign(
  client: TestService['client'],
  fileId: string,
  fields: readonly { readonly name: string }[],
): Promise<Buffer> {
  const { body } = await client.post<{ documentId: string }>('/v1/docs', documentBody(fileId));
  const link = await readInvitation(client, 'ada@example.com');
  const required = fields
    .filter(({ name }) => name.startsWith('fullName'))
    .map(({ name }) => ({ name, value: 'Ada Łovelace' }));
  const signed = await signByHand(client.anonymous, link, required);
  expect(signed.status).toBe(200);
  await waitForStatus(client, body.documentId, 'completed');
  const redirect = await client.get(`/v1/docs/${body.documentId}/signed-file`);
  return (await client.anonymous.get(redirect.headers.get('location') ?? '')).bytes;
}
