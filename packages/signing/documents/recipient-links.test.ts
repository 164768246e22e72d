import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CODE_COOLDOWN_SECONDS } from '../sessions/session.ts';
import { signeeInput, typedSignature, Workbench } from '../testing/workbench.ts';
import type { Signee } from './document.ts';

/** A browser that keeps its session. */
function buildVisitor() {
  const visitor: { sessionId: string | null; onSession(id: string): void } = {
    sessionId: null,
    onSession: (id) => {
      visitor.sessionId = id;
    },
  };
  return visitor;
}

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

  // A second window that asked for another code at that moment was answered an internal error.
  it('need no other code once the last one was entered in another window', async () => {
    const { links } = await sendTo({});
    const token = links[0]?.signingUrl.split('/').at(-1) ?? '';
    const visitor = buildVisitor();
    const { signingPages } = bench.signing;
    await signingPages.sendCode(token, visitor);
    bench.now = new Date(bench.now.getTime() + CODE_COOLDOWN_SECONDS * 1000);
    bench.messages.length = 0;
    const { transact } = bench.database;
    vi.spyOn(bench.database, 'transact').mockImplementationOnce(async (work) => {
      await signingPages.checkCode(token, '012345', visitor);
      return transact.call(bench.database, work) as never;
    });
    expect(await signingPages.sendCode(token, visitor)).toMatchObject({ canSign: true });
    expect(bench.messages).toEqual([]);
  });

  it('open for the user with that email address without a code, and the evidence says so', async () => {
    const caller = await bench.addCaller();
    const user = await bench.database.read.accounts.findUser(caller.userId);
    const me = signeeInput({ emailAddress: user?.emailAddress.toUpperCase() ?? '' });
    const { documentId } = await bench.send(caller, [me]);
    await bench.runJobs();
    const { sessionId, token } = await openOwn(caller, documentId);
    const visitor = { sessionId, onSession: () => undefined };
    expect(await bench.signing.signingPages.open(token, visitor)).not.toHaveProperty('verification');
    expect(await bench.signing.signingPages.open(token)).toHaveProperty('verification');
    await bench.signing.signingPages.sign(token, typedSignature(), visitor);
    await bench.runJobs();
    const { sealedBlobId } = await bench.find(documentId);
    const { completed } = JSON.parse(String(bench.blobs.blobs.get(sealedBlobId ?? '')));
    expect(completed.evidence.record.facts.signees).toMatchObject([
      { linkChannel: 'link', verification: { channel: 'sign_in', verifiedAt: bench.now.toISOString() } },
    ]);
  });

  it('do not open for the sender of a document that others sign', async () => {
    const caller = await bench.addCaller();
    const { documentId } = await bench.send(caller, [signeeInput({ emailAddress: 'bo@example.com' })]);
    await expect(openOwn(caller, documentId)).rejects.toMatchObject({ code: 'link_not_found' });
  });

  async function openOwn(caller: Caller, documentId: string) {
    let sessionId: string | null = null;
    let token = '';
    await bench.signing.signingPages.openOwn(caller, documentId, (own) => {
      token = own;
      return { sessionId: null, onSession: (id) => (sessionId = id) };
    });
    return { sessionId, token };
  }

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

  // An outage of the provider took the code away that had arrived before.
  it('open with the code before, in the browser that asked for it, when the next one cannot be sent', async () => {
    const { links } = await sendTo({});
    const token = links[0]?.signingUrl.split('/').at(-1) ?? '';
    const { signingPages } = bench.signing;
    const visitor = buildVisitor();
    await signingPages.sendCode(token, visitor);
    const reject = async () => Promise.reject(new Error('down'));
    Object.assign(bench.deps, { notifier: { send: reject } });
    for (const by of [buildVisitor(), visitor]) {
      bench.now = new Date(bench.now.getTime() + 61_000);
      await expect(signingPages.sendCode(token, by)).rejects.toMatchObject({ code: 'code_not_sent' });
    }
    expect((await signingPages.checkCode(token, '012345', visitor)).canSign).toBe(true);
  });

  // The withdrawal wrote the session as it was before the code was entered.
  it('stay open when the provider fails after it sent the code, and the code was entered meanwhile', async () => {
    const { links } = await sendTo({});
    const token = links[0]?.signingUrl.split('/').at(-1) ?? '';
    const { signingPages } = bench.signing;
    const visitor = buildVisitor();
    const sendAndFail = async () => {
      await signingPages.checkCode(token, '012345', visitor);
      throw new Error('connection lost');
    };
    Object.assign(bench.deps, { notifier: { send: sendAndFail } });
    await expect(signingPages.sendCode(token, visitor)).rejects.toMatchObject({ code: 'code_not_sent' });
    expect((await signingPages.open(token, visitor)).canSign).toBe(true);
  });

  it('tell how long another code has to wait', async () => {
    const { links } = await sendTo({});
    const token = links[0]?.signingUrl.split('/').at(-1) ?? '';
    const read = async () => (await bench.signing.signingPages.open(token)).verification?.cooldownSeconds;
    expect(await read()).toBe(0);
    await bench.signing.signingPages.sendCode(token);
    expect(await read()).toBe(60);
    bench.now = new Date(bench.now.getTime() + 59_500);
    expect(await read()).toBe(1);
  });

  it('say without a code that the document was revoked, and nothing that is in it', async () => {
    const { documentId, links, caller } = await sendTo({});
    await bench.signing.documents.revoke(caller, documentId);
    const token = links[0]?.signingUrl.split('/').at(-1) ?? '';
    const view = await bench.signing.signingPages.open(token);
    expect(view).toMatchObject({ reason: 'revoked', canSign: false, fields: [], boxes: [], signees: [] });
    expect(view).toMatchObject({ personalMessage: '', pages: 0, fileVersion: null });
    expect(view.verification).toBeUndefined();
  });

  it('say without a code that the document is complete, and ask for one to open its file', async () => {
    const { documentId, links } = await sendTo({});
    const visitor = buildVisitor();
    const tokens = links.map(({ signingUrl }) => signingUrl.split('/').at(-1) ?? '');
    const { signingPages } = bench.signing;
    for (const token of tokens) {
      visitor.sessionId = null;
      await signingPages.sendCode(token, visitor);
      await signingPages.checkCode(token, '012345', visitor);
      await signingPages.sign(token, typedSignature(), visitor);
    }
    await bench.runJobs();
    expect((await bench.find(documentId)).status).toBe('completed');
    const [token = ''] = tokens;
    const view = await signingPages.open(token);
    expect(view).toMatchObject({ reason: 'completed', fields: [], signees: [], fileVersion: null });
    expect(view.verification).toMatchObject({ channel: 'email', isCodeSent: false });
    await expect(signingPages.readSealedFile(token)).rejects.toMatchObject({ code: 'verification_required' });
  });

  it('list after the code who signs, and who has signed', async () => {
    const { links } = await sendTo({});
    const visitor = buildVisitor();
    const token = links[0]?.signingUrl.split('/').at(-1) ?? '';
    const { signingPages } = bench.signing;
    expect((await signingPages.open(token, visitor)).signees).toEqual([]);
    await signingPages.sendCode(token, visitor);
    await signingPages.checkCode(token, '012345', visitor);
    const { signees } = await signingPages.sign(token, typedSignature(), visitor);
    expect(signees).toEqual([
      { fullName: 'Łukasz Żółć', signatureStatus: 'signed', isSelf: true },
      { fullName: 'Bo', signatureStatus: 'awaiting_signature', isSelf: false },
    ]);
  });
});
