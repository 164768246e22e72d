import type { Language } from '@countersign/base/locale';
import { maskPersonalNumber } from '@countersign/signing';
import { describe, expect, it } from 'vitest';
import { messageWriter } from './message-writer.ts';
import { pickLanguage } from './texts.ts';

describe('stamp lines', () => {
  it('state name, moment with zone, address, method and channel', () => {
    const signedAt = new Date('2026-03-04T05:06:07.089Z');
    const params = {
      fullName: 'Łukasz Żółć',
      signedAt,
      ipAddress: '2001:db8::1',
      signatureType: 'digital_ink' as const,
      method: 'typed' as const,
      provider: null,
      isSandbox: false,
      personalNumber: null,
      channel: 'sms' as const,
    };
    expect(messageWriter.stampLines('en', params)).toEqual([
      'Łukasz Żółć',
      'Signed 2026-03-04 05:06:07 UTC',
      'IP address 2001:db8::1',
      'Typed name, link by SMS',
    ]);
    expect(messageWriter.stampLines('sv', { ...params, method: 'drawn', channel: 'link' })[3]).toBe(
      'Ritat för hand, länk från avsändaren',
    );
  });
});

describe('stamp lines of who was identified', () => {
  const params = {
    fullName: 'Łukasz Żółć',
    signedAt: new Date('2026-03-04T05:06:07.089Z'),
    ipAddress: '192.0.2.1',
    provider: 'Freja',
    isSandbox: false,
    personalNumber: maskPersonalNumber('19121212-1212'),
    channel: 'email' as const,
  };
  const howOf = (language: Language, changes: Partial<Parameters<typeof messageWriter.stampLines>[1]>) =>
    messageWriter.stampLines(language, {
      ...{ ...params, signatureType: 'bankid_identification', method: null },
      ...changes,
    });

  it('omit the name where it replaces ink', () => {
    expect(howOf('en', {})).toEqual([
      'Personal number ********-1212',
      'Signed 2026-03-04 05:06:07 UTC',
      'IP address 192.0.2.1',
      'Freja (e-ID), link by email',
    ]);
    expect(howOf('sv', {})[0]).toBe('Personnummer ********-1212');
    expect(howOf('es', { personalNumber: null })[0]).toBe('Firmado el 2026-03-04 05:06:07 UTC');
  });

  it.each([
    ['en', 'bankid_identification', null, null, 'Electronic ID, link by email'],
    ['sv', 'bankid_identification', null, 'BankID', 'BankID (e-legitimation), länk via e-post'],
    [
      'en',
      'face_liveness',
      'drawn',
      null,
      'Check of the face against an ID document, drawn by hand, link by email',
    ],
    [
      'sv',
      'face_liveness',
      'typed',
      'Ny',
      'Kontroll av ansiktet mot id-handling (Ny), skrivet namn, länk via e-post',
    ],
    [
      'es',
      'digital_ink_id_scan',
      'drawn',
      null,
      'Escaneo de un documento de identidad, dibujada a mano, enlace por correo electrónico',
    ],
  ] as const)('name the method in %s: %s, %s, %s', (language, signatureType, method, provider, said) => {
    expect(howOf(language, { signatureType, method, provider }).at(-1)).toBe(said);
  });

  it('describe a scan in full if its image is not kept', () => {
    const { fullName, personalNumber, signedAt: scannedAt } = params;
    const linesOf = (hasImage: boolean) =>
      messageWriter.scanLines('en', { fullName, personalNumber, scannedAt, hasImage });
    expect(linesOf(true)).toEqual(['ID document scanned 2026-03-04 05:06:07 UTC']);
    expect(linesOf(false)).toEqual([
      'Łukasz Żółć',
      'Personal number ********-1212',
      'ID document scanned 2026-03-04 05:06:07 UTC',
      'The image of the document is not kept',
    ]);
  });
});

describe('pickLanguage', () => {
  it.each([
    ['es', 'sv', 'es'],
    [undefined, 'sv-FI, en;q=0.5', 'sv'],
    [undefined, 'de, en;q=0.2, es;q=0.7', 'es'],
    [undefined, 'sv;q=0, es', 'es'],
    ['fr', 'sv', 'sv'],
    ['fr', 'de;q=bad, *', 'en'],
    [undefined, undefined, 'en'],
  ])('errorLanguage %s and Accept-Language %s give %s', (errorLanguage, header, expected) => {
    expect(pickLanguage(errorLanguage, header)).toBe(expected);
  });
});

it.each([
  ['en', 'Signed by all parties. Document ID 7', 'Development certificate'],
  ['sv', 'Signerat av alla parter. Dokument-id 7', 'Utvecklingscertifikat'],
  ['es', 'Firmado por todas las partes. ID del documento 7', 'Certificado de desarrollo'],
] as const)(
  'the reason of a seal says in %s when the certificate is one for development',
  (language, plain, text) => {
    const reasonOf = (isDevelopment: boolean) =>
      messageWriter.sealReason(language, { documentId: '7', isDevelopment });
    expect(reasonOf(false)).toBe(plain);
    expect(reasonOf(true)).toMatch(new RegExp(`^${plain}\\. ${text}: `));
  },
);
