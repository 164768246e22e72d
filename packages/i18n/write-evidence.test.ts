import { type EvidenceFacts, identificationOf, LANGUAGES } from '@countersign/signing';
import { describe, expect, it } from 'vitest';
import { writeEvidence } from './write-evidence.ts';

const at = (second: number) => new Date(Date.UTC(2026, 2, 4, 5, 6, second));

const FACTS: EvidenceFacts = {
  documentId: 'd-1',
  serviceTransactionId: 't-1',
  verificationUrl: 'https://sign.example/verify',
  name: 'Avtal {2}',
  language: 'sv',
  file: { name: 'avtal.pdf', size: 48_000_000, sha256: 'ab12' },
  sender: { fullName: 'Greta Öberg', emailAddress: 'greta@example.com' },
  signatureLevel: 'SES',
  signees: [
    {
      fullName: 'Łukasz Żółć',
      emailAddress: 'lukasz@example.com',
      phoneNumber: null,
      signatureType: 'digital_ink',
      signatureLevel: 'SES',
      linkChannel: 'email',
      verification: null,
      ink: 'drawn',
      identification: null,
      idScannedAt: null,
      proofs: [],
      invitedAt: at(1),
      openedAt: at(2),
      signedAt: at(3),
      consent: { text: 'I agree to sign.', language: 'en' },
      correctedFields: [],
      ipAddress: '192.0.2.1',
      userAgent: 'Browser/1',
    },
  ],
  attachments: [
    {
      name: 'körkort.jpg',
      mimeType: 'image/jpeg',
      size: 1_234_567,
      sha256: 'ef56',
      uploadedBy: 'Łukasz Żółć',
      uploadedAt: at(2),
    },
  ],
  events: [
    { at: at(0), type: 'created', who: 'Greta Öberg' },
    { at: at(1), type: 'prepared', who: null },
    { at: at(3), type: 'signed', who: 'Łukasz Żółć' },
    { at: at(4), type: 'sealed', who: null },
  ],
  trail: { sequence: 7, hash: 'cd34', entries: [] },
};

/** `label: value` of every row. */
function rowsOf(facts: EvidenceFacts, language: (typeof LANGUAGES)[number] = 'en'): string[] {
  const { sections } = writeEvidence(language, facts, 'evidence.json');
  const rows = sections.flatMap((section) => section.rows);
  return rows.map((row) => `${row.label}: ${'value' in row ? row.value : row.contentTemplate}`);
}

describe('writeEvidence', () => {
  it('spells characters that cannot be seen or that turn the text around them', () => {
    const rows = rowsOf({ ...FACTS, name: 'Avtal\u202E\u2028fdp' });
    expect(rows[0]).toBe('Name: AvtalU+202EU+2028fdp');
  });

  it('tells the facts in whole sentences', () => {
    expect(rowsOf(FACTS)).toEqual([
      'Name: Avtal {2}',
      'Document ID: d-1',
      'Transaction ID: t-1',
      'Level of the signatures: Simple (SES): not all signatures are at the advanced level (AES)',
      'File as uploaded: avtal.pdf (48000000 bytes)',
      'SHA-256 of the file as uploaded: ab12',
      'What was signed: The first {size} bytes of this file',
      'SHA-256 of what was signed: {sha256}',
      'SHA-256 of the audit trail up to entry 7: cd34',
      'Check this file at: https://sign.example/verify',
      'Name: Greta Öberg',
      'Email: greta@example.com',
      'Email: lukasz@example.com',
      'Authenticated by: Personal link sent by email',
      'Method: Signature drawn by hand',
      'Invited: 2026-03-04 05:06:01 UTC',
      'Opened: 2026-03-04 05:06:02 UTC',
      'Consented and signed: 2026-03-04 05:06:03 UTC',
      'Agreed to: I agree to sign.',
      'IP address: 192.0.2.1',
      'Browser: Browser/1',
      'Attachment 1: körkort.jpg (1234567 bytes, image/jpeg)\nUploaded by Łukasz Żółć, 2026-03-04 05:06:02 UTC',
      'SHA-256 of attachment 1: ef56',
      '2026-03-04 05:06:00 UTC: Document created by Greta Öberg',
      '2026-03-04 05:06:01 UTC: The document was made ready to be signed',
      '2026-03-04 05:06:03 UTC: Łukasz Żółć consented and signed',
      '2026-03-04 05:06:04 UTC: Everyone had signed; the document was sealed',
    ]);
  });

  it.each(LANGUAGES)('says as much in %s', (language) => {
    const said = rowsOf(FACTS, language);
    expect(said).toHaveLength(rowsOf(FACTS).length);
    expect(said.join('\n')).not.toMatch(/none|undefined|null/);
    expect(said.join('\n')).toContain('{size}');
  });

  it.each([
    [
      'en',
      'Personal link handed over by the sender, opened with a code sent by SMS, 2026-03-04 05:06:02 UTC',
    ],
    ['sv', 'Personlig länk överlämnad av avsändaren, öppnad med en kod via sms, 2026-03-04 05:06:02 UTC'],
    [
      'es',
      'Enlace personal entregado por el remitente, abierto con un código enviado por SMS, 2026-03-04 05:06:02 UTC',
    ],
  ] as const)('says in %s that a one-time code opened the link', (language, sentence) => {
    const verification = { channel: 'sms', verifiedAt: at(2) } as const;
    const signees = FACTS.signees.map((signee) => ({
      ...signee,
      linkChannel: 'link' as const,
      verification,
    }));
    expect(rowsOf({ ...FACTS, signees }, language).join('\n')).toContain(`: ${sentence}\n`);
  });

  it.each([
    ['en', 'Freja (e-ID)', 'Check of the face against an ID document (Ny) and typed name'],
    ['sv', 'Freja (e-legitimation)', 'Kontroll av ansiktet mot id-handling (Ny) och skrivet namn'],
    [
      'es',
      'Freja (identificación electrónica)',
      'Comprobación del rostro con un documento de identidad (Ny) y nombre escrito',
    ],
  ] as const)('says in %s how signees were identified', (language, eid, face) => {
    const identify = (provider: string) =>
      identificationOf({ provider, fullName: 'Łukasz Jan Żółć', personalNumber: '19121212-1212' });
    const [signee] = FACTS.signees;
    if (signee === undefined) throw new Error('no signee');
    const signees = [
      {
        ...signee,
        signatureType: 'bankid_identification' as const,
        ink: null,
        identification: identify('Freja'),
      },
      {
        ...signee,
        signatureType: 'face_liveness' as const,
        ink: 'typed' as const,
        identification: identify('Ny'),
      },
      { ...signee, signatureType: 'digital_ink_id_scan' as const, idScannedAt: at(2) },
    ];
    const said = rowsOf({ ...FACTS, signees }, language);
    const text = said.join('\n');
    expect(text).toContain(`: ${eid}\n`);
    expect(text).toContain(`: ${face}\n`);
    expect(text.match(/: Łukasz Jan Żółć/g)).toHaveLength(2);
    expect(text.match(/: \*{8}-1212/g)).toHaveLength(2);
    expect(text).not.toMatch(/19121212|none|undefined|null/);
    expect(said).toHaveLength(rowsOf({ ...FACTS, signees }).length);
  });

  it('leaves out what is not known', () => {
    const said = rowsOf({ ...FACTS, file: null, sender: null, signees: [], trail: null });
    expect(said.join('\n')).not.toMatch(/uploaded|Email|Method|trail/);
  });
});
