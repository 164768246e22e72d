import { forbidsManualEntry, parseFieldName } from '@countersign/forms/attributes';
import type { Caller } from '@countersign/identity';
import type { CompleteRequest } from '@countersign/toolkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  HostedScanAnswer,
  HostedScanner,
  HostedScanRequest,
  ScanConditions,
} from '../ports/id-scanner.ts';
import type { Visitor } from '../sessions/find-session.ts';
import { fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, typedSignature, Workbench } from '../testing/workbench.ts';

const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'Test/1', pageUrl: 'https://sign.test/x' };
const TRIGGER = 'Scan|svc-scan-id[1]';
const READ: HostedScanAnswer = {
  outcome: 'read',
  identity: {
    ...{ isPassport: true, issuingState: 'SWE', nationality: '', lastName: 'EK', firstName: 'ANNA' },
    ...{ documentNumber: 'AA1234567', birthDate: '1974-08-12', expiryDate: '2030-04-15' },
    ...{ personalNumber: '197408121234', issueDate: '2025-04-15', placeOfBirth: 'UMEÅ' },
  },
  images: { front: Buffer.from('jpeg of front'), portrait: Buffer.from('jpeg of face'), documentRear: null },
};

describe("a scan on a provider's page", () => {
  let bench: Workbench;
  let caller: Caller;
  let answer: HostedScanAnswer | Error;
  let requests: HostedScanRequest[];
  let conditions: ScanConditions[];
  const scanner: HostedScanner = {
    name: 'Vendor',
    async start(request) {
      if (answer instanceof Error) throw answer;
      requests.push(request);
      return { sessionId: `session ${requests.length}`, url: `https://vendor.test/${requests.length}` };
    },
    async fetch(_, given) {
      if (answer instanceof Error) throw answer;
      conditions.push(given);
      return answer;
    },
  };
  beforeEach(async () => {
    bench = new Workbench();
    [answer, requests, conditions] = [{ outcome: 'pending' }, [], []];
    const providers = new Set([...bench.deps.settings.providers, 'signatureIdScan' as const]);
    Object.assign(bench.deps, { idScanner: scanner, settings: { ...bench.deps.settings, providers } });
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  const open = async (
    names: readonly string[] = [TRIGGER],
    signee: Parameters<typeof signeeInput>[0] = {},
  ) => {
    const fileId = await bench.upload(caller, fakePdf({ fields: names.map(scanField) }));
    const document = await bench.send(caller, [signeeInput(signee)], { fileId });
    const token = document.signees[0]?.token ?? '';
    const visitor = newVisitor();
    const { proofs, signingPages } = bench.signing;
    await signingPages.open(token, visitor);
    const leave = (field: string | undefined = names[0], input = {}, by: Visitor = visitor) =>
      proofs.start(token, { kind: 'id_scan', field, input, origin: ORIGIN }, by);
    /** As the page does with the fragment of the address that the provider leads back to. */
    const comeBack = (proofId: string, nonce = lastNonce(), by: Visitor = visitor) =>
      proofs.answer(token, { proofId, input: { nonce }, origin: ORIGIN }, by);
    return {
      document,
      token,
      leave,
      comeBack,
      async start(...given: Parameters<typeof leave>) {
        const started = await leave(...given);
        if (started.status !== 'pending') return started;
        // Before the provider has a result.
        const later = answer;
        answer = { outcome: 'pending' };
        const returned = await comeBack(started.proofId);
        [answer, conditions] = [later, []];
        return returned;
      },
      get: (proofId: string) => proofs.get(token, proofId, visitor),
      open: () => signingPages.open(token, visitor),
      sign: () => signingPages.sign(token, typedSignature(), visitor),
      async sealed() {
        await bench.signing.jobs.run({ name: 'complete-document', documentId: document.documentId });
        const { sealedBlobId } = await bench.find(document.documentId);
        return JSON.parse(String(bench.blobs.blobs.get(sealedBlobId ?? ''))).completed as CompleteRequest;
      },
    };
  };
  const lastNonce = () =>
    new URLSearchParams(requests.at(-1)?.returnUrl.split('#')[1] ?? '').get('nonce') ?? '';
  const report = () => bench.signing.proofs.pollReported(requests.at(-1)?.reference ?? '');
  const images = () =>
    [...bench.blobs.blobs.values()].map(String).filter((blob) => blob.startsWith('jpeg of'));
  const later = (seconds: number) => {
    bench.now = new Date(bench.now.getTime() + seconds * 1000);
  };

  it('leads there and back, says who reads the document, and takes no pictures here', async () => {
    const form = await open();
    expect((await form.open()).checks[0]?.introduction).toMatchObject({
      provider: 'Vendor',
      isOneSided: false,
    });
    const { proofId, details } = await form.start();
    expect(details).toMatchObject({ url: 'https://vendor.test/1', provider: 'Vendor' });
    const phone = await form.start(TRIGGER, { device: 'phone' });
    expect(requests.map(({ returnUrl }) => returnUrl.replace(/nonce=[\w-]{43}$/, ''))).toEqual([
      `${ORIGIN.pageUrl}#check=${proofId}&`,
      `https://sign.test/phone#check=${phone.proofId}&`,
    ]);
  });

  // A signee sent the link of their own scan to another person, and had that person's document in their signature.
  it('is done only when the browser that began it came back', async () => {
    const form = await open();
    const { proofId, details } = await form.leave();
    const nonce = lastNonce();
    expect(JSON.stringify(details)).not.toContain(nonce);
    answer = READ;
    await report();
    later(3);
    expect(await form.get(proofId)).toMatchObject({ status: 'pending' });
    const stranger = newVisitor();
    await bench.signing.signingPages.open(form.token, stranger);
    await expect(form.comeBack(proofId, nonce, stranger)).rejects.toMatchObject({ code: 'proof_not_found' });
    answer = new Error('outage');
    expect(await form.comeBack(proofId, nonce)).toMatchObject({ status: 'pending' });
    answer = READ;
    later(3);
    expect(await form.get(proofId)).toMatchObject({ status: 'succeeded' });
  });

  it('fails in a browser that came back from another scan', async () => {
    const form = await open();
    const { proofId } = await form.leave();
    answer = READ;
    expect(await form.comeBack(proofId, 'another')).toMatchObject({
      ...{ status: 'failed', reason: 'other_browser' },
    });
  });

  it('[2.10-37] [2.10-40] fills the same fields as a scan of pictures, with what only the printed text has', async () => {
    const parts = { lastname: 'EK', issuedate: '2025-04-15', placeofbirth: 'UMEÅ', nationality: '' };
    const names = Object.keys(parts).map((part) => `${part}|svc-scanned-id-mrz-${part}[1]`);
    const form = await open([TRIGGER, ...names]);
    const { proofId } = await form.start();
    expect(await form.get(proofId)).toMatchObject({ status: 'pending' });
    answer = READ;
    later(3);
    expect(await form.get(proofId)).toMatchObject({ status: 'succeeded' });
    const { fields } = await form.open();
    expect(Object.fromEntries(fields.slice(1).map(({ label, value }) => [label, value[0] ?? '']))).toEqual(
      parts,
    );
    await form.sign();
    const { evidence, stamps } = await form.sealed();
    const facts = { document: 'passport', variant: 'full', documentNumber: '*****4567', provider: 'Vendor' };
    expect(evidence?.record.facts).toMatchObject({ signees: [{ proofs: [{ kind: 'id_scan', facts }] }] });
    expect(stamps.filter(({ kind }) => kind === 'id_scan')).toHaveLength(1);
  });

  it.each([
    ['svc-scan-id', false, false],
    ['svc-scan-id-basic', true, false],
    ['svc-scan-id-passport', false, true],
    ['svc-scan-id-passport-basic', true, true],
  ])('asks for the documents of %s', async (attribute, isBasic, passportsOnly) => {
    const form = await open([`Scan|${attribute}[1]`]);
    await form.get((await form.start()).proofId);
    expect((await form.open()).checks[0]?.introduction).toMatchObject({ isBasic, passportsOnly });
    expect(conditions).toMatchObject([
      { isBasic, passportsOnly, today: bench.now.toISOString().slice(0, 10) },
    ]);
  });

  it('is done by the report, once, before the signee is back', async () => {
    const form = await open();
    const { proofId } = await form.start();
    answer = READ;
    for (let count = 0; count < 2; count++) await report();
    expect(images()).toEqual(['jpeg of front']);
    expect(conditions).toHaveLength(1);
    expect(await form.get(proofId)).toMatchObject({ status: 'succeeded' });
    const entries = await bench.database.read.audit.listFor({
      kind: 'document',
      id: form.document.documentId,
    });
    expect(entries.filter(({ type }) => type === 'document.proof_succeeded')).toHaveLength(1);
  });

  it('keeps the images of one answer when the report and the page ask at the same time', async () => {
    const form = await open();
    const { proofId } = await form.start();
    answer = READ;
    await Promise.all([report(), form.get(proofId), report()]);
    expect(images()).toEqual(['jpeg of front']);
    await form.sign();
    expect((await form.sealed()).stamps.filter(({ kind }) => kind === 'id_scan')).toHaveLength(1);
  });

  it('is asked by a job when no report comes, less and less often, until it ends', async () => {
    const form = await open();
    const { proofId } = await form.start();
    const delays: number[] = [];
    const runWatch = async () => {
      const next = takeWatch(bench);
      if (next === undefined) return false;
      delays.push(next.startAfterSeconds);
      // A job without an account overtakes the turns of all.
      expect(next.accountId).toBe(caller.accountId);
      later(next.startAfterSeconds);
      await bench.signing.jobs.run(next.job);
      return true;
    };
    await runWatch();
    answer = new Error('outage');
    await runWatch();
    answer = READ;
    await runWatch();
    expect(await runWatch()).toBe(false);
    expect(delays).toEqual([60, 120, 240]);
    expect(await bench.database.read.proofs.find(proofId)).toMatchObject({ status: 'succeeded' });
  });

  // The look at the sixtieth minute found the proof expired, and did not ask.
  it('is asked by the last job too, when its time is over', async () => {
    const form = await open();
    const { proofId } = await form.start();
    for (let next = takeWatch(bench); next !== undefined; next = takeWatch(bench)) {
      later(next.startAfterSeconds);
      const proof = await bench.database.read.proofs.find(proofId);
      if (proof !== null && proof.expiresAt <= bench.now) answer = READ;
      await bench.signing.jobs.run(next.job);
    }
    expect(await bench.database.read.proofs.find(proofId)).toMatchObject({ status: 'succeeded' });
  });

  // After a crash between the two, the provider was not asked.
  it('is watched as soon as it is stored', async () => {
    const form = await open();
    const transact = bench.database.transact.bind(bench.database);
    bench.database.transact = async (work) => {
      const [proof] = await bench.database.read.proofs.listForDocument(form.document.documentId);
      if (proof !== undefined && proof.state !== null) throw new Error('the process has ended');
      return transact(work);
    };
    await form.leave();
    expect(takeWatch(bench)).toBeDefined();
  });

  it('expires by the job when nobody comes back, and is watched no more', async () => {
    const form = await open();
    const { proofId } = await form.start();
    let rounds = 0;
    for (let next = takeWatch(bench); next !== undefined; next = takeWatch(bench), rounds++) {
      later(next.startAfterSeconds);
      await bench.signing.jobs.run(next.job);
    }
    expect(rounds).toBe(7);
    expect(await bench.database.read.proofs.find(proofId)).toMatchObject({ status: 'expired' });
  });

  it.each([
    { outcome: 'refused', side: 'front', reason: 'expired' },
    { outcome: 'refused', side: 'front', reason: 'not_valid' },
    { outcome: 'failed', reason: 'cancelled' },
    { outcome: 'failed', reason: 'provider_failed' },
  ] as const)('ends with $reason, in the audit trail too, and can be begun again', async (refusal) => {
    const form = await open();
    const { proofId } = await form.start();
    answer = refusal;
    expect(await form.get(proofId)).toMatchObject({ status: 'failed', reason: refusal.reason });
    const entries = await bench.database.read.audit.listFor({
      kind: 'document',
      id: form.document.documentId,
    });
    expect(entries.at(-1)?.type).toBe('document.proof_failed');
    expect(JSON.parse(entries.at(-1)?.details ?? '')).toMatchObject({ proofId, reason: refusal.reason });
    await expect(form.sign()).rejects.toMatchObject({ code: 'trigger_not_completed' });
    expect((await form.start()).proofId).not.toBe(proofId);
  });

  it('gives another try while the provider is down', async () => {
    const form = await open();
    answer = new Error('connect ECONNREFUSED');
    await expect(form.start()).rejects.toMatchObject({ code: 'service_busy' });
    answer = { outcome: 'pending' };
    const { proofId } = await form.start();
    answer = new Error('timeout');
    await expect(form.get(proofId)).rejects.toMatchObject({ code: 'service_busy' });
    await expect(report()).rejects.toMatchObject({ code: 'service_busy' });
    answer = READ;
    later(3);
    expect(await form.get(proofId)).toMatchObject({ status: 'succeeded' });
  });

  it('[1-08] serves the signature method, and its image is in the box', async () => {
    const form = await open([], {
      signatureType: 'digital_ink_id_scan',
      idScanBox: { page: 0, x: 40, y: 100, scale: 0.5 },
    });
    await expect(form.sign()).rejects.toMatchObject({ code: 'proof_missing' });
    await form.start(undefined);
    answer = READ;
    await report();
    await form.sign();
    expect((await form.sealed()).stamps.map(({ box }) => box.type)).toEqual(['signature', 'id_scan']);
  });

  it('[D3-12] stores no image for a trigger that asks for text', async () => {
    const name = `${TRIGGER}|svc-scanned-id-mrz-lastname[1]`;
    const form = await open([name]);
    await form.start();
    answer = READ;
    await report();
    expect(images()).toEqual([]);
  });
});

/** The next job that watches a proof. */
function takeWatch({ database }: Workbench) {
  for (let next = database.takeJob(); next !== undefined; next = database.takeJob())
    if (next.job.name === 'watch-proof') return next;
  return undefined;
}

function scanField(name: string) {
  const { attributes } = parseFieldName(name);
  const isTrigger = attributes.some(({ kind }) => kind === 'trigger');
  return textField(name, {
    label: name.split('|')[0] ?? '',
    attributes,
    required: isTrigger,
    editable: false,
    widgets: [{ page: 0, x: 40, y: 60, width: 120, height: 80 }],
    readOnly: forbidsManualEntry(attributes),
  });
}

function newVisitor(): Visitor {
  const visitor = {
    sessionId: null as string | null,
    onSession: (sessionId: string) => {
      visitor.sessionId = sessionId;
    },
  };
  return visitor;
}
