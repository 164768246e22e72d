import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type HostedScanFailure,
  type HostedScanner,
  isHosted,
  type PictureScanner,
  SCAN_REFUSALS,
  type ScanAnswer,
  type ScanConditions,
  type ScanRefusal,
} from '../ports/id-scanner.ts';

export type ScannedDocumentKind = 'passport' | 'card' | 'expired' | 'not_a_document';

export interface IdScanHarness {
  readonly scanner: PictureScanner | HostedScanner;
  /** On the signing page or the provider's. */
  scan(document: ScannedDocumentKind, conditions: ScanConditions): Promise<ScanAnswer>;
  /** With pages of its own. */
  readonly hosted: {
    end(sessionId: string, reason: HostedScanFailure): void;
    /** Its server does not answer. */
    readonly unreachable: HostedScanner;
  } | null;
  close(): Promise<void>;
}

const REQUESTER = { accountId: 'account' };
const FULL: ScanConditions = {
  passportsOnly: false,
  isBasic: false,
  today: new Date().toISOString().slice(0, 10),
};
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const isJpeg = (image: Uint8Array | null) =>
  Buffer.from(image ?? [])
    .subarray(0, 3)
    .equals(JPEG);

/** Pictures are drawn and read. */
const SCAN_MS = 240_000;

export function idScanContract(open: () => Promise<IdScanHarness>): void {
  describe('as every provider of ID scans', () => {
    let harness: IdScanHarness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());

    it.each([
      ['passport', true],
      ['card', false],
    ] as const)(
      'reads a %s, with the document and its portrait cut out as JPEGs',
      async (kind, isPassport) => {
        const answer = await harness.scan(kind, FULL);
        if (answer.outcome !== 'read') throw new Error(`refused: ${answer.reason}`);
        const { identity, images } = answer;
        expect(identity).toMatchObject({
          isPassport,
          lastName: expect.stringMatching(/^\S/),
          documentNumber: expect.stringMatching(/^\w+$/),
          birthDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          expiryDate: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
          issuingState: expect.stringMatching(/^[A-Z]{1,3}$/),
        });
        expect([isJpeg(images.front), isJpeg(images.portrait)]).toEqual([true, true]);
        expect(images.documentRear === null).toBe(isPassport);
      },
      SCAN_MS,
    );

    it.each([
      ['[2.10-27] a card where passports are asked for', 'card', { passportsOnly: true }, 'not_a_passport'],
      ['[2.10-28] it by a basic scan too', 'card', { passportsOnly: true, isBasic: true }, 'not_a_passport'],
      ['an expired document', 'expired', {}, 'expired'],
    ] as const)(
      'refuses %s',
      async (_, kind, changes, reason: ScanRefusal) => {
        expect(await harness.scan(kind, { ...FULL, ...changes })).toMatchObject({
          outcome: 'refused',
          reason,
        });
      },
      SCAN_MS,
    );

    it.each([
      ['[2.10-27] full', false],
      ['[2.10-28] basic', true],
    ])(
      'takes a passport where only passports are accepted: %s',
      async (_, isBasic) => {
        const answer = await harness.scan('passport', { ...FULL, passportsOnly: true, isBasic });
        expect(answer).toMatchObject({ outcome: 'read', identity: { isPassport: true } });
      },
      SCAN_MS,
    );

    it(
      'refuses what is no document, and says why in a word of the port',
      async () => {
        const answer = await harness.scan('not_a_document', FULL);
        expect(answer).toMatchObject({ outcome: 'refused', reason: expect.toBeOneOf([...SCAN_REFUSALS]) });
      },
      SCAN_MS,
    );

    it('with pages of its own, has a session for each scan, and says how it ended each time it is asked', async () => {
      const { scanner, hosted } = harness;
      if (!isHosted(scanner) || hosted === null) return expect(hosted).toBeNull();
      for (const reason of ['cancelled', 'provider_failed'] as const) {
        const request = { returnUrl: 'https://sign.test/x', language: 'sv' } as const;
        const { sessionId, url } = await scanner.start({ ...request, reference: crypto.randomUUID() });
        expect(url).toMatch(/^https?:/);
        expect(await scanner.fetch(sessionId, FULL, REQUESTER)).toEqual({ outcome: 'pending' });
        hosted.end(sessionId, reason);
        for (let count = 0; count < 2; count++)
          expect(await scanner.fetch(sessionId, FULL, REQUESTER)).toEqual({ outcome: 'failed', reason });
      }
      const { unreachable } = hosted;
      await expect(unreachable.fetch('any', FULL, REQUESTER)).rejects.toThrow();
      await expect(scanner.fetch('unknown', FULL, REQUESTER)).rejects.toThrow();
    });
  });
}
