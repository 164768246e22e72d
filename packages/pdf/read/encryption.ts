import { PDFDict, PDFName, PDFNull, PDFRef } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { decryptBlock } from './ciphers.ts';
import { asDict, lookupArray, lookupDict, lookupName, lookupNumber, nameOf } from './lookup.ts';
import { type StandardSecurity, type Unlocked, unlock } from './passwords.ts';
import { stringBytes } from './strings.ts';

/** The method of a crypt filter (ISO 32000-2 table 25). */
export type CryptMethod = 'none' | 'rc4' | 'aes-128' | 'aes-256';

/** What is needed to decrypt an open file. */
export interface Encryption extends FileEncryption {
  readonly fileKey: Uint8Array;
  readonly strings: CryptMethod;
  readonly streams: CryptMethod;
  readonly embeddedFiles: CryptMethod;
  readonly filters: ReadonlyMap<string, CryptMethod>;
  readonly encryptsMetadata: boolean;
  /** The encryption dictionary itself is not encrypted; 0 if it is direct. */
  readonly dictNumber: number;
}

/** What the encryption of an open file allows (ISO 32000-2 table 22). */
export interface FileEncryption {
  /** Whether the file was opened with the owner's password, which allows everything. */
  readonly isOwner: boolean;
  /** Whether a file without encryption may be written: filling in and assembling are allowed, or the owner asks. */
  readonly allowsChanges: boolean;
  /** The bits of /P. */
  readonly permissions: number;
}

const FILL_IN = 1 << 8;
const ANNOTATE = 1 << 5;
const ASSEMBLE = 1 << 10;
const MODIFY = 1 << 3;

const METHODS: ReadonlyMap<string | undefined, CryptMethod> = new Map<string, CryptMethod>([
  ['None', 'none'],
  ['V2', 'rc4'],
  ['AESV2', 'aes-128'],
  ['AESV3', 'aes-256'],
]);

/**
 * Reads the encryption of a file (ISO 32000-2 7.6); undefined if it has none. Throws `password_required` if the password
 * does not open it, and `locked` for other security handlers and invalid dictionaries.
 */
export function readEncryption(trailer: PDFDict, password: string | undefined): Encryption | undefined {
  const entry = trailer.get(nameOf('Encrypt'));
  const found = entry === undefined ? undefined : trailer.context.lookup(entry);
  if (entry === undefined || entry === PDFNull) return undefined;
  const dict = asDict(found);
  const security = dict === undefined ? undefined : readStandardSecurity(dict, trailer);
  if (dict === undefined || security === undefined) throw notReadable();
  const unlocked =
    unlock(security, password) ?? (password === undefined ? undefined : unlock(security, undefined));
  if (unlocked === undefined) {
    const reason = password === undefined ? 'The file requires a password' : 'The password is wrong';
    throw new PdfError('password_required', reason);
  }
  const filters = readFilters(dict);
  if (filters === undefined) throw notReadable();
  return {
    ...filters,
    ...rightsOf(security, unlocked, dict),
    fileKey: unlocked.fileKey,
    encryptsMetadata: security.encryptsMetadata,
    dictNumber: entry instanceof PDFRef ? entry.objectNumber : 0,
  };
}

/** Throws `locked` unless the encryption of a file may be removed. `encryption` is that of an open file. */
export function refuseLocked(trailer: PDFDict, encryption: FileEncryption | undefined): void {
  const entry = trailer.get(nameOf('Encrypt'));
  if (entry === undefined || entry === PDFNull || encryption?.allowsChanges) return;
  throw new PdfError(
    'locked',
    'The file is encrypted and may not be changed without the password of its owner',
  );
}

function notReadable(): PdfError {
  return new PdfError('locked', 'The file is encrypted in a way that only its own program can read');
}

/** Returns undefined for another security handler or an incomplete dictionary. */
function readStandardSecurity(dict: PDFDict, trailer: PDFDict): StandardSecurity | undefined {
  if (lookupName(dict, 'Filter') !== 'Standard') return undefined;
  const [owner, user] = [bytesAt(dict, 'O'), bytesAt(dict, 'U')];
  const [ownerKey, userKey] = [bytesAt(dict, 'OE'), bytesAt(dict, 'UE')];
  const revision = lookupNumber(dict, 'R');
  if (owner === undefined || user === undefined || revision === undefined) return undefined;
  const isHashed = revision === 5 || revision === 6;
  if (!isHashed && ![2, 3, 4].includes(revision)) return undefined;
  const hasKeys = ownerKey?.length === 32 && userKey?.length === 32;
  if (isHashed ? !hasKeys || owner.length < 48 || user.length < 48 : owner.length < 32 || user.length < 16)
    return undefined;
  return {
    revision,
    owner,
    user,
    ownerKey: ownerKey ?? new Uint8Array(0),
    userKey: userKey ?? new Uint8Array(0),
    permissions: lookupNumber(dict, 'P') ?? 0,
    keyLengths: revision === 2 ? [5] : keyLengthsOf(dict),
    // Before version 4 the entry has no meaning (table 20).
    encryptsMetadata:
      (lookupNumber(dict, 'V') ?? 0) < 4 || String(dict.lookup(PDFName.of('EncryptMetadata'))) !== 'false',
    fileId: stringBytes(lookupArray(trailer, 'ID')?.lookup(0)) ?? new Uint8Array(0),
  };
}

function bytesAt(dict: PDFDict, key: string): Uint8Array | undefined {
  return stringBytes(dict.lookup(PDFName.of(key)));
}

/** The length is in bits, though some producers write bytes. Version 4 has 128 bits (7.6.3.2), which some of its files contradict. */
function keyLengthsOf(dict: PDFDict): number[] {
  const bits = lookupNumber(dict, 'Length') ?? 40;
  const bytes = Math.min(16, Math.max(5, Math.floor(bits < 40 ? bits : bits / 8)));
  return [...new Set((lookupNumber(dict, 'V') ?? 0) === 4 ? [16, bytes] : [bytes, 16])];
}

type Filters = Pick<Encryption, 'strings' | 'streams' | 'embeddedFiles' | 'filters'>;

/** Returns undefined for a version or a filter that is not known. */
function readFilters(dict: PDFDict): Filters | undefined {
  const version = lookupNumber(dict, 'V') ?? 0;
  if (version === 1 || version === 2)
    return { strings: 'rc4', streams: 'rc4', embeddedFiles: 'rc4', filters: new Map() };
  if (version !== 4 && version !== 5) return undefined;
  const filters = new Map<string, CryptMethod>();
  const own = lookupDict(dict, 'CF');
  for (const name of own?.keys() ?? []) {
    const filter = own?.lookup(name);
    const method = filter instanceof PDFDict ? METHODS.get(lookupName(filter, 'CFM') ?? 'None') : undefined;
    // A file key of 256 bits is for AES-256 alone.
    if (method !== undefined && isOfVersion(method, version)) filters.set(name.decodeText(), method);
  }
  // No filter of the file replaces it (table 26).
  filters.set('Identity', 'none');
  const strings = filters.get(lookupName(dict, 'StrF') ?? 'Identity');
  const streams = filters.get(lookupName(dict, 'StmF') ?? 'Identity');
  if (strings === undefined || streams === undefined) return undefined;
  const embedded = lookupName(dict, 'EFF');
  const embeddedFiles = embedded === undefined ? streams : filters.get(embedded);
  return embeddedFiles === undefined ? undefined : { strings, streams, embeddedFiles, filters };
}

function isOfVersion(method: CryptMethod, version: number): boolean {
  return method === 'none' || (method === 'aes-256') === (version === 5);
}

function rightsOf(security: StandardSecurity, { fileKey, isOwner }: Unlocked, dict: PDFDict): FileEncryption {
  const { revision } = security;
  const permissions = (security.permissions | 0) & (revision >= 5 ? confirmedPermissions(dict, fileKey) : -1);
  const isNew = revision >= 3;
  const canFillIn = (permissions & (isNew ? FILL_IN | ANNOTATE : ANNOTATE)) !== 0;
  const canAssemble = (permissions & (isNew ? ASSEMBLE | MODIFY : MODIFY)) !== 0;
  return { isOwner, permissions, allowsChanges: isOwner || (canFillIn && canAssemble) };
}

/** /P is not part of the key in revisions 5 and 6: /Perms, encrypted, shows whether it was changed (algorithm 13). */
function confirmedPermissions(dict: PDFDict, fileKey: Uint8Array): number {
  const encrypted = bytesAt(dict, 'Perms');
  if (encrypted?.length !== 16) return 0;
  const plain = decryptBlock(fileKey, encrypted);
  return plain.toString('latin1', 9, 12) === 'adb' ? plain.readInt32LE(0) : 0;
}
