import { expect, it } from 'vitest';
import { signeeInput, Workbench } from '../testing/workbench.ts';

// The link of a revoked document sent its signee up to twenty codes a day, for nothing.
it('sends no code for a document that was revoked', async () => {
  const bench = new Workbench();
  try {
    const caller = await bench.addCaller();
    const { documentId } = await bench.send(caller, [signeeInput()]);
    await bench.signing.documents.getRecipientLinks(caller, documentId);
    const [link] = (await bench.find(documentId)).signees[0]?.recipientLinks ?? [];
    await bench.signing.documents.revoke(caller, documentId);
    await bench.runJobs();
    bench.messages.splice(0);
    const view = await bench.signing.signingPages.sendCode(link?.token ?? '');
    expect(view.reason).toBe('revoked');
    expect(bench.messages).toEqual([]);
  } finally {
    await bench.blobs.close();
  }
});
