import type { DocumentPictures, HostedScanner, ScanConditions } from '@countersign/signing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOnfidoIdScan } from './onfido.ts';
import { createOnfidoClient } from './onfido-client.ts';
import { type OnfidoServer, startOnfidoServer } from './testing/onfido-server.ts';
import { PASSPORT_PROPERTIES, type PhotographedDocument } from './testing/photographed-document.ts';

const CONDITIONS: ScanConditions = { passportsOnly: false, isBasic: false, today: '2026-11-23' };
const IMAGES = { front: Buffer.from('cut'), portrait: Buffer.from('face'), documentRear: null };
const PASSPORT: PhotographedDocument = {
  properties: PASSPORT_PROPERTIES,
  pictures: { front: Buffer.from('front picture') },
};
const withProperties = (changes: object) => ({
  ...PASSPORT,
  properties: { ...PASSPORT_PROPERTIES, ...changes },
});
const withBreakdown = (breakdown: object) => ({ ...PASSPORT, breakdown });

const REQUESTER = { accountId: 'account' };

describe('a scan at Onfido', () => {
  let server: OnfidoServer;
  let scanner: HostedScanner;
  let images: typeof IMAGES | 'too_complex' | { readonly portrait: null };
  let cut: DocumentPictures[];
  beforeAll(async () => {
    server = await startOnfidoServer('token', 'webhook');
    const client = createOnfidoClient({ token: 'token', webhookToken: 'webhook', api: server.api });
    scanner = createOnfidoIdScan(client, {
      workflowId: 'workflow',
      cutOut: async (readPictures) => {
        cut.push(await readPictures());
        return typeof images === 'string' ? images : { ...IMAGES, ...images };
      },
    });
  });
  beforeEach(() => {
    images = IMAGES;
    cut = [];
  });
  afterAll(() => server.close());

  const start = async () => {
    const request = {
      reference: crypto.randomUUID(),
      returnUrl: 'https://sign.test/x',
      language: 'en',
    } as const;
    return (await scanner.start(request)).sessionId;
  };
  const scan = async (
    document: PhotographedDocument,
    status = 'approved',
    changes: Partial<ScanConditions> = {},
  ) => {
    const sessionId = await start();
    server.photograph(sessionId, document, status);
    return scanner.fetch(sessionId, { ...CONDITIONS, ...changes }, REQUESTER);
  };

  it('gives what the report says of the holder, and the pictures by side', async () => {
    const pictures = { front: Buffer.from('front picture'), back: Buffer.from('back picture') };
    expect(await scan({ ...PASSPORT, pictures })).toEqual({
      outcome: 'read',
      images: IMAGES,
      identity: {
        isPassport: true,
        issuingState: 'SWE',
        nationality: 'SWE',
        lastName: 'EK',
        firstName: 'ANNA MARIA',
        documentNumber: 'AA1234567',
        birthDate: '1974-08-12',
        expiryDate: '2030-04-15',
        personalNumber: '197408121234',
        issueDate: '2025-04-15',
        placeOfBirth: 'UMEÅ',
      },
    });
    expect(cut.map(({ front, back }) => [String(front), String(back)])).toEqual([
      ['front picture', 'back picture'],
    ]);
  });

  it('leaves out what Onfido did not read', async () => {
    const less = { nationality: null, issuing_date: null, place_of_birth: null };
    const numbers = [{ type: 'document_number', value: 'AA1234567' }];
    expect(await scan(withProperties({ ...less, document_numbers: numbers }))).toMatchObject({
      identity: { nationality: '', personalNumber: null, issueDate: null, placeOfBirth: null },
    });
  });

  it.each(['processing', 'awaiting_input', 'awaiting_client_input', 'review'])(
    'waits while it is %s',
    async (status) => {
      const sessionId = await start();
      server.end(sessionId, status);
      expect(await scanner.fetch(sessionId, CONDITIONS, REQUESTER)).toEqual({ outcome: 'pending' });
    },
  );

  it('accepts what the workflow approves although the report is no clear one: another name than the applicant has', async () => {
    expect(await scan({ ...PASSPORT, subResult: 'caution' })).toMatchObject({ outcome: 'read' });
  });

  it.each([
    ['suspected of fraud', 'not_valid', { ...PASSPORT, subResult: 'suspected' }],
    ['that Onfido could not read', 'not_readable', { ...PASSPORT, subResult: 'rejected' }],
    ['that has expired', 'expired', withProperties({ date_of_expiry: '2026-11-22' })],
    ['of unknown expiry', 'expired', withProperties({ date_of_expiry: null })],
    ['of another kind', 'not_valid', withProperties({ document_type: 'driving_licence' })],
    ['without a readable name', 'not_readable', withProperties({ last_name: null })],
    ['without a date of birth', 'not_readable', withProperties({ date_of_birth: 'unknown' })],
    ['without a picture', 'not_readable', { ...PASSPORT, pictures: {} }],
  ] as const)('refuses an approved document %s: %s', async (_, reason, document) => {
    expect(await scan(document)).toEqual({ outcome: 'refused', side: 'front', reason });
  });

  it('accepts an approved document without a date of expiry if Onfido knows that it has none', async () => {
    const breakdown = { data_validation: { breakdown: { document_expiration: { result: 'clear' } } } };
    const document = { ...withProperties({ date_of_expiry: null }), breakdown };
    expect(await scan(document)).toMatchObject({ outcome: 'read', identity: { expiryDate: null } });
  });

  it.each([
    ['glare', withBreakdown(imageQuality('glare_on_photo'))],
    ['blurred', withBreakdown(imageQuality('blurred_photo'))],
    ['not_readable', { ...PASSPORT, subResult: 'rejected' }],
    ['not_valid', { ...PASSPORT, subResult: 'suspected' }],
    ['expired', withProperties({ date_of_expiry: '2020-01-01' })],
  ] as const)('says %s of a document that the workflow declines', async (reason, document) => {
    expect(await scan(document, 'declined')).toMatchObject({ outcome: 'refused', reason });
    expect(cut).toEqual([]);
  });

  it('accepts passports only, and needs a portrait unless the scan is basic', async () => {
    const card = withProperties({ document_type: 'national_identity_card' });
    expect(await scan(card, 'approved', { passportsOnly: true })).toMatchObject({ reason: 'not_a_passport' });
    expect(await scan(card)).toMatchObject({ outcome: 'read', identity: { isPassport: false } });
    images = { portrait: null };
    expect(await scan(PASSPORT)).toMatchObject({ reason: 'portrait_missing' });
    expect(await scan(PASSPORT, 'approved', { isBasic: true })).toMatchObject({ outcome: 'read' });
  });

  it('reads the last of several attempts on the page', async () => {
    const sessionId = await start();
    server.photograph(sessionId, { ...PASSPORT, subResult: 'rejected' }, 'awaiting_input');
    expect(await scanner.fetch(sessionId, CONDITIONS, REQUESTER)).toEqual({ outcome: 'pending' });
    server.photograph(sessionId, PASSPORT, 'approved');
    expect(await scanner.fetch(sessionId, CONDITIONS, REQUESTER)).toMatchObject({ outcome: 'read' });
  });

  it('cuts out the pictures once for all who ask meanwhile', async () => {
    const sessionId = await start();
    server.photograph(sessionId, PASSPORT, 'approved');
    const answers = await Promise.all([1, 2, 3].map(() => scanner.fetch(sessionId, CONDITIONS, REQUESTER)));
    expect(answers.map(({ outcome }) => outcome)).toEqual(['read', 'read', 'read']);
    expect(cut).toHaveLength(1);
  });

  it('fails if the workflow makes no report', async () => {
    const sessionId = await start();
    server.end(sessionId, 'approved');
    expect(await scanner.fetch(sessionId, CONDITIONS, REQUESTER)).toEqual({
      outcome: 'failed',
      reason: 'provider_failed',
    });
  });
});

function imageQuality(problem: string) {
  return {
    image_integrity: {
      breakdown: { image_quality: { result: 'consider', properties: { [problem]: 'consider' } } },
    },
  };
}
