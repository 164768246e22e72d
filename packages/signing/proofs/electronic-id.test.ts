import { parseFieldName } from '@countersign/forms/attributes';
import type { Caller } from '@countersign/identity';
import type { CompleteRequest } from '@countersign/toolkit';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEvidenceOperator } from '../operator.ts';
import { ElectronicIdRefused, ElectronicIdUnavailable } from '../ports/electronic-id.ts';
import type { Visitor } from '../sessions/find-session.ts';
import { fakePdf, textField } from '../testing/fake-toolkit.ts';
import { signeeInput, typedSignature, Workbench } from '../testing/workbench.ts';

const ORIGIN = { ipAddress: '192.0.2.7', userAgent: 'Phone/1', pageUrl: 'https://sign.test/x' };
const NUMBER = '191212121212';
const TOLVAN = {
  ...{ personalNumber: NUMBER, fullName: 'Tolvan Tolvansson' },
  ...{ signature: 'PHhtbC8+', certificateStatus: 'c3RhdHVz' },
};
const PLAIN = 'Plain';
const MAIL = 'Mail|svc-email-verification';
const { ink: _, ...WITHOUT_INK } = typedSignature();

describe('signing with the national e-ID', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller({ capabilities: ['signatureBankId'] });
  });
  afterEach(() => bench.blobs.close());

  const openDocument = async (fields = [textField(PLAIN)]) => {
    const fileId = await bench.upload(caller, fakePdf({ fields }));
    const signee = signeeInput({ signatureType: 'bankid_identification' });
    const { documentId, signees } = await bench.send(caller, [signee], { fileId });
    const token = signees[0]?.token ?? '';
    const visitor = newVisitor();
    const view = await bench.signing.signingPages.open(token, visitor);
    const start = (values: readonly object[] = [], device = 'other', by: Visitor = visitor) => {
      const input = { device, values };
      return bench.signing.proofs.start(token, { kind: 'electronic_id', input, origin: ORIGIN }, by);
    };
    const get = (proofId: string) => bench.signing.proofs.get(token, proofId, visitor);
    const sign = (changes: object = {}) =>
      bench.signing.signingPages.sign(token, { ...WITHOUT_INK, ...changes }, visitor);
    return { documentId, token, visitor, view, start, get, sign };
  };
  const later = (seconds: number) => {
    bench.now = new Date(bench.now.getTime() + seconds * 1000);
  };
  const failuresOf = async (documentId: string): Promise<readonly unknown[]> =>
    (await bench.database.read.audit.listFor({ kind: 'document', id: documentId }))
      .filter(({ type }) => type === 'document.proof_failed')
      .map(({ details }) => JSON.parse(details));
  const trailOf = async (documentId: string) =>
    JSON.stringify(await bench.database.read.audit.listFor({ kind: 'document', id: documentId }));

  it('[1-07] a signee signs with it instead of ink, and it is in stamp, evidence and audit trail', async () => {
    const form = await openDocument();
    expect(form.view).toMatchObject({
      hasInk: false,
      checks: [
        {
          kind: 'electronic_id',
          field: null,
          required: true,
          isOffered: true,
          introduction: { provider: 'BankID', isSandbox: false, devices: ['this', 'other'] },
        },
      ],
    });
    await expect(form.sign()).rejects.toMatchObject({ code: 'proof_missing' });
    const { proofId, details } = await form.start();
    expect(details).toMatchObject({ message: 'rfa1', qrCode: `qr ${bench.now.getTime()}`, launchUrl: null });
    later(3);
    bench.electronicId.complete(NUMBER, 'Tolvan Tolvansson');
    expect(await form.get(proofId)).toMatchObject({ status: 'succeeded' });
    await form.sign();
    await bench.runJobs();
    const document = await bench.find(form.documentId);
    expect(document.status).toBe('completed');
    expect(document.signees[0]?.signature).toMatchObject({
      method: 'bankid_identification',
      identification: {
        provider: 'BankID',
        fullName: 'Tolvan Tolvansson',
        personalNumber: '********-1212',
      },
      proofs: [{ kind: 'electronic_id', field: null, attempts: 0, facts: { provider: 'BankID' } }],
    });
    const sealed = JSON.parse(String(bench.blobs.blobs.get(document.sealedBlobId ?? '')));
    const { stamps, evidence }: CompleteRequest = sealed.completed;
    expect(stamps).toMatchObject([{ kind: 'identity', name: 'Tolvan Tolvansson' }]);
    expect(evidence?.record.facts).toMatchObject({
      signatureLevel: 'AES',
      signees: [{ proofs: [{ kind: 'electronic_id', facts: { provider: 'BankID' } }] }],
    });
    const trail = await trailOf(form.documentId);
    expect(trail).toContain('document.proof_started');
    expect(trail).toContain('document.proof_succeeded');
    expect(`${trail}${JSON.stringify([document, sealed])}`).not.toMatch(/19121212|1912-?12/);
  });

  it('signs the name of the document, the hash of its PDF and the values, for the browser that is there', async () => {
    const form = await openDocument();
    await form.start([{ name: PLAIN, value: 'Ja' }], 'this');
    const [request] = bench.electronicId.requests;
    expect(request).toMatchObject({
      purpose: 'sign',
      device: 'this',
      ipAddress: ORIGIN.ipAddress,
      returnUrl: expect.stringMatching(/^https:\/\/sign\.test\/x#e-id=[0-9a-f-]{36}&nonce=[\w-]{43}$/),
      personalNumber: null,
    });
    const prepared = /document\.prepared.*?"sha256\\":\\"([0-9a-f]{64})/.exec(
      await trailOf(form.documentId),
    )?.[1];
    expect(request?.visibleText).toBe(`Contract\n${prepared}\n`);
    expect(JSON.parse(request?.hiddenText ?? '')).toEqual({
      documentId: form.documentId,
      signeeId: form.view.signee.signeeId,
      fileSha256: prepared,
      contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  // A megabyte of values that nothing checked was written again with every poll.
  it('writes little for a poll of a form with much text', async () => {
    const form = await openDocument();
    const entered = [{ name: PLAIN, value: 'å'.repeat(60_000) }];
    const { proofId } = await form.start(entered);
    later(3);
    const { details } = await form.get(proofId);
    expect(details.values).toEqual(entered);
    const stored = await bench.database.read.proofs.find(proofId);
    // Of the proof, only `entered` is not written again.
    expect(JSON.stringify({ ...stored, entered: undefined }).length).toBeLessThan(3000);
  });

  it.each([
    [[{ name: 'Shirt', value: 'x' }], 'unknown_field', 'input.values.0.name'],
    [Array(2).fill({ name: PLAIN, value: 'x' }), 'invalid_request', 'input.values.1.name'],
    [[{ name: PLAIN, value: ['x', 'y'] }], 'too_many_values', 'input.values.0.value'],
    [[{ name: PLAIN, value: 'x'.repeat(65_537) }], 'value_too_long', 'input.values.0.value'],
    [[{ name: 'Short', value: '1234' }], 'value_too_long', 'input.values.0.value'],
  ])('takes no values that the form does not have: %#', async (values, code, path) => {
    const form = await openDocument([textField(PLAIN), { ...textField('Short'), maxLength: 3 }]);
    const refusal = {
      code,
      details: [{ path }],
      ...(code === 'unknown_field' && { params: { nearest: 'Short' } }),
    };
    await expect(form.start(values)).rejects.toMatchObject(refusal);
    expect(bench.electronicId.requests).toEqual([]);
  });

  it('is no signature of other values than were signed', async () => {
    const form = await openDocument();
    const { proofId } = await form.start([{ name: PLAIN, value: 'Ja' }]);
    later(3);
    bench.electronicId.complete();
    await form.get(proofId);
    const values = [{ name: PLAIN, value: 'Nej' }];
    await expect(form.sign({ values })).rejects.toMatchObject({ code: 'identification_outdated' });
    await form.sign({ values: [{ name: PLAIN, value: 'Ja' }] });
  });

  // An attachment could be exchanged after the e-ID.
  it('is no signature of what a check gave after it', async () => {
    const mail = { ...textField(MAIL), attributes: parseFieldName(MAIL).attributes, readOnly: true };
    const form = await openDocument([mail]);
    const identify = async () => {
      const { proofId } = await form.start();
      later(3);
      bench.electronicId.complete();
      await form.get(proofId);
      return proofId;
    };
    const early = await identify();
    const { token, visitor } = form;
    const { proofId } = await bench.signing.proofs.start(
      token,
      { kind: 'email_code', field: MAIL, input: {}, origin: ORIGIN },
      visitor,
    );
    await bench.signing.proofs.answer(token, { proofId, input: { code: '012345' }, origin: ORIGIN }, visitor);
    await expect(form.sign()).rejects.toMatchObject({ code: 'identification_outdated' });
    await bench.signing.proofs.cancel(token, early, visitor);
    later(3);
    await identify();
    await form.sign();
  });

  it('keeps the whole identification beside the document, until the document is removed', async () => {
    const form = await openDocument();
    const { proofId } = await form.start();
    later(3);
    bench.electronicId.complete();
    await form.get(proofId);
    await form.sign();
    await bench.runJobs();
    const operator = createEvidenceOperator(bench.deps);
    const facts = { proofId, documentId: form.documentId, kind: 'electronic_id' };
    for (const query of [{ documentId: form.documentId }, { accountId: caller.accountId }]) {
      const listed = await operator.listEvidence(query);
      expect(listed).toMatchObject([facts]);
      expect(JSON.stringify(listed)).not.toContain(NUMBER);
    }
    expect(await trailOf(form.documentId)).not.toContain('document.evidence_exported');
    expect(await operator.exportEvidence(proofId)).toMatchObject({
      ...facts,
      content: { personalNumber: NUMBER, signature: 'PHhtbC8+', certificateStatus: 'c3RhdHVz' },
    });
    const trail = await bench.database.read.audit.listFor({ kind: 'document', id: form.documentId });
    const exported = trail.at(-1);
    expect(exported?.type).toBe('document.evidence_exported');
    const { signeeId } = form.view.signee;
    expect(JSON.parse(exported?.details ?? '')).toEqual({ proofId, kind: 'electronic_id', signeeId });
    expect(await bench.database.read.proofs.find(proofId)).toBeNull();
    await bench.signing.documents.delete(caller, form.documentId);
    await bench.runJobs();
    expect(await operator.listEvidence({ accountId: caller.accountId })).toEqual([]);
    for (const refused of [
      operator.exportEvidence(proofId),
      operator.listEvidence({ documentId: proofId }),
      operator.listEvidence({ accountId: proofId }),
      operator.listEvidence({}),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('asks the provider every two seconds, and gives a new QR code every second', async () => {
    const form = await openDocument();
    const { proofId } = await form.start();
    const codes = new Set<unknown>();
    for (let second = 0; second < 6; second++) {
      codes.add((await form.get(proofId)).details.qrCode);
      later(1);
    }
    expect(codes.size).toBe(6);
    expect(bench.electronicId.checks).toBe(2);
  });

  it('goes on after an outage, with a message', async () => {
    const form = await openDocument();
    const { proofId } = await form.start();
    later(3);
    bench.electronicId.answer = new ElectronicIdUnavailable(new Error('down'), 'rfa5');
    expect(await form.get(proofId)).toMatchObject({ status: 'pending', details: { message: 'rfa5' } });
    later(3);
    bench.electronicId.complete();
    expect(await form.get(proofId)).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    ['is not there', new ElectronicIdUnavailable(new Error('down')), 'provider_unavailable'],
    ['refuses', new ElectronicIdRefused('rfa4'), 'rfa4'],
  ])('may be tried again when the provider %s', async (_, refusal, reason) => {
    const form = await openDocument();
    bench.electronicId.refusal = refusal;
    expect(await form.start()).toMatchObject({ status: 'failed', reason });
    later(2);
    expect(await form.start()).toMatchObject({ status: 'pending' });
    expect((await bench.find(form.documentId)).status).toBe('awaiting_signatures');
  });

  // An outage of a minute took the thirty starts of a day.
  it('costs no start while the provider is down', async () => {
    const form = await openDocument();
    const startInOutage = () => {
      bench.electronicId.refusal = new ElectronicIdUnavailable(new Error('down'), 'rfa5');
      return form.start();
    };
    for (let count = 0; count < 99; count++) await startInOutage();
    expect(await form.start()).toMatchObject({ status: 'pending' });
    later(2);
    await startInOutage();
    // Each adds to the audit trail.
    await expect(form.start()).rejects.toMatchObject({ code: 'proof_limit_reached' });
  });

  // The trail had it as a failure like any other.
  it('is in the audit trail as an outage if the provider was down, and as a failure if it refused', async () => {
    const form = await openDocument();
    bench.electronicId.refusal = new ElectronicIdUnavailable(new Error('down'), 'rfa5');
    await form.start();
    bench.electronicId.refusal = new ElectronicIdRefused('rfa4');
    await form.start();
    expect(await failuresOf(form.documentId)).toMatchObject([
      { reason: 'rfa5', isOutage: true },
      { reason: 'rfa4' },
    ]);
    expect((await failuresOf(form.documentId))[1]).not.toHaveProperty('isOutage');
  });

  // A code of a broker can be used once, so an outage ends the order: it counted as a failure of the signee.
  it('costs no start when the provider is down after the person was there', async () => {
    const form = await openDocument();
    for (let count = 0; count < 31; count++) {
      const { proofId } = await form.start();
      later(3);
      bench.electronicId.answer = { kind: 'failed', message: 'provider_unavailable', isOutage: true };
      expect(await form.get(proofId)).toMatchObject({ status: 'failed', reason: 'provider_unavailable' });
    }
    const failures = await failuresOf(form.documentId);
    expect(failures).toHaveLength(31);
    expect(failures[30]).toMatchObject({ reason: 'provider_unavailable', isOutage: true });
  });

  it('costs no try to answer while the provider is down', async () => {
    Object.assign(bench.electronicId, { opensReturnUrl: false });
    const form = await openDocument();
    const { proofId, triesLeft } = await form.start();
    const answer = () =>
      bench.signing.proofs.answer(
        form.token,
        { proofId, input: { query: 'x' }, origin: ORIGIN },
        form.visitor,
      );
    bench.electronicId.answer = new ElectronicIdUnavailable(new Error('down'));
    const inOutage = { status: 'pending', triesLeft, details: { message: 'provider_unavailable' } };
    for (let count = 0; count <= triesLeft; count++) expect(await answer()).toMatchObject(inOutage);
    bench.electronicId.answer = { kind: 'pending', message: 'rfa1' };
    expect(await answer()).toMatchObject({ status: 'pending', triesLeft: triesLeft - 1 });
    bench.electronicId.complete(NUMBER);
    expect(await answer()).toMatchObject({ status: 'succeeded' });
  });

  it('may be tried again when the person gives up, and no more than so often', async () => {
    const form = await openDocument();
    const { proofId } = await form.start();
    later(3);
    bench.electronicId.answer = { kind: 'failed', message: 'rfa6' };
    expect(await form.get(proofId)).toMatchObject({ status: 'failed', reason: 'rfa6' });
    await form.start();
    await expect(form.start()).rejects.toMatchObject({ code: 'proof_limit_reached' });
    for (let count = 2; count < 30; count++) {
      later(2);
      await form.start();
    }
    later(2);
    await expect(form.start()).rejects.toMatchObject({ code: 'proof_limit_reached' });
    expect(await trailOf(form.documentId)).toContain('rfa6');
  });

  it('is cancelled at the provider when the signee cancels it', async () => {
    const form = await openDocument();
    const { proofId } = await form.start();
    const cancelled = await bench.signing.proofs.cancel(form.token, proofId, form.visitor);
    expect(cancelled).toMatchObject({ status: 'failed', reason: 'cancelled' });
    expect(bench.electronicId.cancelled).toBe(1);
  });

  it('is cancelled at the provider when another is started, also while it is being started', async () => {
    const form = await openDocument();
    await form.start();
    later(2);
    const start = bench.electronicId.start.bind(bench.electronicId);
    let last = '';
    bench.electronicId.start = async (request) => {
      bench.electronicId.start = start;
      const order = await start(request);
      later(2);
      last = (await form.start()).proofId;
      return order;
    };
    const { status, reason } = await form.start();
    expect({ status, reason }).toEqual({ status: 'failed', reason: 'superseded' });
    expect(bench.electronicId.cancelled).toBe(2);
    bench.electronicId.complete(NUMBER);
    later(3);
    expect(await form.get(last)).toMatchObject({ status: 'succeeded' });
  });

  describe('that cannot be cancelled at the provider', () => {
    const warn = vi.spyOn(process, 'emitWarning');
    beforeEach(() => {
      warn.mockReset().mockReturnValue();
      bench.electronicId.cancel = () => Promise.reject(new Error('outage'));
    });
    afterAll(() => warn.mockRestore());

    // The signee saw that the new one failed, and so could not sign until the old one had ended.
    it('does not fail the one that replaces it', async () => {
      const form = await openDocument();
      await form.start();
      later(2);
      const { proofId, status } = await form.start();
      expect(status).toBe('pending');
      expect(warn).toHaveBeenCalledOnce();
      bench.electronicId.complete(NUMBER);
      later(3);
      expect(await form.get(proofId)).toMatchObject({ status: 'succeeded' });
    });

    it('does not hide why its start failed', async () => {
      const form = await openDocument();
      const start = bench.electronicId.start.bind(bench.electronicId);
      bench.electronicId.start = async (request) => {
        await bench.signing.documents.revoke(caller, form.documentId);
        return start(request);
      };
      await expect(form.start()).rejects.toMatchObject({ code: 'proof_not_found' });
      expect(warn).toHaveBeenCalledOnce();
    });
  });

  // A slow blob store held up every step of the document, and a connection of the database.
  it('reads no PDF while the document is locked', async () => {
    const form = await openDocument();
    const { proofId } = await form.start();
    later(3);
    bench.electronicId.complete(NUMBER);
    await form.get(proofId);
    const transact = bench.database.transact.bind(bench.database);
    let isLocked = false;
    bench.database.transact = async (work) => {
      isLocked = true;
      return transact(work).finally(() => {
        isLocked = false;
      });
    };
    const reads: boolean[] = [];
    const read = bench.blobs.read.bind(bench.blobs);
    bench.blobs.read = async (...of) => {
      reads.push(isLocked);
      return read(...of);
    };
    await form.sign();
    expect(reads).not.toContain(true);
  });

  it('signs the hash of the PDF', async () => {
    const form = await openDocument();
    await form.start();
    const prepared = /document\.prepared.*?"sha256\\":\\"([0-9a-f]{64})/.exec(
      await trailOf(form.documentId),
    )?.[1];
    expect(JSON.parse(bench.electronicId.requests[0]?.hiddenText ?? '')).toMatchObject({
      fileSha256: prepared,
    });
  });

  describe('on the same device', () => {
    // BankID: the device that gets the return URL has to be the one that began the order.
    const startHere = async () => {
      const form = await openDocument([textField(PLAIN)]);
      const { proofId, details } = await form.start([{ name: PLAIN, value: 'Ja' }], 'this');
      const fragment = bench.electronicId.requests.at(-1)?.returnUrl.split('#')[1] ?? '';
      const nonce = new URLSearchParams(fragment).get('nonce') ?? '';
      const comeBack = (input: Readonly<Record<string, string>> = { nonce }, by: Visitor = form.visitor) =>
        bench.signing.proofs.answer(form.token, { proofId, input, origin: ORIGIN }, by);
      return { form, proofId, details, nonce, comeBack };
    };
    const complete = () => {
      later(3);
      bench.electronicId.complete();
    };

    it('is complete when the browser that began it comes back', async () => {
      const { form, proofId, details, nonce, comeBack } = await startHere();
      expect(JSON.stringify(details)).not.toContain(nonce);
      complete();
      expect(await form.get(proofId)).toMatchObject({
        status: 'pending',
        details: { message: 'return_to_page' },
      });
      expect(await comeBack()).toMatchObject({ status: 'succeeded' });
      expect(bench.electronicId.checks).toBe(1);
      await form.sign({ values: [{ name: PLAIN, value: 'Ja' }] });
    });

    it('is complete when the browser comes back before the provider says so', async () => {
      const { form, proofId, comeBack } = await startHere();
      expect(await comeBack()).toMatchObject({ status: 'pending' });
      complete();
      expect(await form.get(proofId)).toMatchObject({ status: 'succeeded' });
    });

    it('is complete also if the browser comes back while the provider is asked', async () => {
      const { form, proofId, comeBack } = await startHere();
      complete();
      vi.spyOn(bench.electronicId, 'check').mockImplementationOnce(async () => {
        await comeBack();
        return { kind: 'complete', identity: TOLVAN };
      });
      expect(await form.get(proofId)).toMatchObject({ status: 'pending' });
      later(1);
      expect(await form.get(proofId)).toMatchObject({ status: 'succeeded' });
      expect(bench.electronicId.checks).toBe(0);
    });

    // Phishing: the victim completes an order that the attacker started.
    it('gives the identity of a deceived person to nobody', async () => {
      const { form, proofId, nonce, comeBack } = await startHere();
      complete();
      const victim = newVisitor();
      await bench.signing.signingPages.open(form.token, victim);
      await expect(comeBack({ nonce }, victim)).rejects.toMatchObject({ code: 'proof_not_found' });
      for (let second = 0; second < 5; second++) {
        later(2);
        expect(await form.get(proofId)).toMatchObject({ status: 'pending' });
      }
      const values = [{ name: PLAIN, value: 'Ja' }];
      await expect(form.sign({ values })).rejects.toMatchObject({ code: 'proof_missing' });
      expect(await comeBack({ nonce: `${nonce.slice(0, -1)}_` })).toMatchObject({
        status: 'failed',
        reason: 'other_browser',
      });
      await expect(comeBack()).rejects.toMatchObject({ code: 'proof_over' });
      expect(await trailOf(form.documentId)).toContain('other_browser');
    });

    it('gives a window that comes back the values that were signed, without passwords', async () => {
      const secret = { ...textField('Code'), password: true };
      const form = await openDocument([textField(PLAIN), secret]);
      const entered = [
        { name: PLAIN, value: 'Ja' },
        { name: 'Code', value: 'hemligt' },
      ];
      const { proofId } = await form.start(entered, 'this');
      const { details } = await form.get(proofId);
      expect(details.values).toEqual([{ name: PLAIN, value: 'Ja' }]);
      expect(JSON.stringify(details)).not.toContain('hemligt');
    });
  });

  it('is of no use in another browser', async () => {
    const form = await openDocument();
    const { proofId } = await form.start();
    later(3);
    bench.electronicId.complete();
    await form.get(proofId);
    const other = newVisitor();
    await bench.signing.signingPages.open(form.token, other);
    const sign = bench.signing.signingPages.sign(form.token, WITHOUT_INK, other);
    await expect(sign).rejects.toMatchObject({ code: 'proof_missing' });
  });

  it('cannot be started without the capability', async () => {
    const form = await openDocument();
    await bench.database.transact(async ({ accounts }) => {
      const account = await accounts.findAccount(caller.accountId);
      if (account !== null) await accounts.updateAccount({ ...account, capabilities: [] });
    });
    await expect(form.start()).rejects.toMatchObject({ code: 'proof_not_offered' });
  });
});

const TRIGGERS = {
  owner: 'Company|svc-orgnumber-verification[1]',
  board: 'Board|svc-orgnumber-verification-boardmember[2]',
  compliance: 'KYC|svc-orgnumber-verification-kyc[3]',
} as const;
const receiversOf = (index: number) =>
  ['', '-companyname', '-addressline1', '-zipCode', '-city'].map(
    (part) => `R${index}${part}|svc-verified-orgnumber${part}[${index}]`,
  );
const OWNER = '189001019802';
const BOARD_MEMBER = '200001012384';
const STRANGER = '197010632391';
const ANSWERS = { isPoliticallyExposed: false, actsForOthers: true, purpose: 'Leasing av bilar' };

describe('verifying a company', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller({ capabilities: ['signatureBankId'] });
  });
  afterEach(() => bench.blobs.close());

  const openForm = async (
    names: readonly string[],
    forbidden: readonly string[] = [],
    title = 'Contract',
  ) => {
    const fields = names.map((name) => ({
      ...textField(name),
      attributes: parseFieldName(name).attributes,
      required: name.includes('verification'),
      readOnly: name.includes('verification') || forbidden.includes(name),
    }));
    const fileId = await bench.upload(caller, fakePdf({ fields }));
    const { documentId, signees } = await bench.send(caller, [signeeInput()], { fileId, name: title });
    const token = signees[0]?.token ?? '';
    return { documentId, ...(await openIn(token)), inOtherBrowser: () => openIn(token) };
  };

  const openIn = async (token: string) => {
    const visitor = newVisitor();
    await bench.signing.signingPages.open(token, visitor);
    const start = (field: string, input: object = {}) =>
      bench.signing.proofs.start(
        token,
        {
          kind: 'company',
          field,
          input: { device: 'other', organisationNumber: '555555-5555', ...input },
          origin: ORIGIN,
        },
        visitor,
      );
    const verify = async (field: string, person: string, input: object = {}) => {
      const started = await start(field, input);
      if (started.status !== 'pending') return started;
      bench.now = new Date(bench.now.getTime() + 3000);
      bench.electronicId.complete(person);
      return bench.signing.proofs.get(token, started.proofId, visitor);
    };
    const open = async () => {
      const { fields: shown, ...view } = await bench.signing.signingPages.open(token, visitor);
      return { ...view, values: Object.fromEntries(shown.map(({ name, value }) => [name, value])), shown };
    };
    const sign = (values: readonly { name: string; value: string }[] = []) =>
      bench.signing.signingPages.sign(token, { ...typedSignature(), values }, visitor);
    const get = (proofId: string) => bench.signing.proofs.get(token, proofId, visitor);
    const cancel = (proofId: string) => bench.signing.proofs.cancel(token, proofId, visitor);
    return { start, get, verify, open, sign, cancel };
  };

  it('[2.10-09] [2.10-12] [2.10-13] [2.10-14] [2.10-15] [2.10-16] an owner fills the fields of the same index, and no others', async () => {
    const [first, second] = [receiversOf(1), receiversOf(2)];
    const form = await openForm([TRIGGERS.owner, ...first, ...second]);
    await expect(form.sign()).rejects.toMatchObject({ code: 'trigger_not_completed' });
    expect(await form.verify(TRIGGERS.owner, OWNER)).toMatchObject({ status: 'succeeded' });
    expect(bench.electronicId.requests).toMatchObject([
      { purpose: 'identify', visibleText: expect.stringContaining('Räksmörgås & Żółć AB') },
    ]);
    const { values, openTriggers } = await form.open();
    const filled = ['555555-5555', 'Räksmörgås & Żółć AB', 'Storgatan 1', '12345', 'Grönköping'];
    expect(first.map((name) => values[name])).toEqual(filled.map((value) => [value]));
    expect(second.flatMap((name) => values[name])).toEqual([]);
    expect(openTriggers).toEqual([]);
    await form.sign();
    await bench.runJobs();
    const { signees, status } = await bench.find(form.documentId);
    expect(status).toBe('completed');
    expect(signees[0]?.signature?.proofs).toMatchObject([
      {
        kind: 'company',
        field: TRIGGERS.owner,
        facts: {
          organisationNumber: '555555-5555',
          role: 'beneficial_owner',
          register: 'Bolagsverket',
          provider: 'BankID',
          personalNumber: '********-9802',
        },
      },
    ]);
  });

  it('[2.10-09] a member of the board who owns nothing is not enough', async () => {
    const form = await openForm([TRIGGERS.owner, ...receiversOf(1)]);
    const proof = await form.verify(TRIGGERS.owner, BOARD_MEMBER);
    expect(proof).toMatchObject({ status: 'failed', reason: 'company_role_missing' });
    await expect(form.sign()).rejects.toMatchObject({ code: 'trigger_not_completed' });
  });

  it.each([
    ['owner', OWNER, 'beneficial_owner'],
    ['member of the board', BOARD_MEMBER, 'board_member'],
  ])('[2.10-10] takes a %s where the trigger says so', async (_, person, role) => {
    const form = await openForm([TRIGGERS.board, ...receiversOf(2)]);
    expect(await form.verify(TRIGGERS.board, person)).toMatchObject({ status: 'succeeded' });
    await form.sign();
    const { signees } = await bench.find(form.documentId);
    expect(signees[0]?.signature?.proofs?.[0]?.facts).toMatchObject({ role });
  });

  it('[2.10-10] refuses somebody else', async () => {
    const form = await openForm([TRIGGERS.board, ...receiversOf(2)]);
    const proof = await form.verify(TRIGGERS.board, STRANGER);
    expect(proof).toMatchObject({ status: 'failed', reason: 'company_role_missing' });
  });

  it('[2.10-11] [D3-23] the compliance variant stores what was answered, when and by whom, in a field of its own', async () => {
    const form = await openForm([TRIGGERS.compliance]);
    await expect(form.start(TRIGGERS.compliance)).rejects.toMatchObject({ code: 'invalid_request' });
    bench.now = new Date(bench.now.getTime() + 3000);
    const proof = await form.verify(TRIGGERS.compliance, OWNER, ANSWERS);
    expect(proof).toMatchObject({ status: 'succeeded' });
    await form.sign();
    await bench.runJobs();
    const document = await bench.find(form.documentId);
    const sealed = JSON.parse(String(bench.blobs.blobs.get(document.sealedBlobId ?? '')));
    expect(sealed.completed.evidence.record.facts.signees[0].proofs).toMatchObject([
      {
        kind: 'company',
        field: 'KYC',
        succeededAt: bench.now.toISOString(),
        facts: {
          isPoliticallyExposed: 'false',
          actsForOthers: 'true',
          purpose: 'Leasing av bilar',
          fullName: 'Tolvan Tolvansson',
          personalNumber: '********-9802',
        },
      },
    ]);
    const trail = await bench.database.read.audit.listFor({ kind: 'document', id: form.documentId });
    expect(trail.map(({ type }) => type)).toContain('document.proof_succeeded');
    expect(JSON.stringify([document, sealed, trail])).not.toContain('18900101');
  });

  it('[D3-24] works in a field that has a receiver in its name too', async () => {
    const both = 'Company|svc-orgnumber-verification[1]|svc-verified-orgnumber-companyname[1]';
    const form = await openForm([both]);
    expect(await form.verify(both, OWNER)).toMatchObject({ status: 'succeeded' });
    expect((await form.open()).values[both]).toEqual(['Räksmörgås & Żółć AB']);
    await form.sign();
  });

  it('[D3-21] what was filled in stays as it is if the PDF says so', async () => {
    const [number = '', name = ''] = receiversOf(1);
    const form = await openForm([TRIGGERS.owner, number, name], [number]);
    await form.verify(TRIGGERS.owner, OWNER);
    const { shown, values } = await form.open();
    const isReadOnly = Object.fromEntries(shown.map((field) => [field.name, field.readOnly]));
    expect(isReadOnly).toMatchObject({ [number]: true, [name]: false });
    expect(values[number]).toEqual(['555555-5555']);
    const typed = [{ name: number, value: '999999-9999' }];
    await expect(form.sign(typed)).rejects.toMatchObject({ code: 'field_not_editable' });
    await form.sign();
  });

  it('[D3-21] what was filled in may be corrected, and is marked so in the evidence', async () => {
    const [number = '', name = ''] = receiversOf(1);
    const form = await openForm([TRIGGERS.owner, number, name]);
    const typed = [{ name: number, value: '999999-9999' }];
    await form.verify(TRIGGERS.owner, OWNER);
    const { shown } = await form.open();
    expect(shown.find((field) => field.name === number)).toMatchObject({ readOnly: false });
    await form.sign(typed);
    await bench.runJobs();
    const { sealedBlobId } = await bench.find(form.documentId);
    const sealed = JSON.parse(String(bench.blobs.blobs.get(sealedBlobId ?? '')));
    expect(sealed.completed.evidence.record.facts.signees[0].correctedFields).toEqual(['R1']);
  });

  it.each([
    ['an unknown company', { organisationNumber: '2222222222' }, 'company_not_found'],
    ['a company that was struck off', { organisationNumber: '9999999999' }, 'company_not_registered'],
  ])('says so before the e-ID is used for %s', async (_, input, reason) => {
    const form = await openForm([TRIGGERS.owner, ...receiversOf(1)]);
    expect(await form.start(TRIGGERS.owner, input)).toMatchObject({ status: 'failed', reason });
    expect(bench.electronicId.requests).toEqual([]);
  });

  it('asks in a text that BankID takes, also for the longest names: such a check failed every time', async () => {
    const { companyRegister, electronicId } = bench;
    const company = await companyRegister.find('5555555555');
    companyRegister.find = async () => company && { ...company, name: 'Å'.repeat(200) };
    const form = await openForm([TRIGGERS.owner], [], '\u{1F4C4}'.repeat(255));
    await form.start(TRIGGERS.owner);
    const [{ visibleText = '' } = {}] = electronicId.requests;
    expect(visibleText).toMatch(/^\u{1F4C4}+\n+Å+…$/u);
    expect(Buffer.from(visibleText).toString('base64').length).toBeLessThanOrEqual(1_500);
  });

  it('refuses a number with a wrong check digit', async () => {
    const form = await openForm([TRIGGERS.owner, ...receiversOf(1)]);
    const start = form.start(TRIGGERS.owner, { organisationNumber: '555555-5556' });
    await expect(start).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'input.organisationNumber', params: { rule: 'organisation_number' } }],
    });
  });

  it('may be tried again when the register is down', async () => {
    const form = await openForm([TRIGGERS.owner, ...receiversOf(1)]);
    const { CompanyRegisterUnavailable } = await import('../ports/providers.ts');
    bench.companyRegister.outage = new CompanyRegisterUnavailable(new Error('down'));
    const failed = await form.start(TRIGGERS.owner);
    expect(failed).toMatchObject({ status: 'failed', reason: 'register_unavailable' });
    const trail = await bench.database.read.audit.listFor({ kind: 'document', id: form.documentId });
    expect(JSON.parse(trail.at(-1)?.details ?? '')).toMatchObject({
      reason: 'register_unavailable',
      isOutage: true,
    });
    bench.companyRegister.outage = null;
    bench.now = new Date(bench.now.getTime() + 2000);
    expect(await form.verify(TRIGGERS.owner, OWNER)).toMatchObject({ status: 'succeeded' });
  });

  it('is one person for all companies of a signee', async () => {
    const form = await openForm([TRIGGERS.owner, ...receiversOf(1), TRIGGERS.board, ...receiversOf(2)]);
    await form.verify(TRIGGERS.owner, OWNER);
    bench.now = new Date(bench.now.getTime() + 2000);
    const other = await form.verify(TRIGGERS.board, BOARD_MEMBER);
    expect(bench.electronicId.requests[1]).toMatchObject({ personalNumber: OWNER });
    expect(other).toMatchObject({ status: 'failed', reason: 'other_person' });
  });

  // A stranger with the link blocked the signee for a day.
  it('is not blocked by another person in another browser, nor by one whose check was taken back', async () => {
    const form = await openForm([TRIGGERS.owner, ...receiversOf(1), TRIGGERS.board, ...receiversOf(2)]);
    const first = await form.verify(TRIGGERS.owner, OWNER);
    const other = await form.inOtherBrowser();
    expect(await other.verify(TRIGGERS.board, BOARD_MEMBER)).toMatchObject({ status: 'succeeded' });
    await form.cancel(first.proofId);
    expect(await form.verify(TRIGGERS.board, BOARD_MEMBER)).toMatchObject({ status: 'succeeded' });
  });

  it('is one person also for orders that run at the same time', async () => {
    const form = await openForm([TRIGGERS.owner, ...receiversOf(1), TRIGGERS.board, ...receiversOf(2)]);
    const first = await form.start(TRIGGERS.owner);
    bench.now = new Date(bench.now.getTime() + 3000);
    const second = await form.start(TRIGGERS.board);
    bench.now = new Date(bench.now.getTime() + 3000);
    bench.electronicId.complete(OWNER);
    expect(await form.get(first.proofId)).toMatchObject({ status: 'succeeded' });
    bench.electronicId.complete(BOARD_MEMBER);
    expect(await form.get(second.proofId)).toMatchObject({ status: 'failed', reason: 'other_person' });
  });

  it('is one person also for orders that are completed at the same moment', async () => {
    const form = await openForm([TRIGGERS.owner, ...receiversOf(1), TRIGGERS.board, ...receiversOf(2)]);
    const first = await form.start(TRIGGERS.owner);
    bench.now = new Date(bench.now.getTime() + 3000);
    const second = await form.start(TRIGGERS.board);
    bench.now = new Date(bench.now.getTime() + 3000);
    bench.electronicId.complete(OWNER);
    await form.get(first.proofId);
    bench.electronicId.complete(BOARD_MEMBER);
    // Read before the first one was stored.
    vi.spyOn(bench.database.read.proofs, 'listForSession').mockResolvedValueOnce([]);
    expect(await form.get(second.proofId)).toMatchObject({ status: 'succeeded' });
    await expect(form.sign()).rejects.toMatchObject({ code: 'identification_outdated' });
  });
});

function newVisitor(): Visitor {
  let sessionId: string | null = null;
  return {
    get sessionId() {
      return sessionId;
    },
    onSession: (id) => {
      sessionId = id;
    },
  };
}
