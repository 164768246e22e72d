import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageWriter } from '@countersign/i18n';
import { complaintsOfQpdf, hasPrograms, runProgram } from '@countersign/pdf/testing';
import { createDevelopmentSigner } from '@countersign/seal';
import type { EvidenceFacts } from '@countersign/signing';
import { inlineToolkit } from '@countersign/toolkit';
import { encodeQrCode } from '@countersign/web';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 14, 0, second));

const FACTS: EvidenceFacts = {
  documentId: '5f0a2c1e-0000-4000-8000-000000000001',
  serviceTransactionId: '5f0a2c1e-0000-4000-8000-000000000002',
  verificationUrl: 'https://sign.example/verify',
  name: 'Contract',
  language: 'en',
  file: { name: 'contract.pdf', size: 1234, sha256: 'ab'.repeat(32) },
  sender: {
    ...{ fullName: 'Greta Öberg', emailAddress: 'greta@example.com' },
    ...{ organisation: 'Öbergs Bygg AB', filledIn: [] },
  },
  timeZone: 'Europe/Stockholm',
  signatureLevel: 'SES',
  signees: ['Łukasz Żółć', '田中 一郎'].map((fullName, index) => ({
    signeeId: `s-${index}`,
    fullName,
    emailAddress: `signee${index}@example.com`,
    phoneNumber: null,
    signatureType: 'digital_ink',
    linkChannel: 'email',
    verification: null,
    signatureLevel: 'SES',
    ink: 'typed',
    marks: { signatures: [{ page: index, count: 1 }], initials: [] },
    identification: null,
    differingNames: [],
    idScannedAt: null,
    proofs: [],
    invitedAt: at(1),
    openedAt: at(2),
    signedAt: at(3 + index),
    timeZone: 'UTC',
    shown: { fileSha256: 'ab'.repeat(32), valuesSha256: 'cd'.repeat(32), salt: 'salt' },
    values: [],
    filledIn: [],
    consent: { text: 'I agree to sign.', language: 'en' },
    correctedFields: [],
    ipAddress: '192.0.2.1',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  })),
  copies: [],
  attachments: [],
  events: [
    { at: at(0), type: 'created', who: 'Greta Öberg' },
    { at: at(4), type: 'sealed', who: null },
  ],
  trail: { sequence: 7, hash: 'cd'.repeat(32), entries: [] },
};

const MODULES = await encodeQrCode(FACTS.verificationUrl);
const INK = new Uint8Array(
  await sharp({ create: { width: 300, height: 90, channels: 3, background: '#123' } })
    .png()
    .toBuffer(),
);

const folder = mkdtempSync(join(tmpdir(), 'countersign-evidence-'));
const sealed = join(folder, 'sealed.pdf');
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  const pem = join(folder, 'signer.pem');
  writeFileSync(pem, (await createDevelopmentSigner({ key: 'ec-p256' })).pem);
  await using toolkit = inlineToolkit({ signer: { kind: 'pem', certificatePath: pem, keyPath: pem } });
  await toolkit.complete({
    input: fixturePath('forms/contract.pdf'),
    output: sealed,
    values: [{ name: 'fullName|svc-input-fullname', value: 'Łukasz Żółć' }],
    stamps: FACTS.signees.map(({ signeeId }) => ({
      box: { id: signeeId, type: 'signature', page: 0, x: 50, y: 700, width: 219, height: 58 },
      lines: [],
      image: INK,
    })),
    seal: { reason: 'Test', signedAt: at(5).toISOString() },
    evidence: {
      report: {
        ...messageWriter.evidence('en', FACTS, 'evidence.json'),
        check: { label: 'Check', modules: MODULES },
      },
      record: {
        fileName: 'evidence.json',
        description: messageWriter.evidenceDescription('en'),
        facts: { version: 1, ...FACTS },
      },
    },
  });
});

/** Reads the attached JSON and the text of all pages with pdf.js. */
async function readSealed() {
  const loading = getDocument({ data: new Uint8Array(readFileSync(sealed)), verbosity: 0 });
  const document = await loading.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  const text = texts.join(' ');
  const [id = ''] = (await document.getAttachments())?.keys() ?? [];
  const record = JSON.parse(Buffer.from((await document.getAttachmentContent(id)) ?? []).toString());
  await loading.destroy();
  return { text, texts, record };
}

describe('evidence in a sealed file', () => {
  it('lets anyone check what was signed: the first bytes of the file have the hash that it states', async () => {
    const { text, record } = await readSealed();
    const { sha256, size } = record.content;
    const signed = readFileSync(sealed).subarray(0, size);
    expect(createHash('sha256').update(signed).digest('hex')).toBe(sha256);
    expect(signed.toString('latin1').trimEnd()).toMatch(/%%EOF$/);
    expect(text.replace(/\s/g, '')).toContain(sha256);
    expect(text).toContain(`The first ${size} bytes of this file`);
  });

  it('says the same to people and to programs', async () => {
    const { text, record } = await readSealed();
    for (const { fullName, emailAddress } of FACTS.signees) {
      expect(text).toContain(fullName);
      expect(text).toContain(emailAddress);
    }
    expect(record).toMatchObject(JSON.parse(JSON.stringify(FACTS)));
  });

  it.skipIf(!hasPrograms('pdfsig'))('is under the seal', () => {
    const { stdout } = runProgram('pdfsig', ['-nocert', sealed]);
    expect(stdout).toContain('Signature is Valid');
    expect(stdout).toContain('Total document signed');
  });

  it.skipIf(!hasPrograms('pdftoppm'))(
    'has the ink of each person, and a code that leads to the check',
    async () => {
      const png = join(folder, 'page');
      const { texts, record } = await readSealed();
      const first = String(texts.findIndex((text) => text.includes('Evidence of signing')) + 1);
      runProgram('pdftoppm', ['-r', '144', '-f', first, '-l', first, '-png', '-singlefile', sealed, png]);
      const { data, info } = await sharp(`${png}.png`)
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const isDark = (x: number, y: number) =>
        (data[Math.round(y * 2) * info.width + Math.round(x * 2)] ?? 255) < 128;
      // The code is 58 points wide, at the top right corner within the margins of 56 points.
      const side = 58 / MODULES.length;
      const left = 595.28 - 56 - 58;
      const drawn = MODULES.map((row, y) =>
        row.map((_, x) => isDark(left + (x + 0.5) * side, 56 + (y + 0.5) * side)),
      );
      expect(drawn).toEqual(MODULES);
      const evidence = readFileSync(sealed).subarray(record.content.size).toString('latin1');
      expect(evidence.match(/\/Subtype ?\/Image/g)).toHaveLength(FACTS.signees.length);
    },
  );

  it.skipIf(!hasPrograms('pdftotext'))('has fingerprints that are copied without blanks', () => {
    const { stdout } = runProgram('pdftotext', ['-layout', sealed, '-']);
    expect(stdout).toContain(FACTS.file?.sha256);
    expect(stdout).toContain(FACTS.trail.hash);
  });

  it('is well made', () => {
    expect(complaintsOfQpdf(readFileSync(sealed))).toBe('');
  });
});
