import { Readable } from 'node:stream';
import { parseFieldName } from '@countersign/forms/attributes';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Visitor } from '../sessions/find-session.ts';
import { encodePng } from '../testing/encode-png.ts';
import { fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, typedSignature, Workbench } from '../testing/workbench.ts';

const UPLOAD = 'Proof of address|svc-upload-attachment[1]';
const NAME = 'Name|svc-uploaded-attachmentname[1]';
const OTHER_NAME = 'Other|svc-uploaded-attachmentname[2]';
const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'Test/1', pageUrl: 'https://sign.test/x' };
const PNG = encodePng(4, 4);

describe('attachments of a signee', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller({ capabilities: ['attachments'] });
  });
  afterEach(() => bench.blobs.close());

  const openForm = async (names: readonly string[] = [UPLOAD, NAME, OTHER_NAME]) => {
    const fields = names.map((name) => {
      const { attributes } = parseFieldName(name);
      return textField(name, { attributes, required: name === UPLOAD, readOnly: true, editable: false });
    });
    const fileId = await bench.upload(caller, fakePdf({ fields, undrawable: ['🖋.png'] }));
    const document = await bench.send(caller, [signeeInput()], { fileId });
    const token = document.signees[0]?.token ?? '';
    const visitor: { sessionId: string | null; onSession(id: string): void } & Visitor = {
      sessionId: null,
      onSession: (id) => {
        visitor.sessionId = id;
      },
    };
    const { proofs, signingPages } = bench.signing;
    const open = () => signingPages.open(token, visitor);
    await open();
    const start = (field = UPLOAD) =>
      proofs.start(token, { kind: 'attachment', field, input: {}, origin: ORIGIN }, visitor);
    const send = (proofId: string, content: Uint8Array | string, originalName: string) =>
      proofs.receiveFile(
        token,
        {
          ...{ proofId, originalName, part: '', origin: ORIGIN },
          content: Readable.from([Buffer.from(content)]),
        },
        visitor,
      );
    const attach = async (content: Uint8Array | string, originalName: string, field = UPLOAD) =>
      send((await start(field)).proofId, content, originalName);
    const shownIn = async (name: string) => (await open()).fields.find((field) => field.name === name)?.value;
    const cancel = (proofId: string) => proofs.cancel(token, proofId, visitor);
    const sign = () => signingPages.sign(token, typedSignature(), visitor);
    return { document, open, start, send, attach, shownIn, cancel, sign };
  };

  it('[2.10-42] [2.10-43] [D3-22] takes a file, fills in its name, and goes with the signature', async () => {
    const form = await openForm();
    await expect(form.sign()).rejects.toMatchObject({ code: 'trigger_not_completed' });
    const proof = await form.attach(PNG, 'C:\\Users\\ada\\räkning.PNG');
    expect(proof).toMatchObject({ status: 'succeeded', details: { name: 'räkning.PNG', size: PNG.length } });
    expect(await form.shownIn(NAME)).toEqual(['räkning.PNG']);
    expect(await form.shownIn(OTHER_NAME)).toEqual([]);
    await form.sign();
    const signature = (await bench.find(form.document.documentId)).signees[0]?.signature;
    expect(signature).toMatchObject({
      values: [{ name: NAME, value: ['räkning.PNG'] }],
      attachments: [{ name: 'räkning.PNG', mimeType: 'image/png', size: PNG.length }],
      proofs: [{ kind: 'attachment', facts: { name: 'räkning.PNG' } }],
    });
    expect(bench.blobs.blobs.has(signature?.attachments[0]?.blobId ?? '')).toBe(true);
    await bench.runJobs();
    expect((await bench.find(form.document.documentId)).status).toBe('completed');
  });

  it('takes several files of one field, with all their names, until one is taken back', async () => {
    const form = await openForm();
    const first = await form.attach(PNG, 'a.png');
    await form.attach(fakePdf(), 'b.pdf');
    expect(await form.shownIn(NAME)).toEqual(['a.png, b.pdf']);
    const blobs = bench.blobs.blobs.size;
    await form.cancel(first.proofId);
    expect(await form.shownIn(NAME)).toEqual(['b.pdf']);
    expect(bench.blobs.blobs.size).toBe(blobs - 1);
  });

  it('[2.10-43] leaves the name out where no font can draw it, so that the document can be sealed', async () => {
    const form = await openForm();
    await form.attach(PNG, '🖋.png');
    expect(await form.shownIn(NAME)).toEqual([]);
    await form.sign();
    const { signees } = await bench.find(form.document.documentId);
    expect(signees[0]?.signature).toMatchObject({ values: [], attachments: [{ name: '🖋.png' }] });
  });

  it('names a file by its content', async () => {
    const form = await openForm();
    expect(await form.attach(fakePdf(), 'invoice.exe')).toMatchObject({
      details: { name: 'invoice.exe.pdf' },
    });
  });

  it('refuses what is neither PDF nor image, and keeps nothing of it', async () => {
    const form = await openForm();
    const blobs = bench.blobs.blobs.size;
    const { proofId } = await form.start();
    await expect(form.send(proofId, 'plain text', 'a.png')).rejects.toMatchObject({
      code: 'attachment_not_supported',
    });
    expect(bench.blobs.blobs.size).toBe(blobs);
    expect(await form.send(proofId, PNG, 'a.png')).toMatchObject({ status: 'succeeded' });
  });

  it('refuses more than 20 MB', async () => {
    const form = await openForm();
    const { proofId } = await form.start();
    await expect(form.send(proofId, Buffer.alloc(20 * 1024 * 1024 + 1, PNG), 'a.png')).rejects.toMatchObject({
      code: 'file_too_large',
      params: { megabytes: 20 },
    });
  });

  // One signee could use up all 50 MB, and others could not attach what the form required of them.
  it('leaves each open field its part of the 50 MB, in which the files of one field count together', async () => {
    const others = Array.from({ length: 99 }, (_, index) => `Other|svc-upload-attachment[${index + 2}]`);
    const form = await openForm([UPLOAD, ...others]);
    const half = encodePng(4, 4, Buffer.alloc(300 * 1024));
    await form.attach(half, 'a.png');
    await expect(form.attach(half, 'b.png')).rejects.toMatchObject({
      code: 'attachments_too_large',
      params: { megabytes: 0.5 },
    });
    const [other = ''] = others;
    expect(await form.attach(half, 'b.png', other)).toMatchObject({ status: 'succeeded' });
  });

  it('asks the virus scanner, which sees what was sent', async () => {
    const form = await openForm();
    const seen: string[] = [];
    let verdict: string | null = 'Eicar';
    Object.assign(bench.deps, {
      virusScanner: {
        scan: async (content: Readable) => {
          for await (const chunk of content) seen.push(Buffer.from(chunk).toString('base64'));
          return verdict;
        },
      },
    });
    const { proofId } = await form.start();
    await expect(form.send(proofId, PNG, 'a.png')).rejects.toMatchObject({ code: 'attachment_infected' });
    expect(seen.join('')).toBe(PNG.toString('base64'));
    verdict = null;
    await form.send(proofId, PNG, 'a.png');
    Object.assign(bench.deps, { virusScanner: { scan: () => Promise.reject(new Error('down')) } });
    await expect(form.attach(PNG, 'b.png')).rejects.toMatchObject({ code: 'service_busy' });
  });

  it('removes a file that was not signed, and keeps one that was', async () => {
    const form = await openForm();
    const blobIds = () => [...bench.blobs.blobs.keys()];
    const before = new Set(blobIds());
    await form.attach(PNG, 'a.png');
    const [blobId = ''] = blobIds().filter((id) => !before.has(id));
    const { documentId } = form.document;
    const remove = () => bench.signing.jobs.run({ name: 'remove-unused-attachment', documentId, blobId });
    const removal = bench.database.jobs.find(({ job }) => job.name === 'remove-unused-attachment');
    expect(removal?.startAfterSeconds).toBeGreaterThan(24 * 3600);
    await form.sign();
    await remove();
    expect(blobIds()).toContain(blobId);
    await bench.database.transact(async ({ documents }) => {
      const document = await documents.lock(documentId);
      if (document === null) throw new Error('no document');
      const signees = document.signees.map((signee) => ({ ...signee, signature: null }));
      await documents.update({ ...document, signees });
    });
    await remove();
    expect(blobIds()).not.toContain(blobId);
  });

  it('[2.10-52] is offered only to accounts with the capability', async () => {
    caller = await bench.addCaller({ capabilities: [] });
    const form = await openForm();
    expect((await form.open()).checks).toMatchObject([{ kind: 'attachment', isOffered: false }]);
    await expect(form.start()).rejects.toMatchObject({ code: 'proof_not_offered' });
  });
});
