import { type PDFDict, PDFName, PDFNull } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { asDict, lookupArray, lookupName, lookupNumber, nameOf } from './lookup.ts';
import { opensWithoutPassword, type StandardSecurity } from './standard-security.ts';
import { stringBytes } from './string-bytes.ts';

/**
 * ISO 32000-2 7.6. Throws `password_required` if it does not open with the empty user password; otherwise,
 * and for other security handlers, `locked`.
 */
export function refuseEncrypted(trailer: PDFDict): void {
  const entry = trailer.get(nameOf('Encrypt'));
  if (entry === undefined || entry === PDFNull) return;
  const dict = asDict(trailer.context.lookup(entry));
  const security = dict === undefined ? undefined : readStandardSecurity(dict, trailer);
  if (security === undefined || opensWithoutPassword(security)) {
    throw new PdfError('locked', 'The file is encrypted and may not be changed');
  }
  throw new PdfError('password_required', 'The file requires a password');
}

/** Undefined for another security handler or an incomplete dictionary. */
function readStandardSecurity(dict: PDFDict, trailer: PDFDict): StandardSecurity | undefined {
  if (lookupName(dict, 'Filter') !== 'Standard') return undefined;
  const owner = stringBytes(dict.lookup(PDFName.of('O')));
  const user = stringBytes(dict.lookup(PDFName.of('U')));
  const revision = lookupNumber(dict, 'R');
  if (owner === undefined || user === undefined || revision === undefined) return undefined;
  return {
    revision,
    owner,
    user,
    permissions: lookupNumber(dict, 'P') ?? 0,
    keyBytes: keyLength(dict),
    encryptsMetadata: String(dict.lookup(PDFName.of('EncryptMetadata'))) !== 'false',
    fileId: stringBytes(lookupArray(trailer, 'ID')?.lookup(0)) ?? new Uint8Array(0),
  };
}

/** Bits, though some producers write bytes; version 4 always has 128 (7.6.3.2). */
function keyLength(dict: PDFDict): number {
  const version = lookupNumber(dict, 'V') ?? 0;
  if (version === 4) return 16;
  const bits = lookupNumber(dict, 'Length') ?? 40;
  const bytes = bits < 40 ? bits : bits / 8;
  return Math.min(16, Math.max(5, Math.floor(bytes)));
}
