import type { Caller } from '@countersign/identity';
import { beforeEach, describe, expect, it } from 'vitest';
import { readAuditTrail } from '../audit/audit-trail.ts';
import type { ConfigurationRequest } from '../configuration/problems.ts';
import { FakeFault } from '../testing/fake-toolkit.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';
import type { Signee } from './document.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let bench: Workbench;
let caller: Caller;
beforeEach(async () => {
  bench = new Workbench();
  caller = await bench.addCaller({}, { emailAddress: 'owner@example.com' });
});

async function pass(ms: number): Promise<void> {
  bench.now = new Date(bench.now.getTime() + ms);
  await bench.signing.jobs.run({ name: 'follow-up-documents' });
  await bench.runJobs();
}

const inDays = (days: number) => new Date(bench.now.getTime() + days * DAY_MS).toISOString();
const ada = signeeInput({ fullName: 'Ada', emailAddress: 'ada@example.com' });
const bo = signeeInput({ fullName: 'Bo', emailAddress: 'bo@example.com' });

/** The recipients of a kind of message, in order. */
const receiversOf = (kind: string) =>
  bench.messages.filter(({ subject }) => subject.startsWith(`${kind} `)).map(({ to }) => to);

async function trailOf(documentId: string) {
  const { entries } = await readAuditTrail(bench.database.read, { kind: 'document', id: documentId });
  return entries.map(({ type, userId, details }) => ({ type, userId, details }));
}

describe('a document with an expiry date', () => {
  const send = (changes: Partial<ConfigurationRequest> = {}) =>
    bench.send(caller, [ada, bo], { expiryDate: inDays(10), ...changes });

  it('is revoked when the date has passed, not before, and says why', async () => {
    const { documentId } = await send();
    await pass(10 * DAY_MS - 1);
    expect((await bench.find(documentId)).status).toBe('awaiting_signatures');
    await pass(1);
    expect(await bench.find(documentId)).toMatchObject({ status: 'revoked', revokedAt: bench.now });
    expect((await trailOf(documentId)).at(-1)).toEqual({
      type: 'document.revoked',
      userId: null,
      details: { reason: 'expired' },
    });
    expect((await bench.events(documentId)).at(-1)).toBe('document.revoked');
  });

  it('sends one notice to the owner and to those who were invited, however often the job runs', async () => {
    const signees = [
      { ...ada, signingOrder: 1 },
      { ...bo, signingOrder: 2 },
    ];
    await bench.send(caller, signees, { expiryDate: inDays(10), enableSigningOrder: true });
    for (let times = 0; times < 3; times++) await pass(10 * DAY_MS);
    expect(receiversOf('expired')).toEqual(['ada@example.com']);
    expect(receiversOf('owner_expired')).toEqual(['owner@example.com']);
  });

  it('can neither be signed nor read any more, and its page says that the time is over', async () => {
    const { signees } = await send();
    await pass(10 * DAY_MS);
    const view = await bench.signing.signingPages.open(signees[0]?.token ?? '');
    expect(view).toMatchObject({ canSign: false, reason: 'expired', fields: [], pages: 0 });
    // The refusals said that it was revoked.
    const refusal = { code: 'document_not_signable', params: { status: 'expired' } };
    const token = signees[0]?.token ?? '';
    await expect(bench.sign(signees[0])).rejects.toMatchObject(refusal);
    await expect(bench.signing.signingPages.readFile(token)).rejects.toMatchObject(refusal);
  });

  // They were answered that the document was revoked.
  it('is refused to senders because the time is over', async () => {
    const { documentId, signees } = await send();
    await pass(10 * DAY_MS);
    const [signee] = signees;
    const { documents } = bench.signing;
    const signeeId = signee?.signeeId ?? '';
    const refusal = { code: 'document_not_signable', params: { status: 'expired', asker: 'sender' } };
    const change = [{ signeeId, fullName: 'Eva' }];
    await expect(documents.remind(caller, documentId, [signeeId])).rejects.toMatchObject(refusal);
    await expect(documents.changeContacts(caller, documentId, change)).rejects.toMatchObject(refusal);
    await expect(documents.setAutomaticReminders(caller, documentId, null)).rejects.toMatchObject(refusal);
  });

  it('cannot be signed in the minute before the job runs', async () => {
    const { documentId, signees } = await send();
    bench.now = new Date(bench.now.getTime() + 10 * DAY_MS);
    await expect(bench.sign(signees[0])).rejects.toMatchObject({
      code: 'document_not_signable',
      params: { status: 'expired' },
    });
    expect((await bench.find(documentId)).signees[0]?.signature).toBeNull();
  });

  it('keeps its content until the retention after that is over', async () => {
    const { documentId } = await send();
    await pass(10 * DAY_MS);
    const { preparedBlobId } = await bench.find(documentId);
    await pass(89 * DAY_MS);
    await bench.signing.jobs.run({ name: 'remove-expired' });
    expect(await bench.find(documentId)).toMatchObject({
      status: 'revoked',
      name: 'Contract',
      preparedBlobId,
    });
    await pass(DAY_MS);
    await bench.signing.jobs.run({ name: 'remove-expired' });
    await bench.runJobs();
    expect(await bench.find(documentId)).toMatchObject({ status: 'deleted', name: '', preparedBlobId: null });
    expect([...bench.blobs.blobs.keys()]).not.toContain(preparedBlobId);
  });

  it('does not expire once everybody has signed, while its seal is to be made', async () => {
    const { documentId, signees } = await send();
    for (const signee of signees) await bench.sign(signee);
    bench.toolkit.complete = () => Promise.reject(new FakeFault('pdf_timeout'));
    await bench.runJobs();
    await pass(11 * DAY_MS);
    expect((await bench.find(documentId)).status).toBe('awaiting_signatures');
  });

  it('goes on with another run after a full batch', async () => {
    const fileId = await bench.upload(caller);
    for (let count = 0; count < 101; count++) await send({ fileId });
    await pass(10 * DAY_MS);
    expect(await bench.database.read.documents.listForFollowUp(bench.now, 1)).toEqual([]);
    expect(receiversOf('owner_expired')).toHaveLength(101);
  });
});

describe('automatic reminders', () => {
  const send = (automaticReminders: { afterDays: number; everyDays?: number }, signees = [ada]) =>
    bench.send(caller, signees, { automaticReminders });
  const signeeOf = async (documentId: string): Promise<Signee | undefined> =>
    (await bench.find(documentId)).signees[0];

  it('are sent after the first days and then at their interval, counted and audited', async () => {
    const { documentId, signees } = await send({ afterDays: 3, everyDays: 2 });
    await pass(3 * DAY_MS - 1);
    expect(receiversOf('reminder')).toEqual([]);
    await pass(1);
    await pass(2 * DAY_MS - 1);
    expect(receiversOf('reminder')).toHaveLength(1);
    await pass(1);
    expect(receiversOf('reminder')).toEqual(['ada@example.com', 'ada@example.com']);
    expect((await signeeOf(documentId))?.reminders).toEqual({
      count: 2,
      recent: [new Date(bench.now.getTime() - 2 * DAY_MS), bench.now],
    });
    expect((await trailOf(documentId)).filter(({ type }) => type === 'document.reminded')).toEqual(
      Array.from({ length: 2 }, () => ({
        type: 'document.reminded',
        userId: null,
        details: { automatic: true, signeeId: signees[0]?.signeeId, channels: ['email'] },
      })),
    );
  });

  it('are one without an interval', async () => {
    await send({ afterDays: 1 });
    for (let day = 0; day < 9; day++) await pass(DAY_MS);
    expect(receiversOf('reminder')).toHaveLength(1);
  });

  it('are not made up for after an outage, and keep their time of the day', async () => {
    await send({ afterDays: 1, everyDays: 1 });
    await pass(5 * DAY_MS + 7 * MINUTE_MS);
    expect(receiversOf('reminder')).toHaveLength(1);
    await pass(DAY_MS - 8 * MINUTE_MS);
    expect(receiversOf('reminder')).toHaveLength(1);
    await pass(MINUTE_MS);
    expect(receiversOf('reminder')).toHaveLength(2);
  });

  it('wait while the limit of reminders is reached [8-01]', async () => {
    const { documentId, signees } = await send({ afterDays: 1 });
    const signeeIds = signees.map(({ signeeId }) => signeeId);
    bench.now = new Date(bench.now.getTime() + DAY_MS - 10 * MINUTE_MS);
    for (let times = 0; times < 2; times++)
      await bench.signing.documents.remind(caller, documentId, signeeIds);
    await pass(10 * MINUTE_MS);
    expect(receiversOf('reminder')).toHaveLength(2);
    await pass(50 * MINUTE_MS);
    expect(receiversOf('reminder')).toHaveLength(3);
  });

  it('begin for each signee when it is their turn, also without an invitation [4.4-73]', async () => {
    const signees = [
      { ...ada, signingOrder: 1 },
      { ...bo, signingOrder: 2, disableInvitationMessage: true },
    ];
    const automaticReminders = { afterDays: 2, everyDays: 2 };
    const document = await bench.send(caller, signees, { automaticReminders, enableSigningOrder: true });
    await pass(DAY_MS);
    await bench.sign(document.signees[0]);
    await bench.runJobs();
    await pass(2 * DAY_MS - 1);
    expect(receiversOf('reminder')).toEqual([]);
    await pass(1);
    expect(receiversOf('reminder')).toEqual(['bo@example.com']);
  });

  it('begin again for corrected contact details', async () => {
    const { documentId, signees } = await send({ afterDays: 2 });
    await pass(2 * DAY_MS);
    const change = { signeeId: signees[0]?.signeeId ?? '', emailAddress: 'new@example.com' };
    await bench.signing.documents.changeContacts(caller, documentId, [change]);
    await pass(2 * DAY_MS);
    expect(receiversOf('reminder')).toEqual(['ada@example.com', 'new@example.com']);
  });

  it('end with the signature, with revocation and with expiry', async () => {
    const automaticReminders = { afterDays: 2, everyDays: 1 };
    const [signed, revoked] = [
      await send(automaticReminders, [ada, bo]),
      await send(automaticReminders, [bo]),
    ];
    await bench.send(caller, [bo], { automaticReminders, expiryDate: inDays(2) });
    await bench.sign(signed.signees[0]);
    await bench.signing.documents.revoke(caller, revoked.documentId);
    await pass(2 * DAY_MS);
    await bench.sign((await bench.find(signed.documentId)).signees[1]);
    await bench.runJobs();
    await pass(9 * DAY_MS);
    expect(receiversOf('reminder')).toEqual(['bo@example.com']);
    expect(await bench.database.read.documents.listForFollowUp(inFarFuture(), 1)).toEqual([]);
  });

  const inFarFuture = () => new Date(bench.now.getTime() + 1000 * DAY_MS);
});
