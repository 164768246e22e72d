import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signeeInput, typedSignature, Workbench } from '../testing/workbench.ts';
import type { Signee } from './document.ts';

describe('recipient links', () => {
  let bench: Workbench;
  beforeEach(() => {
    bench = new Workbench();
  });
  afterEach(() => bench.blobs.close());

  /** Changes the first of two signees as stored. */
  async function sendTo(changes: Partial<Signee>) {
    const caller = await bench.addCaller();
    const sent = await bench.send(caller, [signeeInput(), signeeInput({ fullName: 'Bo' })]);
    const signees = sent.signees.map((signee, index) => (index === 0 ? { ...signee, ...changes } : signee));
    await bench.database.transact(({ documents }) => documents.update({ ...sent, signees }));
    const { documentId } = sent;
    return { documentId, links: await bench.signing.documents.getRecipientLinks(caller, documentId), caller };
  }

  it('[4.4-70] are none for a signee without a contact method', async () => {
    const { links } = await sendTo({ emailAddress: null });
    expect(links.map(({ signee }) => signee.fullName)).toEqual(['Bo']);
  });

  it('go over the channel that the signee gets messages by', async () => {
    const { links } = await sendTo({ phoneNumber: '+46701234567', phoneNumberDeliveryMethod: 'whatsapp' });
    expect(links.map(({ verificationChannel }) => verificationChannel)).toEqual([
      'email',
      'whatsapp',
      'email',
    ]);
  });

  it('are in the audit trail once, without their addresses', async () => {
    const { documentId, links, caller } = await sendTo({});
    await bench.signing.documents.getRecipientLinks(caller, documentId);
    const trail = await bench.database.read.audit.listFor({ kind: 'document', id: documentId });
    const made = trail.filter(({ type }) => type === 'document.links_created');
    expect(made).toHaveLength(1);
    for (const { signingUrl } of links)
      expect(JSON.stringify(made)).not.toContain(signingUrl.split('/').at(-1));
  });

  it('and their codes are in the evidence, whoever was invited before', async () => {
    const { documentId, links } = await sendTo({});
    for (const { signingUrl } of links) {
      const token = signingUrl.split('/').at(-1) ?? '';
      let sessionId: string | null = null;
      const onSession = (id: string) => {
        sessionId = id;
      };
      await bench.signing.signingPages.sendCode(token, { sessionId: null, onSession });
      await bench.signing.signingPages.checkCode(token, '012345', { sessionId, onSession });
      await bench.signing.signingPages.sign(token, typedSignature(), { sessionId, onSession });
    }
    await bench.runJobs();
    const { sealedBlobId } = await bench.find(documentId);
    const { completed } = JSON.parse(String(bench.blobs.blobs.get(sealedBlobId ?? '')));
    const verification = { channel: 'email', verifiedAt: bench.now.toISOString() };
    const expected = { linkChannel: 'link', verification };
    expect(completed.evidence.record.facts.signees).toMatchObject([expected, expected]);
  });

  it('withdraw a code that could not be sent, so that the next one need not wait', async () => {
    const { links } = await sendTo({});
    const token = links[0]?.signingUrl.split('/').at(-1) ?? '';
    const send = () =>
      bench.signing.signingPages.sendCode(token, { sessionId: null, onSession: () => undefined });
    const { notifier } = bench.deps;
    const reject = async () => Promise.reject(new Error('down'));
    Object.assign(bench.deps, { notifier: { send: reject } });
    await expect(send()).rejects.toMatchObject({ code: 'code_not_sent' });
    Object.assign(bench.deps, { notifier });
    expect((await send()).verification).toMatchObject({ channel: 'email', isCodeSent: true });
    await expect(send()).rejects.toMatchObject({ code: 'code_cooldown', params: { seconds: 60 } });
  });

  // The withdrawal wrote the session as it was before the code was entered.
  it('stay open when the provider fails after it sent the code, and the code was entered meanwhile', async () => {
    const { links } = await sendTo({});
    const token = links[0]?.signingUrl.split('/').at(-1) ?? '';
    const { signingPages } = bench.signing;
    const visitor: { sessionId: string | null; onSession(id: string): void } = {
      sessionId: null,
      onSession: (id) => {
        visitor.sessionId = id;
      },
    };
    const sendAndFail = async () => {
      await signingPages.checkCode(token, '012345', visitor);
      throw new Error('connection lost');
    };
    Object.assign(bench.deps, { notifier: { send: sendAndFail } });
    await expect(signingPages.sendCode(token, visitor)).rejects.toMatchObject({ code: 'code_not_sent' });
    expect((await signingPages.open(token, visitor)).canSign).toBe(true);
  });
});
