import { parseFieldName } from '@countersign/forms/attributes';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SigneeInput } from '../configuration/configuration.ts';
import type { Visitor } from '../sessions/find-session.ts';
import { CODE_COOLDOWN_SECONDS, MAX_CODES_PER_DAY, MAX_SESSIONS_OF_LINK } from '../sessions/session.ts';
import { fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, typedSignature, Workbench } from '../testing/workbench.ts';

const MAIL = 'Mail|svc-email-verification';
const PHONE = 'Phone|svc-sms-verification';
const PLAIN = 'Plain';
const CODE = '012345';
const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'Test/1', pageUrl: 'https://sign.test/x' };

describe('proofs of a signing session', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller({ capabilities: ['deliverySms'] });
  });
  afterEach(() => bench.blobs.close());

  /** A document with a form, opened in one browser. */
  const openForm = async (signee: Partial<SigneeInput> = {}, names: readonly string[] = [MAIL, PHONE]) => {
    const fields = [...names.map((name) => triggerField(name)), textField(PLAIN)];
    const fileId = await bench.upload(caller, fakePdf({ fields }));
    const document = await bench.send(caller, [signeeInput(signee)], { fileId });
    const token = document.signees[0]?.token ?? '';
    const visitor = newVisitor();
    const view = await bench.signing.signingPages.open(token, visitor);
    bench.messages.length = 0;
    const start = (kind: string, field: string, input: unknown = {}, by: Visitor = visitor) =>
      bench.signing.proofs.start(token, { kind, field, input, origin: ORIGIN }, by);
    const answer = (proofId: string, code = CODE, by: Visitor = visitor) =>
      bench.signing.proofs.answer(token, { proofId, input: { code }, origin: ORIGIN }, by);
    const sign = () => bench.signing.signingPages.sign(token, typedSignature(), visitor);
    const open = () => bench.signing.signingPages.open(token, visitor);
    return { document, token, visitor, view, start, answer, sign, open };
  };
  const later = (seconds: number) => {
    bench.now = new Date(bench.now.getTime() + seconds * 1000);
  };

  it('[2.10-20] [D3-22] a required email check blocks signing until its code was entered, and fills in the address', async () => {
    const form = await openForm({}, [MAIL]);
    expect(form.view).toMatchObject({
      openTriggers: [MAIL],
      checks: [
        {
          kind: 'email_code',
          field: MAIL,
          required: true,
          isOffered: true,
          introduction: { contact: 'l***@example.com' },
          proofs: [],
        },
      ],
    });
    await expect(form.sign()).rejects.toMatchObject({ code: 'trigger_not_completed' });
    const proof = await form.start('email_code', MAIL);
    expect(proof).toMatchObject({
      status: 'pending',
      triesLeft: 5,
      details: { contact: 'l***@example.com' },
    });
    expect(bench.messages.map(({ to, channel }) => [channel, to])).toEqual([['email', 'lukasz@example.com']]);
    expect(await form.answer(proof.proofId, '012 345')).toMatchObject({ status: 'succeeded' });
    const view = await form.open();
    expect(view.openTriggers).toEqual([]);
    expect(view.fields.find(({ name }) => name === MAIL)).toMatchObject({
      value: ['lukasz@example.com'],
      readOnly: true,
    });
    await form.sign();
    const signed = await bench.find(form.document.documentId);
    expect(signed.signees[0]).toMatchObject({
      operatedTriggers: [{ field: MAIL }],
      signature: {
        values: [{ name: MAIL, value: ['lukasz@example.com'] }],
        proofs: [
          { kind: 'email_code', field: MAIL, attempts: 1, facts: { emailAddress: 'lukasz@example.com' } },
        ],
      },
    });
    expect(await bench.database.read.proofs.find(proof.proofId)).toBeNull();
  });

  it('[2.10-19] an SMS check asks a signee without a number for one, and fills in that number', async () => {
    const form = await openForm({}, [PHONE]);
    await expect(form.start('sms_code', PHONE)).rejects.toMatchObject({
      code: 'invalid_request',
      params: { member: 'input.phoneNumber', rule: 'required' },
    });
    await expect(form.start('sms_code', PHONE, { phoneNumber: '070' })).rejects.toMatchObject({
      params: { member: 'input.phoneNumber', rule: 'phone' },
    });
    const proof = await form.start('sms_code', PHONE, { phoneNumber: '+46 70 123 45 67' });
    expect(bench.messages.map(({ to, channel }) => [channel, to])).toEqual([['sms', '+46701234567']]);
    await form.answer(proof.proofId);
    expect((await form.open()).fields.find(({ name }) => name === PHONE)?.value).toEqual([
      '+46 70 123 45 67',
    ]);
  });

  it('sends to the contact on file, whatever the page says', async () => {
    const form = await openForm({}, [MAIL]);
    await form.start('email_code', MAIL, { emailAddress: 'other@example.com' });
    expect(bench.messages.map(({ to }) => to)).toEqual(['lukasz@example.com']);
  });

  it('[2.10-52] offers no SMS check to an account without the capability, and warns when the document is sent', async () => {
    caller = await bench.addCaller({ capabilities: [] });
    const form = await openForm({}, [PHONE]);
    expect(form.view.checks).toMatchObject([{ isOffered: false }]);
    await expect(form.start('sms_code', PHONE, { phoneNumber: '+46701234567' })).rejects.toMatchObject({
      code: 'proof_not_offered',
    });
    const fileId = await bench.upload(caller, fakePdf({ fields: [triggerField(PHONE), triggerField(MAIL)] }));
    const { warnings } = await bench.signing.documents.create(caller, {
      ...{ fileId, name: 'Contract', signeeDetails: [signeeInput()] },
    });
    expect(warnings.map(({ code, params }) => [code, params?.field])).toEqual([
      ['trigger_not_available', PHONE],
    ]);
  });

  it('counts wrong codes, says how many tries are left, and ends after the fifth', async () => {
    const form = await openForm({}, [MAIL]);
    const { proofId } = await form.start('email_code', MAIL);
    for (const triesLeft of [4, 3, 2, 1, 0])
      await expect(form.answer(proofId, '999999')).rejects.toMatchObject({
        code: 'code_invalid',
        params: { triesLeft },
      });
    await expect(form.answer(proofId)).rejects.toMatchObject({
      code: 'proof_over',
      params: { status: 'failed' },
    });
    await expect(form.start('email_code', MAIL)).rejects.toMatchObject({ code: 'proof_limit_reached' });
    later(61);
    await form.start('email_code', MAIL);
  });

  it('counts answers that come at once', async () => {
    const form = await openForm({}, [MAIL]);
    const { proofId } = await form.start('email_code', MAIL);
    const guesses = Array.from({ length: 20 }, () =>
      form.answer(proofId, '999999').catch(({ code }: { code: string }) => code),
    );
    const codes = await Promise.all(guesses);
    expect(codes.filter((code) => code === 'code_invalid')).toHaveLength(5);
    expect((await bench.database.read.proofs.find(proofId))?.status).toBe('failed');
  });

  it('takes no code after ten minutes, and starts anew', async () => {
    const form = await openForm({}, [MAIL]);
    const { proofId } = await form.start('email_code', MAIL);
    later(600);
    await expect(form.answer(proofId)).rejects.toMatchObject({
      code: 'proof_over',
      params: { status: 'expired' },
    });
    const next = await form.start('email_code', MAIL);
    expect(next.proofId).not.toBe(proofId);
    expect(await form.answer(next.proofId)).toMatchObject({ status: 'succeeded' });
  });

  it('ends an unfinished proof when another is started, and answers with one that succeeded', async () => {
    const form = await openForm({}, [MAIL]);
    const first = await form.start('email_code', MAIL);
    later(61);
    const second = await form.start('email_code', MAIL);
    expect(await bench.database.read.proofs.find(first.proofId)).toMatchObject({
      status: 'failed',
      reason: 'superseded',
    });
    await form.answer(second.proofId);
    expect(await form.start('email_code', MAIL)).toMatchObject({
      proofId: second.proofId,
      status: 'succeeded',
    });
  });

  it('limits the messages to all browsers of a signee', async () => {
    const form = await openForm({}, [MAIL]);
    await form.start('email_code', MAIL);
    const other = newVisitor();
    await bench.signing.signingPages.open(form.token, other);
    await expect(form.start('email_code', MAIL, {}, other)).rejects.toMatchObject({
      code: 'proof_limit_reached',
      params: { seconds: 60 },
    });
  });

  it('is of one browser only', async () => {
    const form = await openForm({}, [MAIL]);
    const { proofId } = await form.start('email_code', MAIL);
    const other = newVisitor();
    await bench.signing.signingPages.open(form.token, other);
    await expect(form.answer(proofId, CODE, other)).rejects.toMatchObject({ code: 'proof_not_found' });
    await form.answer(proofId);
    expect((await bench.signing.signingPages.open(form.token, other)).openTriggers).toEqual([MAIL]);
  });

  /** A scanner of mail that opened the link fifty times ended all checks there for two days. */
  it('says that the document has ended, not that the browser keeps no cookies: its end removed the session', async () => {
    const form = await openForm();
    await bench.signing.documents.revoke(caller, form.document.documentId);
    await expect(form.start('email_code', MAIL)).rejects.toThrow('document_not_signable');
  });

  it('can begin after any number of openings without cookies, which end no session with a check', async () => {
    const form = await openForm({}, [MAIL]);
    const { proofId } = await form.start('email_code', MAIL);
    for (let count = 0; count < 2 * MAX_SESSIONS_OF_LINK; count += 1)
      await bench.signing.signingPages.open(form.token);
    await form.answer(proofId);
    expect((await form.open()).openTriggers).toEqual([]);
    const other = newVisitor();
    await bench.signing.signingPages.open(form.token, other);
    later(CODE_COOLDOWN_SECONDS);
    expect(await form.start('email_code', MAIL, {}, other)).toMatchObject({ status: 'pending' });
  });

  // A hundred visitors in an hour who entered every code closed a link for the next.
  it('leaves room for other visitors of a link once its code was entered', async () => {
    Object.assign(bench.deps.settings, { maxVisitorCodesOfLink: 1 });
    const owner = await bench.addCaller({ capabilities: ['publicLinks', 'publicLinksCreate'] });
    const fileId = await bench.upload(owner, fakePdf({ fields: [triggerField(MAIL)] }));
    const signeeDetails = [{ signaturePlacement: 'new_page' as const }];
    const { url } = await bench.signing.publicLinks.create(owner, { fileId, name: 'Lease', signeeDetails });
    const lastPart = (address: string) => address.split('/').at(-1) ?? '';
    const enter = async (emailAddress: string) => {
      const visit = { fullName: 'Ada', emailAddress };
      const token = lastPart((await bench.signing.publicLinks.beginVisit(lastPart(url), visit)).signingUrl);
      const visitor = newVisitor();
      await bench.signing.signingPages.sendCode(token, visitor);
      await bench.signing.signingPages.checkCode(token, CODE, visitor);
      await bench.runJobs();
      return { token, visitor };
    };
    const { token, visitor } = await enter('ada@example.com');
    const command = { kind: 'email_code', field: MAIL, input: {}, origin: ORIGIN };
    const { proofId } = await bench.signing.proofs.start(token, command, visitor);
    const answer = { proofId, input: { code: CODE }, origin: ORIGIN };
    await bench.signing.proofs.answer(token, answer, visitor);
    await enter('bo@example.com');
  });

  it('can be taken back until the signee signs', async () => {
    const form = await openForm({}, [MAIL]);
    const { proofId } = await form.start('email_code', MAIL);
    await form.answer(proofId);
    await bench.signing.proofs.cancel(form.token, proofId, form.visitor);
    expect((await form.open()).openTriggers).toEqual([MAIL]);
    await expect(form.sign()).rejects.toMatchObject({ code: 'trigger_not_completed' });
  });

  it('refuses fields that do not ask for the check, and kinds that there are not', async () => {
    const form = await openForm();
    await expect(form.start('email_code', PLAIN)).rejects.toMatchObject({ code: 'unknown_field' });
    await expect(form.start('email_code', PHONE)).rejects.toMatchObject({
      ...{ code: 'unknown_field', params: { field: PHONE, nearest: MAIL } },
    });
    await expect(form.start('palm_reading', MAIL)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(
      bench.signing.proofs.start(form.token, { kind: 'email_code', input: {}, origin: ORIGIN }, form.visitor),
    ).rejects.toMatchObject({ params: { member: 'field' } });
  });

  it('records every step in the audit trail, without the address', async () => {
    const form = await openForm({}, [MAIL]);
    const { proofId } = await form.start('email_code', MAIL);
    await form.answer(proofId, '999999').catch(() => undefined);
    await form.answer(proofId);
    const subject = { kind: 'document', id: form.document.documentId } as const;
    const entries = (await bench.database.read.audit.listFor(subject)).filter(({ type }) =>
      type.startsWith('document.proof_'),
    );
    expect(entries.map(({ type }) => type)).toEqual([
      'document.proof_started',
      'document.proof_rejected',
      'document.proof_succeeded',
    ]);
    expect(JSON.stringify(entries)).not.toContain('example.com');
  });

  // A provider that failed took the code away that had been sent before.
  it('stays valid when another code cannot be sent', async () => {
    const form = await openForm({}, [MAIL]);
    const { proofId } = await form.start('email_code', MAIL);
    later(61);
    const { send } = bench.deps.notifier;
    Object.assign(bench.deps.notifier, { send: () => Promise.reject(new Error('down')) });
    await expect(form.start('email_code', MAIL)).rejects.toMatchObject({ code: 'code_not_sent' });
    Object.assign(bench.deps.notifier, { send });
    expect(await form.answer(proofId)).toMatchObject({ status: 'succeeded' });
  });

  it('gives another try when the message cannot be sent', async () => {
    const form = await openForm({}, [MAIL]);
    const { send } = bench.deps.notifier;
    Object.assign(bench.deps.notifier, { send: () => Promise.reject(new Error('down')) });
    await expect(form.start('email_code', MAIL)).rejects.toMatchObject({ code: 'code_not_sent' });
    Object.assign(bench.deps.notifier, { send });
    const { proofId } = await form.start('email_code', MAIL);
    expect(await form.answer(proofId)).toMatchObject({ status: 'succeeded' });
  });

  it('is removed when the session has expired', async () => {
    const form = await openForm({}, [MAIL]);
    const { proofId } = await form.start('email_code', MAIL);
    later(24 * 3600);
    await bench.signing.jobs.run({ name: 'remove-expired' });
    expect(await bench.database.read.proofs.find(proofId)).toBeNull();
  });

  /** Starting late in one session after the other gave 240 codes and 1200 guesses within twelve hours. */
  it('counts for a day, without its content, also if the session has expired', async () => {
    const form = await openForm({}, [MAIL]);
    later(23 * 3600);
    const { proofId } = await form.start('email_code', MAIL);
    await form.answer(proofId);
    await bench.signing.proofs.cancel(form.token, proofId, form.visitor);
    for (let count = 1; count < MAX_CODES_PER_DAY; count += 1) {
      later(CODE_COOLDOWN_SECONDS);
      await form.start('email_code', MAIL);
    }
    later(3600);
    await bench.signing.jobs.run({ name: 'remove-expired' });
    const kept = await bench.database.read.proofs.listForDocument(form.document.documentId);
    expect(kept).toHaveLength(MAX_CODES_PER_DAY);
    expect(kept.filter(({ state, result, entered }) => state ?? result ?? entered)).toEqual([]);
    const next = newVisitor();
    await bench.signing.signingPages.open(form.token, next);
    await expect(form.start('email_code', MAIL, {}, next)).rejects.toMatchObject({
      code: 'proof_limit_reached',
    });
    later(23 * 3600);
    await bench.signing.jobs.run({ name: 'remove-expired' });
    await form.start('email_code', MAIL, {}, next);
  });
});

function triggerField(name: string) {
  const { attributes } = parseFieldName(name);
  return textField(name, { attributes, required: true, readOnly: true, editable: false });
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
