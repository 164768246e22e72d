import { Readable } from 'node:stream';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditType } from '../audit/audit-entry.ts';
import type { Visitor } from '../sessions/find-session.ts';
import { FakePayments } from '../testing/fake-payments.ts';
import { signeeInput, typedSignature, Workbench } from '../testing/workbench.ts';

const PAYMENT = { amount: 12_050, currency: 'sek', description: 'Deposit' };
const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'Test/1', pageUrl: 'https://sign.test/x' };
const DAY_MS = 86_400_000;

let bench: Workbench;
let caller: Caller;
let payments: FakePayments;
beforeEach(async () => {
  bench = new Workbench();
  payments = new FakePayments();
  Object.assign(bench.deps, { paymentProvider: payments });
  Object.assign(bench.deps.settings, { providers: new Set(['payments']) });
  caller = await bench.addCaller({ capabilities: ['payments'] }, { emailAddress: 'owner@example.com' });
});
afterEach(() => bench.blobs.close());

async function openDocument() {
  const { documentId, signees } = await bench.send(caller, [signeeInput({ payment: PAYMENT })]);
  const { token = '', signeeId = '' } = signees[0] ?? {};
  const browser = await openBrowser(token);
  return { documentId, signeeId, token, ...browser };
}

/** A browser of the signee. */
async function openBrowser(token: string) {
  const visitor: Visitor & { sessionId: string | null } = {
    sessionId: null,
    onSession: (sessionId) => {
      visitor.sessionId = sessionId;
    },
  };
  await bench.signing.signingPages.open(token, visitor);
  const command = { kind: 'payment', input: {}, origin: ORIGIN };
  return {
    start: () => bench.signing.proofs.start(token, command, visitor),
    send: (file: Parameters<typeof bench.signing.proofs.receiveFile>[1]) =>
      bench.signing.proofs.receiveFile(token, file, visitor),
    get: (proofId: string) => bench.signing.proofs.get(token, proofId, visitor),
    sign: () => bench.signing.signingPages.sign(token, typedSignature(), visitor),
  };
}
type OpenDocument = Awaited<ReturnType<typeof openDocument>>;

/** Each ends a payment that was not made yet. */
const ENDINGS: readonly [string, (document: OpenDocument) => Promise<unknown>][] = [
  ['the document was revoked', ({ documentId }) => bench.signing.documents.revoke(caller, documentId)],
  ['the signee declined', ({ token }) => bench.signing.signingPages.decline(token, 'No')],
  [
    'the contact details were changed',
    ({ documentId, signeeId }) => {
      const change = { signeeId, emailAddress: 'new@example.com' };
      return bench.signing.documents.changeContacts(caller, documentId, [change]);
    },
  ],
  [
    'the document was deleted',
    async ({ documentId }) => {
      await bench.signing.documents.revoke(caller, documentId);
      await bench.signing.documents.delete(caller, documentId);
    },
  ],
];

const mails = () => bench.messages.filter(({ subject }) => subject.startsWith('owner_payment_unused'));

async function detailsOf(documentId: string, type: AuditType): Promise<readonly unknown[]> {
  const trail = await bench.database.read.audit.listFor({ kind: 'document', id: documentId });
  return trail.filter((entry) => entry.type === type).map(({ details }) => JSON.parse(details));
}

const unusedPayments = (documentId: string) => detailsOf(documentId, 'document.payment_unused');

const factsOf = (proofId: string) => ({
  ...{ amount: '120.50 SEK', provider: 'stripe', paymentId: `pi_${proofId}` },
});

const keptPayments = async (documentId: string) =>
  ((await bench.find(documentId)).signees[0]?.keptProofs ?? []).map(({ facts }) => facts.paymentId);

// The file was counted in a way that stored the payment a second time. The sender got a mail to refund it.
it('that a signature counts is not reported as unused when a file is sent to it', async () => {
  const document = await openDocument();
  const { proofId } = await document.start();
  await payments.pay(proofId);
  await bench.signing.proofs.pollReported(proofId);
  const file = {
    proofId,
    content: Readable.from([Buffer.from('x')]),
    originalName: 'x',
    part: 'file',
    origin: ORIGIN,
  };
  expect(await document.send(file)).toMatchObject({ status: 'succeeded' });
  await bench.runJobs();
  expect(await keptPayments(document.documentId)).toEqual([`pi_${proofId}`]);
  expect(await unusedPayments(document.documentId)).toEqual([]);
  expect(mails()).toEqual([]);
});

describe.each(ENDINGS)('a payment that is open when %s', (_, end) => {
  it('can no longer be made', async () => {
    const document = await openDocument();
    const { proofId } = await document.start();
    await end(document);
    await bench.runJobs();
    expect(await payments.statusOf(proofId)).toBe('expired');
    await bench.signing.proofs.pollReported(proofId);
    expect(await unusedPayments(document.documentId)).toEqual([]);
    expect(mails()).toEqual([]);
  });

  // Money was taken, and neither the trail nor the sender knew of it.
  it('is recorded once if it was made at the last moment, and the sender gets a mail', async () => {
    const document = await openDocument();
    const { documentId, signeeId } = document;
    const { proofId } = await document.start();
    await payments.pay(proofId);
    await end(document);
    await bench.signing.proofs.pollReported(proofId);
    await bench.runJobs();
    const job = { documentId, signeeId, proofId, checkoutId: `cs_${proofId}` };
    await bench.signing.jobs.run({ name: 'end-checkout', ...job, startedAt: bench.now.toISOString() });
    await bench.runJobs();
    expect(await unusedPayments(documentId)).toEqual([{ signeeId, proofId, ...factsOf(proofId) }]);
    expect(mails()).toMatchObject([{ to: 'owner@example.com' }]);
    expect(mails()[0]?.text).toContain(`120.50 SEK, stripe, pi_${proofId}`);
    const { name } = await bench.find(documentId);
    expect(mails()[0]?.html).toContain(name || documentId);
  });
});

it('a report on a payment is no error if the document ends while the provider is asked', async () => {
  const document = await openDocument();
  const { proofId } = await document.start();
  await payments.pay(proofId);
  const findCheckout = payments.findCheckout.bind(payments);
  payments.findCheckout = async (checkoutId) => {
    payments.findCheckout = findCheckout;
    await bench.signing.documents.revoke(caller, document.documentId);
    return findCheckout(checkoutId);
  };
  await bench.signing.proofs.pollReported(proofId);
  await bench.runJobs();
  expect(await unusedPayments(document.documentId)).toMatchObject([{ proofId }]);
});

describe('payments of one signee in two browsers', () => {
  it('are open in one at a time', async () => {
    const document = await openDocument();
    const first = await document.start();
    const other = await openBrowser(document.token);
    const second = await other.start();
    await bench.runJobs();
    expect(await payments.statusOf(first.proofId)).toBe('expired');
    expect(await payments.statusOf(second.proofId)).toBe('open');
    expect(await document.get(first.proofId)).toMatchObject({ status: 'failed', reason: 'superseded' });
  });

  it('end when one was made, also one that another browser had replaced', async () => {
    const document = await openDocument();
    const first = await document.start();
    await payments.pay(first.proofId);
    const other = await openBrowser(document.token);
    const second = await other.start();
    await bench.runJobs();
    expect(await payments.statusOf(second.proofId)).toBe('expired');
    expect(await other.get(second.proofId)).toMatchObject({ status: 'failed', reason: 'superseded' });
    await expect(other.start()).rejects.toMatchObject({ code: 'invalid_request' });
    await other.sign();
    expect(await keptPayments(document.documentId)).toEqual([`pi_${first.proofId}`]);
    expect(mails()).toEqual([]);
  });

  it('count once when both were made: the other is reported to the sender', async () => {
    const document = await openDocument();
    const first = await document.start();
    const second = await (await openBrowser(document.token)).start();
    for (const { proofId } of [first, second]) await payments.pay(proofId);
    for (const { proofId } of [second, first]) await bench.signing.proofs.pollReported(proofId);
    await bench.runJobs();
    expect(await keptPayments(document.documentId)).toEqual([`pi_${second.proofId}`]);
    expect(await unusedPayments(document.documentId)).toMatchObject([{ proofId: first.proofId }]);
    expect(mails()).toHaveLength(1);
  });
});

describe('a checkout', () => {
  const takeDelayedJob = () => {
    const { job, startAfterSeconds, accountId } =
      bench.database.jobs.find(({ job: { name } }) => name === 'end-checkout') ?? {};
    return { job, startAfterSeconds, accountId };
  };

  it('is looked up when its time is over, also if neither the provider nor the browser reported it', async () => {
    const document = await openDocument();
    const { proofId } = await document.start();
    const { job, startAfterSeconds } = takeDelayedJob();
    expect(startAfterSeconds).toBe(3600);
    await payments.pay(proofId);
    bench.now = new Date(bench.now.getTime() + 3_600_000);
    if (job !== undefined) await bench.signing.jobs.run(job);
    expect(await keptPayments(document.documentId)).toEqual([`pi_${proofId}`]);
    expect(await unusedPayments(document.documentId)).toEqual([]);
  });

  // The sender got a mail to refund what the signee still had to pay.
  it('counts although the session has ended and its proofs are removed, if the signee still has to pay', async () => {
    const document = await openDocument();
    const { proofId } = await document.start();
    const { job } = takeDelayedJob();
    await payments.pay(proofId);
    bench.now = new Date(bench.now.getTime() + 3 * DAY_MS);
    await bench.signing.jobs.run({ name: 'remove-expired' });
    expect(await bench.database.read.proofs.find(proofId)).toBeNull();
    if (job !== undefined) for (const _ of [1, 2]) await bench.signing.jobs.run(job);
    expect(await keptPayments(document.documentId)).toEqual([`pi_${proofId}`]);
    expect(await unusedPayments(document.documentId)).toEqual([]);
    expect(mails()).toEqual([]);
    const { signeeId } = document;
    expect(await detailsOf(document.documentId, 'document.proof_succeeded')).toEqual([
      { signeeId, proofId, kind: 'payment', ...factsOf(proofId) },
    ]);
    await (await openBrowser(document.token)).sign();
  });

  it('of the last hour of a session counts after it, and ends when another session begins one', async () => {
    const document = await openDocument();
    bench.now = new Date(bench.now.getTime() + DAY_MS - 1_800_000);
    const first = await document.start();
    bench.now = new Date(bench.now.getTime() + 1_900_000);
    await bench.signing.jobs.run({ name: 'remove-expired' });
    const later = await openBrowser(document.token);
    const second = await later.start();
    const due = bench.database.jobs.filter(
      ({ job, startAfterSeconds = 0 }) => job.name === 'end-checkout' && startAfterSeconds === 0,
    );
    for (const { job } of due) await bench.signing.jobs.run(job);
    expect(await payments.statusOf(first.proofId)).toBe('expired');
    await payments.pay(second.proofId);
    await bench.signing.proofs.pollReported(second.proofId);
    await later.sign();
    expect(mails()).toEqual([]);
  });

  it('without a proof is unused if another amount was paid', async () => {
    const document = await openDocument();
    const { proofId } = await document.start();
    const { job } = takeDelayedJob();
    await payments.pay(proofId, { amount: 1 });
    bench.now = new Date(bench.now.getTime() + 3 * DAY_MS);
    await bench.signing.jobs.run({ name: 'remove-expired' });
    if (job !== undefined) await bench.signing.jobs.run(job);
    expect(await unusedPayments(document.documentId)).toMatchObject([{ proofId, amount: '0.01 SEK' }]);
  });

  it('is looked up daily while a bank has to confirm the payment, for two weeks', async () => {
    const document = await openDocument();
    const { proofId } = await document.start();
    payments.payUnconfirmed(proofId);
    await bench.signing.documents.revoke(caller, document.documentId);
    await bench.runJobs({ except: 'end-checkout' });
    const job = { documentId: document.documentId, signeeId: document.signeeId, proofId };
    const startedAt = bench.now.toISOString();
    let next = { name: 'end-checkout' as const, ...job, checkoutId: `cs_${proofId}`, startedAt, round: 0 };
    for (const round of [1, 2]) {
      bench.now = new Date(bench.now.getTime() + DAY_MS);
      await bench.signing.jobs.run(next);
      // A job without an account overtakes the turns of all.
      const expected = { startAfterSeconds: 86_400, accountId: caller.accountId };
      expect(takeDelayedJob()).toEqual({ job: { ...next, round }, ...expected });
      next = { ...next, round };
      bench.database.takeJob();
    }
    await bench.signing.jobs.run({ ...next, round: 14 });
    expect(takeDelayedJob().job).toBeUndefined();
    const { items } = await bench.signing.documents.listEvents(caller, document.documentId, {
      ...{ limit: 1, offset: 0 },
    });
    const payment = { amount: '120.50 SEK', provider: 'stripe', paymentId: `cs_${proofId}` };
    expect(items).toMatchObject([{ type: 'document.payment_unconfirmed', details: payment }]);
    await payments.pay(proofId);
    await bench.signing.jobs.run(next);
    expect(await unusedPayments(document.documentId)).toMatchObject([{ proofId }]);
  });

  // Its start and each of its ends had a job of its own, and each reported it after two weeks.
  it('that no bank confirms is reported once, also after the document was deleted, and its payment after that', async () => {
    const { documentId, signeeId, token } = await openDocument();
    const { proofId } = await (await openBrowser(token)).start();
    payments.payUnconfirmed(proofId);
    const startedAt = bench.now.toISOString();
    const facts = { documentId, signeeId, proofId, checkoutId: `cs_${proofId}`, startedAt };
    const job = { name: 'end-checkout', ...facts } as const;
    await bench.signing.jobs.run({ ...job, round: 14 });
    await bench.signing.jobs.run({ ...job, round: 14 });
    await bench.signing.documents.revoke(caller, documentId);
    await bench.signing.documents.delete(caller, documentId);
    await bench.runJobs({ except: 'end-checkout' });
    await bench.signing.jobs.run({ ...job, round: 14 });
    const trail = await bench.database.read.audit.listFor({ kind: 'document', id: documentId });
    expect(trail.filter(({ type }) => type === 'document.payment_unconfirmed')).toHaveLength(1);
    await payments.pay(proofId);
    await bench.signing.jobs.run(job);
    expect(await unusedPayments(documentId)).toMatchObject([{ proofId }]);
  });
});
