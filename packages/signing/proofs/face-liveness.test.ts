import { Readable } from 'node:stream';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScanAnswer } from '../ports/id-scanner.ts';
import type { FaceCheckProvider, FaceCheckResult } from '../ports/providers.ts';
import { signeeInput, typedSignature, Workbench } from '../testing/workbench.ts';

const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'Test/1', pageUrl: 'https://sign.test/x' };
const HIDDEN = '19740812';
const READ: ScanAnswer = {
  outcome: 'read',
  identity: {
    ...{ isPassport: true, issuingState: 'SWE', nationality: 'SWE', lastName: 'EK', firstName: 'ANNA' },
    ...{ documentNumber: 'AA1234567', birthDate: '1974-08-12', expiryDate: '2030-04-15' },
    personalNumber: `${HIDDEN}1234`,
  },
  images: { front: Buffer.from('front'), portrait: Buffer.from('portrait'), documentRear: null },
};

describe('a face check', () => {
  let bench: Workbench;
  let caller: Caller;
  let result: FaceCheckResult;
  let answer: ScanAnswer;
  let portraits: string[];
  let returnUrls: string[];
  const provider: FaceCheckProvider = {
    name: 'Vendor',
    isSandbox: false,
    start: async ({ portrait, reference, returnUrl }) => {
      returnUrls.push(returnUrl);
      portraits.push(String(Buffer.from(portrait)));
      return { sessionId: `session of ${reference}`, url: 'https://vendor.test/1' };
    },
    fetch: async () => result,
  };
  beforeEach(async () => {
    bench = new Workbench();
    answer = READ;
    portraits = [];
    returnUrls = [];
    result = { status: 'pending' };
    const providers = new Set(['signatureIdScan', 'signatureFaceLiveness'] as const);
    const settings = { ...bench.deps.settings, providers };
    Object.assign(bench.deps, { idScanner: { scan: async () => answer }, faceCheck: provider, settings });
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  const open = async () => {
    const document = await bench.send(caller, [signeeInput({ signatureType: 'face_liveness' })]);
    const token = document.signees[0]?.token ?? '';
    const visitor = {
      sessionId: null as string | null,
      onSession: (sessionId: string) => {
        visitor.sessionId = sessionId;
      },
    };
    const { proofs, signingPages } = bench.signing;
    await signingPages.open(token, visitor);
    const leave = (kind: string, input: object = {}) =>
      proofs.start(token, { kind, input, origin: ORIGIN }, visitor);
    const comeBack = (proofId: string) => {
      const nonce = new URLSearchParams(returnUrls.at(-1)?.split('#')[1] ?? '').get('nonce');
      return proofs.answer(token, { proofId, input: { nonce }, origin: ORIGIN }, visitor);
    };
    const start = async (kind: string, input: object = {}) => {
      const started = await leave(kind, input);
      return typeof started.details.url === 'string' ? comeBack(started.proofId) : started;
    };
    const send = (proofId: string) => {
      const content = Readable.from([Buffer.from('picture')]);
      const upload = { proofId, origin: ORIGIN, content, originalName: 'x', part: 'front:7' };
      return proofs.receiveFile(token, upload, visitor);
    };
    return {
      document,
      start,
      open: () => signingPages.open(token, visitor),
      leave,
      comeBack,
      get: (proofId: string) => proofs.get(token, proofId, visitor),
      answer: (proofId: string, outcome: string) =>
        proofs.answer(token, { proofId, input: { outcome }, origin: ORIGIN }, visitor),
      cancel: (proofId: string) => proofs.cancel(token, proofId, visitor),
      sign: () => signingPages.sign(token, typedSignature(), visitor),
      send,
      async scan() {
        const { proofId } = await start('id_scan');
        return send(proofId);
      },
    };
  };
  const blobs = () => [...bench.blobs.blobs.values()].map(String);

  it('[1-09] [2.4-13] needs a scan first, compares its portrait, and identifies the signee', async () => {
    const form = await open();
    await expect(form.start('face_liveness')).rejects.toMatchObject({ code: 'proof_missing' });
    await form.scan();
    await expect(form.sign()).rejects.toMatchObject({ params: { kind: 'face_liveness' } });
    const { proofId, details } = await form.start('face_liveness');
    expect(details).toEqual({
      url: 'https://vendor.test/1',
      isSandbox: false,
      documentNumber: '*****4567',
    });
    expect(portraits).toEqual(['portrait']);
    expect(await form.get(proofId)).toMatchObject({ status: 'pending' });
    result = { status: 'passed', score: 0.93 };
    bench.now = new Date(bench.now.getTime() + 3000);
    expect(await form.get(proofId)).toMatchObject({ status: 'succeeded' });
    expect(blobs()).not.toContain('portrait');
    await form.sign();
    const signed = await bench.find(form.document.documentId);
    expect(signed.signees[0]?.signature).toMatchObject({
      method: 'face_liveness',
      identification: { provider: 'Vendor', fullName: 'ANNA EK' },
      proofs: [{ kind: 'id_scan' }, { kind: 'face_liveness', facts: { provider: 'Vendor', score: '0.93' } }],
    });
    expect(JSON.stringify(signed)).not.toContain(HIDDEN);
  });

  // A link that was sent to the holder of a stolen document's picture gave a face that matched.
  it('is done only when the browser that began it came back', async () => {
    const form = await open();
    await form.scan();
    const { proofId } = await form.leave('face_liveness');
    result = { status: 'passed', score: null };
    await bench.signing.proofs.pollReported(proofId);
    bench.now = new Date(bench.now.getTime() + 3000);
    expect(await form.get(proofId)).toMatchObject({ status: 'pending' });
    expect(await form.comeBack(proofId)).toMatchObject({ status: 'succeeded' });
  });

  /** The front of one card and the back of another were one person: the portrait of the first, the name of the second. */
  it('takes no portrait from a card of two sides, which may be of two cards', async () => {
    const form = await open();
    answer = { ...READ, images: { ...READ.images, documentRear: Buffer.from('back') } };
    const refused = { status: 'pending', details: { side: 'front', reason: 'two_sides' } };
    expect((await form.open()).checks[0]).toMatchObject({
      kind: 'id_scan',
      introduction: { isOneSided: true },
    });
    expect(await form.scan()).toMatchObject(refused);
    answer = { outcome: 'refused', side: 'back', reason: 'back_missing' };
    expect(await form.scan()).toMatchObject(refused);
    expect(blobs()).not.toContain('portrait');
    await expect(form.start('face_liveness')).rejects.toMatchObject({ code: 'proof_missing' });
    answer = READ;
    expect(await form.scan()).toMatchObject({ status: 'succeeded' });
  });

  it('[D3-07] is not replaced by the scan', async () => {
    const form = await open();
    await form.scan();
    await expect(form.sign()).rejects.toMatchObject({ code: 'proof_missing' });
  });

  it('can be tried again when the faces differ', async () => {
    const form = await open();
    await form.scan();
    const first = await form.start('face_liveness');
    result = { status: 'failed', reason: 'face_not_matched' };
    expect(await form.get(first.proofId)).toMatchObject({ status: 'failed', reason: 'face_not_matched' });
    expect((await form.start('face_liveness')).proofId).not.toBe(first.proofId);
  });

  it('asks for another scan after a match was taken back, as its portrait is gone', async () => {
    const form = await open();
    const { proofId: scan } = await form.scan();
    const { proofId } = await form.start('face_liveness');
    result = { status: 'passed', score: 0.93 };
    await form.get(proofId);
    await form.cancel(proofId);
    const again = form.start('face_liveness');
    await expect(again).rejects.toMatchObject({ code: 'proof_missing', params: { kind: 'id_scan' } });
    await form.cancel(scan);
    await form.scan();
    expect(await form.leave('face_liveness')).toMatchObject({ status: 'pending' });
  });

  it('is void with its scan, also when the images of that cannot be removed', async () => {
    const form = await open();
    const { proofId: scan } = await form.scan();
    const { proofId } = await form.start('face_liveness');
    result = { status: 'passed', score: 0.93 };
    await form.get(proofId);
    const remove = vi.spyOn(bench.blobs, 'remove').mockRejectedValue(new Error('outage'));
    await expect(form.cancel(scan)).rejects.toThrow('outage');
    remove.mockRestore();
    expect(await form.get(proofId)).toMatchObject({ status: 'failed', reason: 'superseded' });
    await form.scan();
    await expect(form.sign()).rejects.toMatchObject({ params: { kind: 'face_liveness' } });
  });

  it('is void once another document is scanned, and the next is compared with that one', async () => {
    const form = await open();
    const { proofId: scan } = await form.scan();
    const first = await form.start('face_liveness');
    expect(first.details).toMatchObject({ documentNumber: '*****4567' });
    result = { status: 'passed', score: 0.93 };
    await form.get(first.proofId);
    await form.cancel(scan);
    expect(await form.get(first.proofId)).toMatchObject({ status: 'failed', reason: 'superseded' });
    answer = {
      ...READ,
      identity: { ...READ.identity, firstName: 'EVA', documentNumber: 'BB7654321' },
      images: { ...READ.images, portrait: Buffer.from('other portrait') },
    };
    await form.scan();
    await expect(form.sign()).rejects.toMatchObject({ params: { kind: 'face_liveness' } });
    const next = await form.start('face_liveness');
    expect(next.details).toMatchObject({ documentNumber: '*****4321' });
    expect(portraits).toEqual(['portrait', 'other portrait']);
    bench.now = new Date(bench.now.getTime() + 3000);
    await form.get(next.proofId);
    await form.sign();
    const [signed] = (await bench.find(form.document.documentId)).signees;
    expect(signed?.signature).toMatchObject({
      identification: { fullName: 'EVA EK' },
      proofs: [{ kind: 'id_scan' }, { kind: 'face_liveness', facts: { documentNumber: '*****4321' } }],
    });
  });

  it('leads to the page of the phone that it was started for, not to the document', async () => {
    const form = await open();
    await form.scan();
    await form.start('face_liveness', { device: 'phone' });
    const { proofId } = await form.start('face_liveness');
    expect(returnUrls.map((url) => url.split('#')[0])).toEqual(['https://sign.test/phone', ORIGIN.pageUrl]);
    expect(returnUrls[1]).toContain(`#check=${proofId}&nonce=`);
  });

  it('leaves no portrait when the document is revoked or deleted before it is signed', async () => {
    const [revoked, deleted] = [await open(), await open()];
    for (const form of [revoked, deleted]) {
      await form.scan();
      await bench.signing.documents.revoke(caller, form.document.documentId);
    }
    expect(blobs().filter((blob) => blob === 'portrait')).toHaveLength(2);
    await bench.runJobs();
    expect(blobs()).not.toContain('portrait');
    await bench.signing.documents.delete(caller, deleted.document.documentId);
    const { documentId, signees } = deleted.document;
    const { proofs } = bench.database.read;
    expect(await proofs.listForSignee(documentId, signees[0]?.signeeId ?? '')).toEqual([]);
  });

  it('takes no outcome from the page, except in the sandbox', async () => {
    const form = await open();
    await form.scan();
    const { proofId } = await form.start('face_liveness');
    await expect(form.answer(proofId, 'passed')).rejects.toMatchObject({ code: 'proof_over' });
    Object.assign(bench.deps, { faceCheck: { ...provider, isSandbox: true } });
    await expect(form.answer(proofId, 'passed')).rejects.toMatchObject({ code: 'proof_over' });
    const own = await form.start('face_liveness');
    expect(await form.answer(own.proofId, 'passed')).toMatchObject({ status: 'succeeded' });
  });
});
