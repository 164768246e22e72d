import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@countersign/base/locale';
import { messageWriter } from '@countersign/i18n';
import { openPdf, readAttachment } from '@countersign/pdf';
import {
  complaintsOfQpdf,
  hasPrograms,
  readText,
  readWords,
  runProgram,
  withMupdf,
} from '@countersign/pdf/testing';
import { createDevelopmentSigner, type Stamp } from '@countersign/seal';
import {
  type EvidenceFacts,
  type Identification,
  type Ink,
  identificationOf,
  type SignatureType,
  type SigneeEvidence,
} from '@countersign/signing';
import { inlineToolkit, type PlacedBox } from '@countersign/toolkit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';

const SIGNED_AT = new Date('2026-11-21T14:00:03Z');
const IP_ADDRESS = '2001:db8::7334';
/** The tax agency's test numbers. Only the last four digits may appear. */
const WHOLE = '19121212-1212';
const HIDDEN = '19121212';

interface Signing {
  readonly type: SignatureType;
  readonly box: PlacedBox;
  readonly identification: Identification | null;
  readonly ink: Ink['kind'] | null;
}

const boxAt = (id: string, y: number, scale: number): PlacedBox => ({
  ...{ id, type: 'signature', page: 0, x: 60.5, y },
  ...{ width: 219 * scale, height: 58 * scale },
});
const SCAN_BOX: PlacedBox = { id: 'scan', type: 'id_scan', page: 0, x: 340, y: 345, width: 218, height: 138 };
const EMPTY_SCAN_BOX: PlacedBox = { ...SCAN_BOX, id: 'no image', x: 420, y: 540, width: 109, height: 69 };

const identify = (provider: string, fullName: string) =>
  identificationOf({ provider, fullName, personalNumber: WHOLE });
const SIGNINGS: readonly Signing[] = [
  {
    type: 'bankid_identification',
    box: boxAt('bankid', 360, 1),
    identification: identify('BankID', 'Åsa Øyvindsdotter Łukaszewicz'),
    ink: null,
  },
  {
    type: 'bankid_identification',
    box: boxAt('freja', 450, 0.25),
    identification: identify('Freja', '田中 一郎'),
    ink: null,
  },
  {
    type: 'bankid_identification',
    box: boxAt('long', 490, 1.5),
    identification: identify('BankID', 'Maximiliana Wolfeschlegelsteinhausenbergerdorff '.repeat(4).trim()),
    ink: null,
  },
  {
    type: 'face_liveness',
    box: boxAt('face', 610, 1),
    identification: identify('Face Check AB', 'Αλέξανδρος Παπαδόπουλος'),
    ink: 'drawn',
  },
  { type: 'digital_ink_id_scan', box: boxAt('scan ink', 700, 1), identification: null, ink: 'typed' },
];

const nameOf = ({ identification }: Signing) => identification?.fullName ?? 'Bo Ek';

function linesOf(signing: Signing, language: Language): readonly string[] {
  const { type, identification, ink } = signing;
  return messageWriter.stampLines(language, {
    fullName: nameOf(signing),
    signatureType: type,
    method: ink,
    provider: identification?.provider ?? null,
    isSandbox: identification?.isSandbox ?? false,
    personalNumber: identification?.personalNumber ?? null,
    signedAt: SIGNED_AT,
    ipAddress: IP_ADDRESS,
    channel: 'email_and_sms',
  });
}

function scanLines(language: Language, hasImage: boolean): readonly string[] {
  const { personalNumber } = identify('Face Check AB', 'Bo Ek');
  return messageWriter.scanLines(language, {
    fullName: 'Bo Ek',
    personalNumber,
    scannedAt: SIGNED_AT,
    hasImage,
  });
}

async function stampsIn(language: Language): Promise<readonly Stamp[]> {
  const ink = await sharp(Buffer.from(INK)).png().toBuffer();
  const image = await sharp(Buffer.from(CARD)).jpeg().toBuffer();
  const signatures = SIGNINGS.map((signing): Stamp => {
    const { box, ink: kind } = signing;
    const lines = linesOf(signing, language);
    if (kind === null) return { kind: 'identity', box, name: nameOf(signing), lines };
    return kind === 'typed' ? { box, lines, typedName: nameOf(signing) } : { box, lines, image: ink };
  });
  return [
    ...signatures,
    { kind: 'id_scan', box: SCAN_BOX, image, lines: scanLines(language, true) },
    { kind: 'id_scan', box: EMPTY_SCAN_BOX, lines: scanLines(language, false) },
  ];
}

const INK =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120"><path d="M10 90 C80 -40 90 150 160 50 S260 20 390 80" fill="none" stroke="#123" stroke-width="7"/></svg>';
const CARD =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="1000"><rect width="1500" height="1000" rx="60" fill="#cfe0ee"/><rect x="90" y="250" width="390" height="520" fill="#8aa"/><g fill="#234"><rect x="560" y="260" width="700" height="50"/><rect x="560" y="380" width="500" height="50"/><rect x="560" y="500" width="600" height="50"/></g></svg>';

function evidenceOf(signing: Signing): SigneeEvidence {
  const { type, identification, ink } = signing;
  return {
    signeeId: type,
    fullName: nameOf(signing),
    emailAddress: 'signee@example.com',
    phoneNumber: null,
    signatureType: type,
    linkChannel: 'email',
    verification: null,
    signatureLevel: type === 'digital_ink_id_scan' ? 'SES' : 'AES',
    ink,
    marks: { signatures: [{ page: 0, count: 1 }], initials: [] },
    identification,
    differingNames: identification === null ? [] : [{ name: 'Bo Ek', isSandbox: false }],
    idScannedAt: type === 'digital_ink_id_scan' ? SIGNED_AT : null,
    proofs: [],
    invitedAt: SIGNED_AT,
    openedAt: SIGNED_AT,
    signedAt: SIGNED_AT,
    timeZone: 'Europe/Stockholm',
    consent: { text: 'I agree to sign.', language: 'en' },
    shown: { fileSha256: 'ab'.repeat(32), valuesSha256: 'cd'.repeat(32), salt: 'salt' },
    values: [{ name: 'Price', value: ['10 000'] }],
    filledIn: [
      { label: 'Price', by: 'signee' },
      { label: 'Date of signing', by: 'service' },
    ],
    correctedFields: [],
    ipAddress: IP_ADDRESS,
    userAgent: 'Test/1',
  };
}

const factsIn = (language: Language): EvidenceFacts => ({
  documentId: '5f0a2c1e-0000-4000-8000-000000000001',
  serviceTransactionId: '5f0a2c1e-0000-4000-8000-000000000002',
  verificationUrl: 'https://sign.example/verify',
  name: 'Contract',
  language,
  file: null,
  sender: {
    ...{ fullName: 'Greta Öberg', emailAddress: 'greta@example.com' },
    ...{ organisation: 'Öbergs Bygg AB', filledIn: ['Customer number'] },
  },
  timeZone: 'Europe/Stockholm',
  signatureLevel: 'SES',
  signees: SIGNINGS.map(evidenceOf),
  copies: [],
  attachments: [],
  events: [{ at: SIGNED_AT, type: 'sealed', who: null }],
  trail: { sequence: 7, hash: 'cd'.repeat(32), entries: [] },
});

const folder = mkdtempSync(join(tmpdir(), 'countersign-appearances-'));
const pathOf = (language: Language) => join(folder, `${language}.pdf`);
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  const pem = join(folder, 'signer.pem');
  writeFileSync(pem, (await createDevelopmentSigner({ key: 'ec-p256' })).pem);
  await using toolkit = inlineToolkit({ signer: { kind: 'pem', certificatePath: pem, keyPath: pem } });
  for (const language of LANGUAGES) {
    const facts = factsIn(language);
    await toolkit.complete({
      input: fixturePath('plain/a4.pdf'),
      output: pathOf(language),
      values: [],
      stamps: await stampsIn(language),
      seal: { reason: 'Test', signedAt: SIGNED_AT.toISOString() },
      evidence: {
        report: messageWriter.evidence(language, facts, 'evidence.json'),
        record: { fileName: 'evidence.json', description: 'Evidence', facts: { ...facts } },
      },
    });
  }
});

function textIn(path: string, { x, y, width, height }: PlacedBox): string {
  const words = readWords(readFileSync(path), 0).filter(({ left, right, top, bottom }) => {
    const [column, row] = [(left + right) / 2, (top + bottom) / 2];
    return column > x - 1 && column < x + width + 1 && row > y - 1 && row < y + height + 1;
  });
  return words.map(({ text }) => text).join(' ');
}

function evidenceText(path: string): string {
  const bytes = readFileSync(path);
  return [1, 2, 3, 4]
    .map((page) => readText(bytes, page))
    .join(' ')
    .replace(/\s+/g, ' ');
}

/** Objects and streams as text, whatever held them. */
function everythingIn(path: string): string {
  return withMupdf(readFileSync(path), (document) => {
    const options = 'decompress,ascii=no,garbage=no,pretty=yes';
    return Buffer.from(document.saveToBuffer(options).asUint8Array()).toString('latin1');
  });
}

describe.each(LANGUAGES)('a document signed with every method, in %s', (language) => {
  it.each(SIGNINGS.map((signing) => [signing.box.id, signing] as const))(
    'shows in the box of %s who, when, from where and how',
    (_, signing) => {
      const text = textIn(pathOf(language), signing.box);
      expect(text).toContain(nameOf(signing).slice(0, 15));
      for (const line of linesOf(signing, language).slice(1)) expect(text).toContain(line);
      expect(text).toContain('2026-11-21 14:00:03 UTC');
      if (signing.identification) expect(text).toContain(signing.identification.provider);
      expect(text.includes('********-1212')).toBe(signing.identification !== null);
    },
  );

  it('fills the boxes of scanned documents, with words where no image may be kept', () => {
    const path = pathOf(language);
    // Facts that share a row are separated by dots.
    const factsIn = (box: PlacedBox) => textIn(path, box).trim().replaceAll(' · ', ' ');
    expect(factsIn(SCAN_BOX)).toBe(scanLines(language, true).join(' '));
    expect(factsIn(EMPTY_SCAN_BOX)).toBe(scanLines(language, false).join(' '));
  });

  it('names every method on the evidence pages', () => {
    const text = evidenceText(pathOf(language));
    for (const { identification } of SIGNINGS) {
      if (identification === null) continue;
      expect(text).toContain(identification.fullName);
      expect(text).toContain(identification.provider);
      expect(text).toContain(identification.personalNumber);
    }
  });

  it('holds the whole personal number nowhere, also not compressed', () => {
    const file = openPdf(pathOf(language));
    const record = Buffer.from(readAttachment(file, 'evidence.json', 1 << 20) ?? []).toString();
    file.close();
    expect(record).toContain('********-1212');
    expect(record).not.toContain(HIDDEN);
    expect(everythingIn(pathOf(language))).toContain('********-1212');
    expect(everythingIn(pathOf(language))).not.toContain(HIDDEN);
    expect(readText(readFileSync(pathOf(language)))).not.toContain(HIDDEN);
  });

  it('is well made', () => {
    expect(complaintsOfQpdf(readFileSync(pathOf(language)))).toBe('');
  });

  it.skipIf(!hasPrograms('pdfsig'))('is under one seal', () => {
    const { stdout } = runProgram('pdfsig', ['-nocert', pathOf(language)]);
    expect(stdout).toContain('Signature is Valid');
    expect(stdout).toContain('Total document signed');
  });
});
