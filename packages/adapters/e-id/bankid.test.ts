import { createHash, X509Certificate } from 'node:crypto';
import { createServer } from 'node:net';
import { type ElectronicIdDevice, ElectronicIdRefused, ElectronicIdUnavailable } from '@countersign/signing';
import { buildElectronicIdRequest, electronicIdContract, TEST_PERSON } from '@countersign/signing/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankIdQrCode, ERRORS as ERROR_CODES, FAILED_HINTS, PENDING_HINTS } from './bankid-client.ts';
import { createBankIdProvider } from './bankid-provider.ts';
import { answerOcsp } from './testing/answer-ocsp.ts';
import { type BankIdServer, startBankIdServer } from './testing/bankid-server.ts';
import { makeCertificate, toP12 } from './testing/certificates.ts';
import { signAsBankId } from './testing/sign-as-bankid.ts';

const PERSON = { personalNumber: TEST_PERSON.personalNumber, name: TEST_PERSON.fullName };
const OTHER_PERSON = { personalNumber: '200001012384', name: 'Bo Ek' };
const PASSPHRASE = 'qwerty123';

function optionsFor(server: BankIdServer) {
  const { client, serverAuthority, root } = server.certificates;
  return {
    url: server.url,
    identity: { p12: toP12(client, PASSPHRASE), passphrase: PASSPHRASE },
    serverAuthority: serverAuthority.certificate,
    issuers: [new X509Certificate(root.certificate)],
  };
}

let server: BankIdServer;
beforeAll(async () => {
  server = await startBankIdServer();
});
afterAll(() => server.close());

function openProvider(changes: Partial<Parameters<typeof createBankIdProvider>[0]> = {}) {
  return createBankIdProvider({ ...optionsFor(server), ...changes });
}

electronicIdContract(async () => {
  const provider = openProvider();
  const unreachable = openProvider({ url: 'https://localhost:1/rp/v6.0' });
  return {
    provider,
    unreachable,
    async complete(order, { personalNumber, fullName }) {
      const { orderRef = '' } = order.secrets;
      server.complete({ personalNumber, name: fullName }, { orderRef });
      return undefined;
    },
    async refuse(order) {
      server.setAnswer({ status: 'failed', hintCode: 'userCancel' }, order.secrets.orderRef);
      return undefined;
    },
    async close() {
      await provider.close();
      await unreachable.close();
    },
  };
});

describe('an order', () => {
  it('has the texts, the address of the signee and, on the same device, the way back', async () => {
    const provider = openProvider();
    const request = buildElectronicIdRequest({ device: 'this' });
    const order = await provider.start(request);
    expect(server.parametersOf()).toEqual({
      endUserIp: '192.0.2.1',
      userVisibleData: Buffer.from(request.visibleText).toString('base64'),
      userNonVisibleData: Buffer.from(request.hiddenText).toString('base64'),
      returnUrl: request.returnUrl,
      returnRisk: true,
      web: { referringDomain: 'sign.example.com', userAgent: 'Test/1' },
    });
    expect(server.calls.at(-1)).toBe('sign');
    await provider.cancel(order);
    await provider.close();
  });

  it('is for one person if the product says so', async () => {
    const provider = openProvider();
    const order = await provider.start(
      buildElectronicIdRequest({
        purpose: 'identify',
        device: 'other',
        personalNumber: PERSON.personalNumber,
      }),
    );
    expect(server.calls.at(-1)).toBe('auth');
    expect(server.parametersOf()).toMatchObject({ requirement: { personalNumber: PERSON.personalNumber } });
    expect(server.parametersOf()).not.toHaveProperty('returnUrl');
    // BankID ends both orders of one person.
    const second = provider.start(buildElectronicIdRequest({ personalNumber: PERSON.personalNumber }));
    await expect(second).rejects.toMatchObject({ name: 'ElectronicIdRefused', reason: 'rfa4' });
    await provider.cancel(order);
    await provider.close();
  });

  it('opens the app of a phone and the program of a computer', async () => {
    const provider = openProvider();
    const startOn = async (userAgent: string) => {
      const order = await provider.start(buildElectronicIdRequest({ userAgent }));
      return provider.prompt(order, new Date()).launchUrl;
    };
    expect(await startOn('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')).toMatch(
      /^https:\/\/app\.bankid\.com\/\?autostarttoken=[0-9a-f-]{36}&redirect=null$/,
    );
    expect(await startOn('Mozilla/5.0 (Windows NT 10.0)')).toMatch(/^bankid:\/\/\/\?autostarttoken=/);
    await provider.close();
  });

  it('shows a new QR code every second, made with the secret that stays here', async () => {
    const provider = openProvider();
    const order = await provider.start(buildElectronicIdRequest({ device: 'other' }));
    const startedAt = Date.parse(order.startedAt);
    const at = (ms: number) => provider.prompt(order, new Date(startedAt + ms)).qrCode ?? '';
    expect(at(999)).toBe(at(0));
    expect(at(1000)).not.toBe(at(0));
    expect(at(1000)).toMatch(/^bankid\.[0-9a-f-]{36}\.1\.[0-9a-f]{64}$/);
    expect(at(1000)).not.toContain(server.secretOf());
    await provider.cancel(order);
    await provider.close();
  });

  it('is gone at BankID after it was cancelled', async () => {
    const provider = openProvider();
    const before = server.runningOrders();
    const order = await provider.start(buildElectronicIdRequest());
    await provider.cancel(order);
    expect(server.runningOrders()).toBe(before);
    expect(await provider.check(order)).toEqual({ kind: 'failed', message: 'order_expired' });
    await provider.close();
  });
});

describe('a QR code', () => {
  // The example of BankID's documentation.
  const secrets = {
    qrStartToken: '67df3917-fa0d-44e5-b327-edcc928297f8',
    qrStartSecret: 'd28db9a7-4cde-429e-a983-359be676944c',
  };
  it.each([
    [0, 'dc69358e712458a66a7525beef148ae8526b1c71610eff2c16cdffb4cdac9bf8'],
    [1, '949d559bf23403952a94d103e67743126381eda00f0b3cbddbf7c96b1adcbce2'],
    [2, 'a9e5ec59cb4eee4ef4117150abc58fad7a85439a6a96ccbecc3668b41795b3f3'],
  ])('after %i seconds has the code of the documentation', (seconds, code) => {
    expect(bankIdQrCode(secrets, seconds)).toBe(`bankid.${secrets.qrStartToken}.${seconds}.${code}`);
  });
});

/** Every code of the API, version 6, with its recommended message; for an order on this device, on another one. */
const PENDING: readonly (readonly [string, string, string])[] = [
  ['outstandingTransaction', 'rfa13', 'rfa1'],
  ['noClient', 'rfa1', 'rfa1'],
  ['started', 'rfa15', 'rfa15'],
  ['userMrtd', 'rfa23', 'rfa23'],
  ['userFace', 'rfa24', 'rfa24'],
  ['userStepUp', 'rfa25', 'rfa25'],
  ['userCallConfirm', 'rfa21', 'rfa21'],
  ['userSign', 'rfa9', 'rfa9'],
  ['processing', 'rfa21', 'rfa21'],
  ['addedLater', 'rfa21', 'rfa21'],
];
const FAILED: readonly (readonly [string, string, string])[] = [
  ['expiredTransaction', 'rfa8', 'rfa8'],
  ['certificateErr', 'rfa16', 'rfa16'],
  ['userCancel', 'rfa6', 'rfa6'],
  ['cancelled', 'rfa3', 'rfa3'],
  ['startFailed', 'rfa17a', 'rfa17b'],
  ['userDeclinedCall', 'rfa6', 'rfa6'],
  ['notSupportedByUserApp', 'rfa22', 'rfa22'],
  ['transactionRiskBlocked', 'rfa22', 'rfa22'],
  ['mrtdVerificationFailed', 'rfa26', 'rfa26'],
  ['facialRecognitionFailed', 'rfa27', 'rfa27'],
  ['nfcNotSupportedByDevice', 'rfa28', 'rfa28'],
  ['multipleBankIdsOnDevice', 'rfa29', 'rfa29'],
  ['stepUpFailed', 'rfa30', 'rfa30'],
  ['addedLater', 'rfa22', 'rfa22'],
];
/** Code, status, message, and whether another try may succeed. */
const ERRORS: readonly (readonly [string, number, string, boolean])[] = [
  ['alreadyInProgress', 400, 'rfa4', false],
  ['invalidParameters', 400, 'provider_unavailable', false],
  ['unauthorized', 401, 'provider_unavailable', false],
  ['notFound', 404, 'provider_unavailable', false],
  ['methodNotAllowed', 405, 'provider_unavailable', false],
  ['requestTimeout', 408, 'rfa5', true],
  ['unsupportedMediaType', 415, 'provider_unavailable', false],
  ['internalError', 500, 'rfa5', true],
  ['maintenance', 503, 'rfa5', true],
  ['addedLater', 400, 'rfa22', false],
  ['unknown', 502, 'provider_unavailable', true],
];

describe('messages', () => {
  const devices: readonly ElectronicIdDevice[] = ['this', 'other'];

  it('are the recommended ones for every hint code of a pending order', async () => {
    const provider = openProvider();
    for (const device of devices) {
      const order = await provider.start(buildElectronicIdRequest({ device }));
      for (const [hintCode, here, elsewhere] of PENDING) {
        server.setAnswer({ status: 'pending', hintCode });
        const message = device === 'this' ? here : elsewhere;
        expect(await provider.check(order), hintCode).toEqual({ kind: 'pending', message });
      }
      await provider.cancel(order);
    }
    await provider.close();
  });

  it('are the recommended ones for every hint code of a failed order', async () => {
    const provider = openProvider();
    for (const device of devices) {
      for (const [hintCode, here, elsewhere] of FAILED) {
        const order = await provider.start(buildElectronicIdRequest({ device }));
        server.setAnswer({ status: 'failed', hintCode });
        const message = device === 'this' ? here : elsewhere;
        expect(await provider.check(order), hintCode).toEqual({ kind: 'failed', message });
      }
    }
    await provider.close();
  });

  it.each(ERRORS)('exist for the error code %s', async (errorCode, status, reason, isPassing) => {
    const provider = openProvider();
    server.refuseNext(status, { errorCode });
    const error = await provider.start(buildElectronicIdRequest()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(isPassing ? ElectronicIdUnavailable : ElectronicIdRefused);
    expect(error).toHaveProperty('reason', reason);
    await provider.close();
  });

  it('are the ones of this list, and no code is without', () => {
    expect([...PENDING_HINTS.keys(), 'addedLater'].sort()).toEqual(PENDING.map(([code]) => code).sort());
    expect([...FAILED_HINTS.keys(), 'addedLater'].sort()).toEqual(FAILED.map(([code]) => code).sort());
    expect([...ERROR_CODES.keys(), 'addedLater'].sort()).toEqual(ERRORS.map(([code]) => code).sort());
  });
});

describe('an outage', () => {
  it('does not end an order: the next look finds it', async () => {
    const provider = openProvider();
    const order = await provider.start(buildElectronicIdRequest());
    server.refuseNext(503, { errorCode: 'maintenance' });
    await expect(provider.check(order)).rejects.toBeInstanceOf(ElectronicIdUnavailable);
    server.refuseNext(502, '<html>Bad gateway</html>');
    await expect(provider.check(order)).rejects.toMatchObject({ reason: 'provider_unavailable' });
    server.refuseNext(200, 'no JSON');
    await expect(provider.check(order)).rejects.toBeInstanceOf(ElectronicIdUnavailable);
    expect(await provider.check(order)).toMatchObject({ kind: 'pending' });
    await provider.cancel(order);
    await provider.close();
  });

  it('is a server that does not answer in time', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const provider = openProvider({ url: `https://localhost:${port}/rp/v6.0`, timeoutMs: 50 });
    // It showed BankID's message for faults of BankID.
    const error = await provider.start(buildElectronicIdRequest()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ElectronicIdUnavailable);
    expect(error).toHaveProperty('reason', 'provider_unavailable');
    silent.close();
  });

  it('is a certificate that BankID does not accept, and a server that is not BankID', async () => {
    const stranger = makeCertificate({ commonName: 'Stranger' });
    const pem = stranger.certificate + stranger.key;
    for (const changes of [{ identity: { pem } }, { serverAuthority: stranger.certificate }]) {
      const provider = openProvider(changes);
      await expect(provider.checkHealth()).rejects.toThrow();
      await expect(provider.start(buildElectronicIdRequest())).rejects.toBeInstanceOf(
        ElectronicIdUnavailable,
      );
      await provider.close();
    }
  });
});

describe('a completed order', () => {
  async function completed(
    sign: (texts: { visible: string; hidden: string }) => string,
    changes: {
      person?: typeof PERSON;
      now?: Date;
      status?: (signature: string) => string | null;
    } = {},
  ) {
    const faults: string[] = [];
    const { now, person = PERSON, status } = changes;
    const provider = openProvider({
      onFault: (fault) => faults.push(fault),
      ...(now && { now: () => now }),
    });
    const order = await provider.start(buildElectronicIdRequest());
    const { userVisibleData, userNonVisibleData } = server.parametersOf();
    const signature = sign({ visible: String(userVisibleData), hidden: String(userNonVisibleData) });
    server.complete(person, { signature, ...(status && { ocspResponse: status(signature) }) });
    const outcome = await provider.check(order);
    await provider.close();
    return { outcome, faults };
  }
  const signed = (
    texts: { visible: string; hidden: string },
    funcId: 'Signing' | 'Identification' = 'Signing',
    chain = server.chainOf(PERSON),
  ) => signAsBankId({ ...texts, funcId }, chain);
  const INVALID = { kind: 'failed', message: 'identification_invalid' };

  it('keeps the signature and the status of the certificate', async () => {
    const { outcome, faults } = await completed((texts) => signed(texts));
    expect(faults).toEqual([]);
    expect(outcome).toMatchObject({ identity: { certificateStatus: expect.stringMatching(/^MII/) } });
    const { signature } = outcome.kind === 'complete' ? outcome.identity : { signature: null };
    expect(Buffer.from(signature ?? '', 'base64').toString()).toContain('<bankIdSignedData');
  });

  it.each([
    [
      'over another visible text',
      'other_text',
      (texts: { visible: string; hidden: string }) => signed({ ...texts, visible: 'SGVq' }),
    ],
    [
      'over another document',
      'other_text',
      (texts: { visible: string; hidden: string }) => signed({ ...texts, hidden: 'SGVq' }),
    ],
    [
      'of an identification',
      'other_purpose',
      (texts: { visible: string; hidden: string }) => signed(texts, 'Identification'),
    ],
    [
      'by another person',
      'other_person',
      (texts: { visible: string; hidden: string }) => signed(texts, 'Signing', server.chainOf(OTHER_PERSON)),
    ],
    ['that is no XML', 'not_a_signature', () => Buffer.from('Hej').toString('base64')],
    [
      'with a document type',
      'not_a_signature',
      (texts: { visible: string; hidden: string }) =>
        change(signed(texts), /<Signature/, '<!DOCTYPE a><Signature'),
    ],
    [
      'with a digest changed',
      'signature_wrong',
      (texts: { visible: string; hidden: string }) =>
        change(signed(texts), /<displayName>VGVzdA==/, '<displayName>SGVq'),
    ],
    [
      'with a value changed',
      'signature_wrong',
      (texts: { visible: string; hidden: string }) =>
        change(signed(texts), /<SignatureValue>..../, '<SignatureValue>AAAA'),
    ],
    [
      'with a second text beside the signed one',
      'not_a_signature',
      (texts: { visible: string; hidden: string }) =>
        change(signed(texts), /<Object>(.*?)<\/Object>/, '<Object>$1</Object><Object>$1</Object>'),
    ],
    [
      'whose certificate is of another authority',
      'certificate_not_trusted',
      (texts: { visible: string; hidden: string }) => {
        const root = makeCertificate({ commonName: 'Test BankID Root', isAuthority: true });
        const forged = makeCertificate({
          commonName: 'Forged',
          serialNumber: PERSON.personalNumber,
          issuer: root,
        });
        return signed(texts, 'Signing', [forged, root]);
      },
    ],
    [
      'whose certificate was issued by a person',
      'certificate_not_trusted',
      (texts: { visible: string; hidden: string }) => {
        const chain = server.chainOf(OTHER_PERSON);
        const forged = makeCertificate({
          commonName: 'Forged',
          serialNumber: PERSON.personalNumber,
          issuer: chain[0],
        });
        return signed(texts, 'Signing', [forged, ...chain]);
      },
    ],
    [
      'whose certificate has expired',
      'certificate_not_trusted',
      (texts: { visible: string; hidden: string }) => {
        const { bank, root } = server.certificates;
        const old = makeCertificate({
          commonName: 'Old',
          serialNumber: PERSON.personalNumber,
          issuer: bank,
          days: -1,
        });
        return signed(texts, 'Signing', [old, bank, root]);
      },
    ],
  ])('is refused with a signature %s', async (_, fault, sign) => {
    const { outcome, faults } = await completed(sign);
    expect(outcome).toEqual(INVALID);
    expect(faults).toEqual([fault]);
  });

  // A QR code that an attacker shows to a victim: only BankID sees that both are far apart.
  it.each([
    ['high', undefined, false],
    ['added_later', undefined, false],
    ['moderate', undefined, true],
    ['moderate', 'low', false],
    ['high', 'high', true],
    // BankID gives no estimate for some orders (docs/decisions/0024).
    [null, undefined, true],
    [null, 'low', true],
  ] as const)('of %s risk, where the setting is %s, is accepted: %s', async (risk, maxRisk, isAccepted) => {
    const faults: string[] = [];
    const onFault = (fault: string) => faults.push(fault);
    const provider = openProvider({ onFault, ...(maxRisk && { maxRisk }) });
    const order = await provider.start(buildElectronicIdRequest({ device: 'other' }));
    server.complete(PERSON, { risk });
    const outcome = await provider.check(order);
    expect(outcome).toMatchObject(
      isAccepted ? { kind: 'complete' } : { kind: 'failed', message: 'risk_too_high' },
    );
    expect(faults).toEqual(isAccepted ? [] : ['risk_too_high']);
    await provider.close();
  });

  const answerFor = (signature: string, changes: Partial<Parameters<typeof answerOcsp>[0]> = {}) => {
    const { bank, responder } = server.certificates;
    const [person] = server.chainOf(PERSON);
    return answerOcsp({ person, issuer: bank, responder, signature, ...changes });
  };

  it('has a status by the issuer itself, or by its responder', async () => {
    const { outcome, faults } = await completed((texts) => signed(texts), {
      status: (signature) => answerFor(signature, { responder: server.certificates.bank }),
    });
    expect(faults).toEqual([]);
    expect(outcome.kind).toBe('complete');
  });

  it.each<[string, string, (signature: string) => string | null]>([
    ['is missing', 'status_missing', () => null],
    ['is no OCSP response', 'status_not_valid', () => Buffer.from('status').toString('base64')],
    ['was asked for another signature', 'status_of_other_signature', () => answerFor('AAAA')],
    [
      'is about another person',
      'status_not_valid',
      (signature) => answerFor(signature, { person: server.chainOf(OTHER_PERSON)[0] }),
    ],
    ['is a day old', 'status_not_valid', (signature) => answerFor(signature, { age: 24 })],
    ['is of tomorrow', 'status_not_valid', (signature) => answerFor(signature, { age: -24 })],
    [
      'was changed',
      'status_not_valid',
      (signature) => {
        const bytes = Buffer.from(answerFor('AAAA'), 'base64');
        const other = createHash('sha1').update('AAAA').digest();
        createHash('sha1').update(signature).digest().copy(bytes, bytes.indexOf(other));
        return bytes.toString('base64');
      },
    ],
    [
      'was signed by a person',
      'status_not_valid',
      (signature) => answerFor(signature, { responder: server.chainOf(OTHER_PERSON)[0] }),
    ],
    [
      'was signed by the responder of another authority',
      'status_not_valid',
      (signature) => {
        const issuer = makeCertificate({ commonName: 'Test Bank', isAuthority: true });
        const responder = makeCertificate({ commonName: 'Test Responder', isResponder: true, issuer });
        return answerFor(signature, { responder });
      },
    ],
    [
      'was signed by a responder whose certificate has expired',
      'status_not_valid',
      (signature) => {
        const issuer = server.certificates.bank;
        const old = { commonName: 'Old', isResponder: true, issuer, days: -1 };
        return answerFor(signature, { responder: makeCertificate(old) });
      },
    ],
  ])('is refused if the status of the certificate %s', async (_, fault, status) => {
    const { outcome, faults } = await completed((texts) => signed(texts), { status });
    expect(outcome).toEqual(INVALID);
    expect(faults).toEqual([fault]);
  });

  it('is refused with a certificate that was revoked, with the message for it', async () => {
    const { outcome, faults } = await completed((texts) => signed(texts), {
      status: (signature) => answerFor(signature, { isRevoked: true }),
    });
    expect(outcome).toEqual({ kind: 'failed', message: 'rfa16' });
    expect(faults).toEqual(['certificate_revoked']);
  });

  it('is refused with a personal number whose check digit is wrong', async () => {
    const { outcome, faults } = await completed((texts) => signed(texts), {
      person: { ...PERSON, personalNumber: '191212121213' },
    });
    expect(outcome).toEqual(INVALID);
    expect(faults).toEqual(['personal_number_invalid']);
  });
});

function change(signature: string, what: RegExp, into: string): string {
  const xml = Buffer.from(signature, 'base64').toString('utf8');
  const changed = xml.replace(what, into);
  if (changed === xml) throw new Error('nothing was changed');
  return Buffer.from(changed, 'utf8').toString('base64');
}
