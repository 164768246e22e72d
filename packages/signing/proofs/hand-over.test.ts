import { Readable } from 'node:stream';
import { parseFieldName } from '@countersign/forms/attributes';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScanAnswer } from '../ports/id-scanner.ts';
import type { Visitor } from '../sessions/find-session.ts';
import { fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';

const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'Test/1', pageUrl: 'https://sign.test/phone' };
const MAIL = 'Mail|svc-email-verification';
const METHOD = {
  signatureType: 'digital_ink_id_scan',
  idScanBox: { page: 0, x: 40, y: 100, scale: 0.5 },
} as const;
const READ: ScanAnswer = {
  outcome: 'read',
  identity: {
    ...{ isPassport: true, issuingState: 'SWE', nationality: 'SWE', lastName: 'EK', firstName: 'ANNA' },
    ...{ documentNumber: 'AA1234567', birthDate: '1974-08-12', expiryDate: '2030-04-15' },
    personalNumber: null,
  },
  images: { front: Buffer.from('front'), portrait: Buffer.from('portrait'), documentRear: null },
};

describe('handing a check over to a phone', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    const providers = new Set(['signatureIdScan'] as const);
    const settings = { ...bench.deps.settings, providers };
    Object.assign(bench.deps, { idScanner: { scan: async () => READ }, settings });
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  const open = async () => {
    const mail = textField(MAIL, { attributes: parseFieldName(MAIL).attributes, editable: false });
    const fileId = await bench.upload(caller, fakePdf({ fields: [mail] }));
    const document = await bench.send(caller, [signeeInput(METHOD)], { fileId });
    const token = document.signees[0]?.token ?? '';
    const visitor = newVisitor();
    const { proofs, signingPages } = bench.signing;
    await signingPages.open(token, visitor);
    const start = (kind: string, field?: string) =>
      proofs.start(token, { kind, field, input: {}, origin: ORIGIN }, visitor);
    const { proofId } = await start('id_scan');
    return {
      ...{ document, token, proofId, start },
      get: () => proofs.get(token, proofId, visitor),
      cancel: () => proofs.cancel(token, proofId, visitor),
      async offer(by: Visitor = visitor, id = proofId) {
        const { url } = await proofs.handOver(token, id, by);
        expect(url).toMatch(/^https:\/\/sign\.test\/phone#[\w-]{20,}$/);
        return url.split('#')[1] ?? '';
      },
    };
  };
  const phones = () => bench.signing.phones;
  const send = (secret: string) => {
    const content = Readable.from([Buffer.from('picture')]);
    return phones().receiveFile(secret, { origin: ORIGIN, content, originalName: 'x', part: 'front:7' });
  };
  const REFUSED = { code: 'handover_not_found' };

  it('lets the phone take the pictures, and the computer sees the outcome', async () => {
    const form = await open();
    const code = await form.offer();
    expect(await form.get()).toMatchObject({ status: 'pending', phone: 'invited' });
    const { secret, view } = await phones().claim(code);
    expect(view).toMatchObject({ language: 'en', proof: { kind: 'id_scan', status: 'pending' } });
    expect(await form.get()).toMatchObject({ status: 'pending', phone: 'connected' });
    expect(await send(secret)).toMatchObject({ proof: { status: 'succeeded' } });
    expect(await form.get()).toMatchObject({ status: 'succeeded' });
    const subject = { kind: 'document', id: form.document.documentId } as const;
    const trail = (await bench.database.read.audit.listFor(subject)).map(({ type }) => type);
    expect(trail.filter((type) => type.startsWith('document.proof_'))).toEqual([
      'document.proof_started',
      'document.proof_handed_over',
      'document.proof_succeeded',
    ]);
  });

  it('shows the phone the step, and nothing of the document', async () => {
    const form = await open();
    const { secret } = await phones().claim(await form.offer());
    const shown = JSON.stringify([await phones().get(secret), await send(secret)]);
    const { name, documentId, signees } = form.document;
    for (const hidden of [name, documentId, form.token, signees[0]?.fullName ?? '', 'AA1234567'])
      expect(shown).not.toContain(hidden);
  });

  it('takes a code once, even if two phones use it at the same time', async () => {
    const form = await open();
    const code = await form.offer();
    const claims = await Promise.allSettled([phones().claim(code), phones().claim(code)]);
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(phones().claim(code)).rejects.toMatchObject(REFUSED);
    // It opens no session either.
    await expect(phones().get(code)).rejects.toMatchObject(REFUSED);
  });

  it('takes a code for five minutes', async () => {
    const form = await open();
    const [first, second] = [await form.offer(), await form.offer()];
    await expect(phones().claim(first)).rejects.toMatchObject(REFUSED);
    bench.now = new Date(bench.now.getTime() + 300_000);
    await expect(phones().claim(second)).rejects.toMatchObject(REFUSED);
    expect(await form.get()).toMatchObject({ status: 'pending', phone: null });
    const { secret } = await phones().claim(await form.offer());
    bench.now = new Date(bench.now.getTime() + 600_000);
    expect(await send(secret)).toMatchObject({ proof: { status: 'succeeded' } });
  });

  it('takes the check back from a phone by another code', async () => {
    const form = await open();
    const { secret } = await phones().claim(await form.offer());
    const code = await form.offer();
    await expect(send(secret)).rejects.toMatchObject(REFUSED);
    expect(await phones().claim(code)).toMatchObject({ view: { proof: { status: 'pending' } } });
  });

  /** Pictures that a phone is sending until `finish`. */
  const beginSending = async (secret: string) => {
    let finish: (answer: ScanAnswer) => void = () => undefined;
    let begin: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const scan = () => {
      begin();
      return new Promise<ScanAnswer>((resolve) => {
        finish = resolve;
      });
    };
    Object.assign(bench.deps, { idScanner: { scan } });
    const stored = bench.blobs.blobs.size;
    const sending = send(secret);
    await hasBegun;
    return { stored, sending, finish: () => finish(READ) };
  };

  it('takes the check back from a phone that is sending pictures', async () => {
    const form = await open();
    const { secret } = await phones().claim(await form.offer());
    const { stored, sending, finish } = await beginSending(secret);
    const code = await form.offer();
    finish();
    await expect(sending).rejects.toMatchObject(REFUSED);
    expect(bench.blobs.blobs.size).toBe(stored);
    expect(await form.get()).toMatchObject({ status: 'pending', phone: 'invited' });
    expect(await phones().claim(code)).toMatchObject({ view: { proof: { status: 'pending' } } });
  });

  it('makes ten codes for one check, so that the audit trail keeps its size', async () => {
    const form = await open();
    for (let count = 0; count < 10; count += 1) await phones().claim(await form.offer());
    await expect(form.offer()).rejects.toMatchObject({ code: 'proof_over' });
    const { proofId } = await form.start('id_scan');
    await phones().claim(await form.offer(undefined, proofId));
  });

  it('ends when the computer cancels, with what the phone was sending', async () => {
    const form = await open();
    const { secret } = await phones().claim(await form.offer());
    const { stored, sending, finish } = await beginSending(secret);
    await form.cancel();
    finish();
    expect(await sending).toMatchObject({ proof: { status: 'failed', reason: 'cancelled' } });
    expect(bench.blobs.blobs.size).toBe(stored);
    await expect(send(secret)).rejects.toMatchObject({ code: 'proof_over' });
  });

  it('ends with the document', async () => {
    const form = await open();
    const code = await form.offer();
    const { secret } = await phones().claim(await (await open()).offer());
    await bench.signing.documents.revoke(caller, form.document.documentId);
    await expect(phones().claim(code)).rejects.toMatchObject(REFUSED);
    expect(await phones().get(secret)).toMatchObject({ proof: { status: 'pending' } });
  });

  it('is for checks of the own session that need a camera', async () => {
    const [form, other] = [await open(), await open()];
    await expect(form.offer(newVisitor())).rejects.toMatchObject({ code: 'proof_not_found' });
    await expect(form.offer(undefined, other.proofId)).rejects.toMatchObject({ code: 'proof_not_found' });
    const { proofId } = await form.start('email_code', MAIL);
    await expect(form.offer(undefined, proofId)).rejects.toMatchObject({ code: 'proof_not_offered' });
    await form.cancel();
    await expect(form.offer()).rejects.toMatchObject({ code: 'proof_over' });
  });
});

function newVisitor(): Visitor {
  const visitor = {
    sessionId: null as string | null,
    onSession: (sessionId: string) => {
      visitor.sessionId = sessionId;
    },
  };
  return visitor;
}
