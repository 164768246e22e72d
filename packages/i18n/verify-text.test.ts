import { expect, it } from 'vitest';
import { loadVerifyText } from './verify-text.ts';

it.each([
  [
    'en',
    'BankID (e-ID)',
    'check of the face against an ID document (Onfido), signature drawn by hand',
    'typed name',
    'signature',
  ],
  [
    'sv',
    'BankID (e-legitimation)',
    'kontroll av ansiktet mot id-handling (Onfido), handritad underskrift',
    'skrivet namn',
    'underskrift',
  ],
  [
    'es',
    'BankID (identificación electrónica)',
    'comprobación del rostro con un documento de identidad (Onfido), firma dibujada a mano',
    'nombre escrito',
    'firma',
  ],
] as const)(
  'states in %s the method of a signature and its identification',
  async (language, ...expected) => {
    const text = await loadVerifyText(language);
    const methods = [
      { type: 'bankid_identification', ink: 'none', provider: 'BankID' },
      { type: 'face_liveness', ink: 'drawn', provider: 'Onfido' },
      { type: 'digital_ink', ink: 'typed', provider: 'none' },
      { type: 'none', ink: 'none', provider: 'none' },
    ];
    expect(methods.map((method) => text('signedAs', method))).toEqual(expected);
    expect(text('identifiedAs', { fullName: 'Ada King' })).toContain('Ada King');
  },
);
