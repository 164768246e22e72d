import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { MAX_NAME_LENGTH } from '@countersign/base/text';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { FakeFault, fakePdf, textField } from '../testing/fake-toolkit.ts';
import { Workbench } from '../testing/workbench.ts';

describe('uploadFile', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  const scratchFiles = async () => readdir(dirname(await bench.blobs.scratchPath('pdf')));

  it('keeps the file with its pages and the hash of what was sent', async () => {
    const fileId = await bench.upload(caller);
    const file = await bench.database.read.files.find(fileId);
    expect(file).toMatchObject({
      pages: 1,
      originalName: 'a.pdf',
      size: fakePdf().length,
      userId: caller.userId,
    });
    expect(bench.blobs.blobs.has(file?.blobId ?? '')).toBe(true);
  });

  // 70,000 characters were printed in the evidence of every document.
  it('refuses a name that is longer than a document may have', async () => {
    const send = (originalName: string) =>
      bench.signing.files.upload(caller, { content: Readable.from([Buffer.from(fakePdf())]), originalName });
    await expect(send('a'.repeat(MAX_NAME_LENGTH + 1))).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'file' }],
    });
    await expect(send('a'.repeat(MAX_NAME_LENGTH))).resolves.toMatchObject({ warnings: [] });
    await expect(send('')).resolves.toMatchObject({ warnings: [] });
  });

  it('stores the stripped file in place of one with signature fields, and the original hash', async () => {
    const original = fakePdf({ signatureFields: 2 });
    const fileId = await bench.upload(caller, original);
    const file = await bench.database.read.files.find(fileId);
    expect(bench.blobs.blobs.size).toBe(1);
    expect(String(bench.blobs.blobs.get(file?.blobId ?? ''))).toContain('"signatureFields":0');
    expect(file?.sha256).toBe(createHash('sha256').update(original).digest('hex'));
  });

  it('stores the stripped file in place of one with a certification only, and says so', async () => {
    const content = Readable.from([Buffer.from(fakePdf({ hasRemains: true }))]);
    const { fileId, warnings } = await bench.signing.files.upload(caller, { content, originalName: 'a.pdf' });
    expect(warnings).toEqual([{ code: 'certification_removed' }, { code: 'signature_remains_removed' }]);
    const file = await bench.database.read.files.find(fileId);
    expect(String(bench.blobs.blobs.get(file?.blobId ?? ''))).toContain('"hasRemains":false');
  });

  it('stores the stripped file in place of one with scripts', async () => {
    const fileId = await bench.upload(caller, fakePdf({ activeContent: 1 }));
    const file = await bench.database.read.files.find(fileId);
    expect(bench.blobs.blobs.size).toBe(1);
    expect(String(bench.blobs.blobs.get(file?.blobId ?? ''))).toContain('"activeContent":0');
  });

  it('takes exactly 50 MB and refuses one byte more, keeping nothing', async () => {
    const limit = 50 * 1024 * 1024;
    const blanks = (count: number) =>
      Readable.from([Buffer.from(fakePdf()), Buffer.alloc(count - fakePdf().length, ' ')]);
    const upload = (size: number) =>
      bench.signing.files.upload(caller, { content: blanks(size), originalName: 'a' });
    await expect(upload(limit + 1)).rejects.toMatchObject({
      code: 'file_too_large',
      params: { megabytes: 50 },
    });
    expect(bench.blobs.blobs.size).toBe(0);
    await expect(upload(limit)).resolves.toHaveProperty('fileId');
  });

  it('gives the toolkit’s faults their code and keeps nothing', async () => {
    await expect(bench.upload(caller, 'plain text')).rejects.toMatchObject({ code: 'not_a_pdf' });
    bench.toolkit.failNext('strip', new FakeFault('damaged'));
    await expect(bench.upload(caller, fakePdf({ signatureFields: 1 }))).rejects.toMatchObject({
      code: 'damaged',
    });
    expect(bench.blobs.blobs.size).toBe(0);
    expect(await scratchFiles()).toEqual([]);
  });

  it('says that the service is busy when the pool is', async () => {
    bench.toolkit.failNext('inspectUpload', new FakeFault('pdf_queue_full'));
    await expect(bench.upload(caller)).rejects.toMatchObject({ code: 'service_busy' });
  });

  it.each(['inspectUpload', 'rehearse'] as const)(
    'refuses what %s refuses, keeping nothing',
    async (step) => {
      for (const [code, expected] of [
        ['damaged', 'damaged'],
        ['text_not_drawable', 'text_not_drawable'],
        // Sealing would take too long as well.
        ['pdf_timeout', 'too_complex'],
        ['pdf_out_of_memory', 'too_complex'],
        ['file_not_processable', 'file_not_processable'],
        ['pdf_worker_crashed', 'service_busy'],
      ] as const) {
        bench.toolkit.failNext(step, new FakeFault(code));
        await expect(bench.upload(caller)).rejects.toMatchObject({ code: expected });
      }
      expect(bench.blobs.blobs.size).toBe(0);
    },
  );

  it('turns away an account that has as many uploads in progress as may be, and no other account', async () => {
    const { maxUploadsOfAccount: limit } = DEFAULT_SETTINGS;
    const other = await bench.addCaller();
    const admit = bench.toolkit.admit.bind(bench.toolkit);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    bench.toolkit.admit = async (...args) => {
      await gate;
      return admit(...args);
    };
    const started = Array.from({ length: limit }, () => bench.upload(caller));
    await expect(bench.upload(caller)).rejects.toMatchObject({ code: 'too_many_uploads', params: { limit } });
    const others = bench.upload(other);
    open();
    expect(await Promise.all([...started, others])).toHaveLength(limit + 1);
    await expect(bench.upload(caller)).resolves.toBeTypeOf('string');
  });

  it('warns of all that is not as it came', async () => {
    const content = fakePdf({ signatureFields: 2, activeContent: 3 });
    const upload = { content: Readable.from([Buffer.from(content)]), originalName: 'a.pdf' };
    const { warnings, removals } = await bench.signing.files.upload(caller, upload);
    expect(warnings).toEqual([
      { code: 'signature_fields_removed', params: { count: 2 } },
      { code: 'active_content_removed', params: { count: 3 } },
    ]);
    expect(removals.signatureFields).toEqual(['Signature0', 'Signature1']);
  });

  it('passes on what is not foreseen, keeping nothing', async () => {
    bench.toolkit.failNext('inspectUpload', new TypeError('a bug'));
    await expect(bench.upload(caller)).rejects.toThrow(TypeError);
    expect(bench.blobs.blobs.size).toBe(0);
  });

  it('lets only its owner read the fields', async () => {
    const fileId = await bench.upload(caller, fakePdf({ fields: [textField('Name')] }));
    const colleague = await bench.addCaller({ accountId: caller.accountId });
    const stranger = await bench.addCaller();
    const { signing } = bench;
    expect(await signing.files.readFields(caller, fileId)).toMatchObject([{ name: 'Name' }]);
    await expect(signing.files.readFields(colleague, fileId)).rejects.toMatchObject({ code: 'not_yours' });
    await expect(signing.files.readFields(stranger, fileId)).rejects.toMatchObject({
      code: 'file_not_found',
    });
  });
});
