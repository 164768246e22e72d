import { Readable } from 'node:stream';
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

  const verify = (content: string | Uint8Array) =>
    bench.signing.files.verify(Readable.from([Buffer.from(content)]));

  /** A completed document and its sealed file. */
  async function signOne(): Promise<[documentId: string, sealed: string]> {
    const { documentId, signees } = await bench.send(caller, [signeeInput()]);
    await bench.sign(signees[0]);
    await bench.runJobs();
    const { sealedBlobId } = await bench.find(documentId);
    return [documentId, String(bench.blobs.blobs.get(sealedBlobId ?? ''))];
  }

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
