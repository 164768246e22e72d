import { PassThrough, Readable } from 'node:stream';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeFault, fakePdf } from '../testing/fake-toolkit.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';

describe('verifying a file', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  const verify = (content: string | Uint8Array, network = '192.0.2.1') =>
    bench.signing.files.verify(Readable.from([Buffer.from(content)]), { network });

  /** A completed document and its sealed file. */
  async function signOne(): Promise<[documentId: string, sealed: string]> {
    const { documentId, signees } = await bench.send(caller, [signeeInput()]);
    await bench.sign(signees[0]);
    await bench.runJobs();
    const { sealedBlobId } = await bench.find(documentId);
    return [documentId, String(bench.blobs.blobs.get(sealedBlobId ?? ''))];
  }

  // Files that were sent slowly filled the disk and every connection: nothing counted them.
  it('is done for few at a time without an account, and for few of each account', async () => {
    const { maxUploadsOfAccount: limit, maxAnonymousVerifications } = bench.deps.settings;
    const networks = Array.from({ length: maxAnonymousVerifications }, (_, index) => ({
      network: `198.51.100.${index}`,
    }));
    const senders = [...networks, ...Array<Caller>(limit).fill(caller)];
    const unfinished = senders.map(() => new PassThrough());
    const running = senders.map((sender, index) =>
      bench.signing.files.verify(unfinished[index] as PassThrough, sender),
    );
    await expect(verify(fakePdf())).rejects.toMatchObject({ code: 'service_busy' });
    const ofAccount = bench.signing.files.verify(Readable.from([]), caller);
    await expect(ofAccount).rejects.toMatchObject({ code: 'too_many_uploads', params: { limit } });
    for (const content of unfinished) content.end(fakePdf());
    await Promise.all(running);
    await expect(verify(fakePdf())).resolves.toMatchObject({ origin: null });
  });

  // Sixteen slow connections of one client were all that anybody without an account could have.
  it('is done for two at a time of one network, and goes on for the others', async () => {
    const unfinished = [new PassThrough(), new PassThrough()];
    const running = unfinished.map((content) =>
      bench.signing.files.verify(content, { network: '198.51.100.1' }),
    );
    await expect(verify(fakePdf(), '198.51.100.1')).rejects.toMatchObject({ code: 'service_busy' });
    await expect(verify(fakePdf(), '198.51.100.2')).resolves.toMatchObject({ origin: null });
    for (const content of unfinished) content.end(fakePdf());
    await Promise.all(running);
    await expect(verify(fakePdf(), '198.51.100.1')).resolves.toMatchObject({ origin: null });
  });

  it('finds a sealed file by its bytes, or by those that it begins with', async () => {
    const [documentId, sealed] = await signOne();
    const origin = { documentId, name: 'Contract', trail: { isWhole: true, fault: null } };
    expect(await verify(sealed)).toMatchObject({ state: 'intact', origin: { ...origin, match: 'whole' } });
    expect(await verify(`${sealed}   `)).toMatchObject({
      state: 'changed',
      origin: { ...origin, match: 'beginning' },
    });
    expect(await verify(sealed.replace('Contract', 'Contrast'))).toMatchObject({
      origin: null,
      claimedDocumentId: documentId,
    });
  });

  // A forger signed a sealed file in a new field that showed another price: /verify called that permitted.
  it('permits only validation data after its own seal', async () => {
    const [, sealed] = await signOne();
    expect(await verify(`${sealed}\n`)).toMatchObject({
      state: 'intact',
      origin: { match: 'beginning' },
      signatures: [{ laterChanges: 'validation_data', changesAllowed: true }],
    });
    expect(await verify(`${sealed}\t`)).toMatchObject({
      state: 'changed',
      origin: { match: 'beginning' },
      signatures: [{ laterChanges: 'signature', valid: true, changesAllowed: false }],
    });
  });

  it('knows a document that was deleted since', async () => {
    const [documentId, sealed] = await signOne();
    const document = await bench.find(documentId);
    await bench.database.transact(({ documents }) => documents.update({ ...document, status: 'deleted' }));
    expect((await verify(sealed)).origin).toMatchObject({ match: 'whole', documentId });
  });

  it('says what can be said of a file whose attachment cannot be read', async () => {
    bench.toolkit.failNext('readAttachment', new FakeFault('damaged'));
    expect(await verify(fakePdf())).toMatchObject({ state: 'unsigned', claimedDocumentId: null });
  });

  it.each([
    ['damaged', 'damaged'],
    ['pdf_timeout', 'too_complex'],
    ['pdf_out_of_memory', 'too_complex'],
    ['pdf_queue_full', 'service_busy'],
  ] as const)('of which the toolkit says %s is %s', async (fault, code) => {
    bench.toolkit.failNext('verify', new FakeFault(fault));
    await expect(verify(fakePdf())).rejects.toMatchObject({ code });
  });
});
