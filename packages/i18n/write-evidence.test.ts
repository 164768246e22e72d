import { LANGUAGES } from '@countersign/base/locale';
import { type EvidenceFacts, identificationOf } from '@countersign/signing';
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
  sender: {
    ...{ fullName: 'Greta Öberg', emailAddress: 'greta@example.com' },
    ...{ organisation: 'Öbergs Bygg AB', filledIn: ['Price'] },
  },
  timeZone: 'Europe/Stockholm',
  signatureLevel: 'SES',
  signees: [
    {
      signeeId: 's-1',
      fullName: 'Łukasz Żółć',
      emailAddress: 'lukasz@example.com',
      phoneNumber: null,
      signatureType: 'digital_ink',
      signatureLevel: 'SES',
      linkChannel: 'email',
      verification: null,
      ink: 'drawn',
      marks: {
        signatures: [{ page: 2, count: 2 }],
        initials: [0, 1, 2, 6].map((page) => ({ page, count: 1 })),
      },
      identification: null,
      differingNames: [],
      idScannedAt: null,
      proofs: [],
      invitedAt: at(1),
      openedAt: at(2),
      signedAt: at(3),
      timeZone: 'Europe/Stockholm',
      shown: { fileSha256: '1a', valuesSha256: '2b', salt: 'salt' },
      values: [{ name: 'Name', value: ['Ł'] }],
      filledIn: [
        { label: 'Name', by: 'signee' },
        { label: 'City', by: 'check' },
        { label: 'Date', by: 'service' },
      ],
      consent: { text: 'I agree to sign.', language: 'en' },
      correctedFields: [],
      ipAddress: '192.0.2.1',
      userAgent: 'Browser/1',
    },
  ],
  copies: [
    { fullName: 'Åsa Öberg', emailAddress: 'asa@example.com' },
    { fullName: null, emailAddress: 'archive@example.com' },
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
    {
      at: at(1),
      ...{ type: 'invited', who: 'Łukasz Żółć' },
      contacts: [
        { channel: 'email', address: 'lukasz@example.com' },
        { channel: 'sms', address: null },
      ],
    },
    {
      at: at(2),
      ...{ type: 'not_delivered', who: 'Łukasz Żółć', failure: 'recipient_invalid' },
      contacts: [{ channel: 'sms', address: null }],
    },
    { at: at(2), type: 'opened', who: 'Łukasz Żółć', ipAddress: '192.0.2.1', userAgent: 'Browser/1' },
    { at: at(3), type: 'signed', who: 'Łukasz Żółć', ipAddress: '192.0.2.1', userAgent: 'Browser/1' },
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
      'File as uploaded: avtal.pdf (48000000 bytes)',
      'Fingerprint (SHA-256) of the file as uploaded: ab12',
      'Level of the signatures: Simple (SES): not all signatures are at the advanced level (AES)',
      'Document ID: d-1',
      'Transaction ID: t-1',
      'Name: Greta Öberg',
      'Organisation, as its account states: Öbergs Bygg AB',
      'Email: greta@example.com',
      'Filled in before signing: “Price”',
      'Access: Personal link sent by email',
      'Method: Signature drawn by hand',
      'Consented and signed: 2026-03-04 05:06:03 UTC (2026-03-04 06:06:03 in Europe/Stockholm)',
      'Signatures and initials: 2 signatures on page 3, initials in 4 places on pages 1-3, 7',
      'Agreed to: I agree to sign.',
      'Fingerprint (SHA-256) of the PDF on the signing page: 1a',
      'Fingerprint (SHA-256) of the values that were given: 2b',
      'Filled in by the signer: “Name”',
      'Filled in from a check: “City”',
      'Filled in by the service: “Date”',
      'IP address: 192.0.2.1',
      'Browser, as it named itself: Browser/1',
      'To be sent by email to: Åsa Öberg, asa@example.com\narchive@example.com',
      'Attachment 1: körkort.jpg (1234567 bytes, image/jpeg)\nUploaded by Łukasz Żółć, 2026-03-04 05:06:02 UTC',
      'Fingerprint (SHA-256) of attachment 1: ef56',
      '2026-03-04 05:06:00 UTC: Document created by Greta Öberg',
      '2026-03-04 05:06:01 UTC: The document was made ready to be signed',
      '2026-03-04 05:06:01 UTC: Łukasz Żółć was invited by email to lukasz@example.com, by SMS',
      '2026-03-04 05:06:02 UTC: A message to Łukasz Żółć could not be delivered by SMS',
      '2026-03-04 05:06:02 UTC: Łukasz Żółć opened the document from 192.0.2.1',
      '2026-03-04 05:06:03 UTC: Łukasz Żółć consented and signed from 192.0.2.1',
      '2026-03-04 05:06:04 UTC: Everyone had signed; the document was sealed',
      'Completed document: The first {size} bytes of this file: with all values and signatures, and without this evidence',
      'Fingerprint (SHA-256) of the completed document: {sha256}',
      'Covered by the seal: This whole file as it was when it was sealed, with its attachments and this evidence, except the bytes of the seal itself',
      'Fingerprint (SHA-256) of the history up to entry 7: cd34',
      'Check this file at: https://sign.example/verify',
    ]);
  });

  it('begins with the result, and has the contact of each person beside what they drew', () => {
    const { summary = [], sections, footer } = writeEvidence('en', FACTS, 'evidence.json');
    expect(summary.map((one) => [one.label, 'value' in one && one.value])).toEqual([
      ['Result', 'Signed by everyone'],
      ['Signatures', '1 of 1'],
      ['Sealed', '2026-03-04 05:06:04 UTC'],
      ['Level', 'Simple (SES)'],
    ]);
    expect(sections.flatMap(({ person }) => person ?? [])).toMatchObject([
      { boxId: 's-1', contact: 'lukasz@example.com', signatureLabel: 'Signature of Łukasz Żółć' },
    ]);
    expect(footer).toBe('Document d-1\tEvidence, page {page} of {pages}');
  });

  it.each(LANGUAGES)('says as much in %s', (language) => {
    const said = rowsOf(FACTS, language);
    expect(said).toHaveLength(rowsOf(FACTS).length);
    expect(said.join('\n')).not.toMatch(/none|undefined|null/);
    expect(said.join('\n')).toContain('{size}');
    expect(writeEvidence(language, FACTS, 'evidence.json').introduction).toContain('Europe/Stockholm');
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

  const [SIGNEE] = FACTS.signees;
  const withSignee = (changes: Partial<typeof SIGNEE>): EvidenceFacts => ({
    ...FACTS,
    signees: FACTS.signees.map((signee) => ({ ...signee, ...changes })),
  });

  it.each([
    ['en', 'Uploaded picture of a signature', 'drawn'],
    ['sv', 'Uppladdad bild av en namnteckning', 'ritad'],
    ['es', 'Imagen subida de una firma', 'dibujada'],
  ] as const)('[D12-03] says in %s that a picture of a signature was uploaded', (language, said, drawn) => {
    const text = rowsOf(withSignee({ ink: 'picture' }), language).join('\n');
    expect(text).toContain(`: ${said}\n`);
    expect(text).not.toContain(drawn);
  });

  it('says the answers of a company check in full', () => {
    const purpose = 'Invoices are paid from it. '.repeat(15).trim();
    const facts = {
      ...{ companyName: 'Ek AB', organisationNumber: '1', fullName: 'Bo', role: 'board_member' },
      ...{ register: 'R', provider: 'P', purpose, isPoliticallyExposed: 'false', actsForOthers: 'true' },
    };
    const proof = { kind: 'company', field: null, startedAt: at(1), succeededAt: at(2), attempts: 1, facts };
    expect(rowsOf(withSignee({ proofs: [proof] })).join('\n')).toContain(`Purpose: ${purpose}, 2026`);
  });

  it('says that either message was enough where one link went two ways, which are not two factors', () => {
    expect(rowsOf(withSignee({ linkChannel: 'email_and_sms' }))).toContain(
      'Access: One personal link, sent by email and by SMS: either message was enough',
    );
    expect(rowsOf(withSignee({ linkChannel: 'whatsapp' }))).toContain(
      'Access: Personal link sent by WhatsApp',
    );
    expect(rowsOf(withSignee({ linkChannel: 'public_link' })).join()).toContain('Public link of the sender');
  });

  it.each([
    ['en', 'nobody was identified', 'identified by|Identified as'],
    ['sv', 'ingen har identifierats', 'identifierad av|Identifierad som'],
    ['es', 'no se identificó a nadie', 'identificación por|Identidad comprobada'],
  ] as const)('[D12-07] says in %s that a sandbox identified nobody', (language, said, claims) => {
    const identification = identificationOf({ provider: 'Sandbox e-ID', isSandbox: true, fullName: 'Bo' });
    const own = { field: null, startedAt: at(1), succeededAt: at(2), attempts: 1 };
    const eid = { ...own, kind: 'electronic_id', facts: { provider: 'Sandbox e-ID', sandbox: 'true' } };
    const face = { ...own, kind: 'face_liveness', facts: { provider: 'Sandbox face', sandbox: 'true' } };
    const text = rowsOf(
      withSignee({
        ...{ signatureType: 'bankid_identification', ink: null, identification, proofs: [eid, face] },
        // The name was said to come from a check of an identity document or e-ID.
        differingNames: [{ name: 'Bo', isSandbox: true }],
      }),
      language,
    ).join('\n');
    expect(text.split(said)).toHaveLength(6);
    expect(text).not.toContain('(e-');
    expect(text).not.toMatch(new RegExp(claims));
  });

  it.each([
    // It was said to be read from a document or e-ID also where it was typed in a sandbox.
    [
      'en',
      'Name differs: A check of an identity document or e-ID gave the name “Jan Ek”',
      'in the name of Jan Ek',
    ],
    [
      'sv',
      'Namnet skiljer sig: En kontroll av id-handling eller e-legitimation gav namnet ”Jan Ek”',
      'utfärdat för Jan Ek',
    ],
    [
      'es',
      'El nombre es distinto: Una comprobación del documento de identidad o de la identificación electrónica dio el nombre «Jan Ek»',
      'a nombre de Jan Ek',
    ],
  ] as const)(
    '[D12-05] says in %s which name a document has, and that it differs',
    (language, differs, named) => {
      const facts = { document: 'passport', issuingState: 'SWE', documentNumber: '***1', fullName: 'Jan Ek' };
      const proof = {
        kind: 'id_scan',
        field: null,
        startedAt: at(1),
        succeededAt: at(2),
        attempts: 1,
        facts,
      };
      const scanned = { proofs: [proof], idScannedAt: at(2) };
      const rows = rowsOf(
        withSignee({ ...scanned, differingNames: [{ name: 'Jan Ek', isSandbox: false }] }),
        language,
      );
      expect(rows.join('\n')).toContain(differs);
      expect(rows.join('\n')).toContain(named);
      // The scan has one time, said once.
      const [, scan = ''] = rows.join('\n').split(named);
      expect(scan.split('05:06:02')).toHaveLength(rowsOf(FACTS).join('\n').split('05:06:02').length + 1);
      expect(rowsOf(withSignee(scanned), language).join('\n')).not.toContain(differs);
    },
  );

  it('leaves out what is not known', () => {
    const sender = { fullName: null, emailAddress: null, organisation: null, filledIn: [] };
    const said = rowsOf({
      ...FACTS,
      file: null,
      sender,
      signees: [],
      attachments: [],
      events: [],
    });
    expect(said.join('\n')).not.toMatch(/uploaded|Email|Method/);
  });
});
