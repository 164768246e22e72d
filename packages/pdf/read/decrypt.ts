import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFString } from 'pdf-lib';
import { entriesOf } from '../pdf-lib-internals.ts';
import { latin1 } from './characters.ts';
import { decryptAes, md5, rc4 } from './ciphers.ts';
import type { CryptMethod, Encryption } from './encryption.ts';
import { nameOf } from './lookup.ts';
import { stringBytes } from './strings.ts';

const AES_SALT = Buffer.from('sAlT', 'latin1');
const TYPE = PDFName.of('Type');
const CRYPT = PDFName.of('Crypt');
const CONTENTS = PDFName.of('Contents');
const BYTE_RANGE = PDFName.of('ByteRange');
const SIGNATURE_TYPES: ReadonlySet<PDFObject | undefined> = new Set([
  undefined,
  PDFName.of('Sig'),
  PDFName.of('DocTimeStamp'),
]);

export type Decipher = (bytes: Uint8Array) => Uint8Array;

/** Returns what a reference refers to. */
export type Resolve = (object: PDFObject | undefined) => PDFObject | undefined;

interface ObjectId {
  readonly number: number;
  readonly generation: number;
}

/**
 * Decrypts the strings of a freshly parsed object in place. Returns the object, which is another one if it is a string
 * itself. Members of object streams are not encrypted on their own (ISO 32000-2 7.5.7).
 */
export function decryptStrings(object: PDFObject, id: ObjectId, encryption: Encryption): PDFObject {
  if (encryption.strings === 'none' || id.number === encryption.dictNumber) return object;
  if (isCrossReference(object)) return object;
  return decryptIn(object, makeDecipher(encryption.strings, id, encryption));
}

/** The strings of a trailer are not encrypted. */
function isCrossReference(object: PDFObject): boolean {
  return object instanceof PDFDict && object.get(TYPE) === nameOf('XRef');
}

/** The parser bounds the depth. */
function decryptIn(object: PDFObject, decipher: Decipher): PDFObject {
  if (object instanceof PDFString || object instanceof PDFHexString) return decryptString(object, decipher);
  if (object instanceof PDFArray) decryptArray(object, decipher);
  else if (object instanceof PDFDict) decryptDict(object, decipher);
  return object;
}

function decryptArray(array: PDFArray, decipher: Decipher): void {
  for (let index = 0; index < array.size(); index += 1) {
    const item = array.get(index);
    const plain = decryptIn(item, decipher);
    if (plain !== item) array.set(index, plain);
  }
}

function decryptDict(dict: PDFDict, decipher: Decipher): void {
  const isSignature = dict.has(BYTE_RANGE) && SIGNATURE_TYPES.has(dict.get(TYPE));
  for (const [key, value] of entriesOf(dict)) {
    // The value of a signature is written after the encryption (7.6.2).
    if (isSignature && key === CONTENTS) continue;
    const plain = decryptIn(value, decipher);
    if (plain !== value) dict.set(key, plain);
  }
}

/** Returns a literal if the text can be read, so that files without encryption look as usual. */
function decryptString(string: PDFString | PDFHexString, decipher: Decipher): PDFString | PDFHexString {
  const plain = decipher(stringBytes(string) ?? new Uint8Array(0));
  const text = latin1(plain);
  if (!/^[\x20-\x7e]*$/.test(text)) return PDFHexString.of(Buffer.from(plain).toString('hex').toUpperCase());
  return PDFString.of(text.replace(/[\\()]/g, '\\$&'));
}

/**
 * Returns how the bytes of a stream are decrypted; undefined if they are not encrypted. A crypt filter of its own is
 * removed from the dictionary, because it would be unknown in a file without encryption.
 */
export function decipherOf(
  dict: PDFDict,
  id: ObjectId,
  encryption: Encryption,
  resolve: Resolve,
): Decipher | undefined {
  const method = methodOf(dict, encryption, resolve);
  return method === 'none' ? undefined : makeDecipher(method, id, encryption);
}

function methodOf(dict: PDFDict, encryption: Encryption, resolve: Resolve): CryptMethod {
  const type = dict.get(TYPE);
  if (type === nameOf('XRef')) return 'none';
  const own = takeCryptFilter(dict, resolve);
  // An unknown name is taken for Identity, as other readers do.
  if (own !== undefined) return encryption.filters.get(own) ?? 'none';
  if (type === nameOf('Metadata') && !encryption.encryptsMetadata) return 'none';
  return type === nameOf('EmbeddedFile') ? encryption.embeddedFiles : encryption.streams;
}

const FILTER = PDFName.of('Filter');
const PARAMETERS = PDFName.of('DecodeParms');

/** Removes the crypt filter if it is the first filter (7.4.10). Returns its name. */
function takeCryptFilter(dict: PDFDict, resolve: Resolve): string | undefined {
  const [filter, parameters] = [resolve(dict.get(FILTER)), resolve(dict.get(PARAMETERS))];
  const isAlone = filter === CRYPT;
  if (!isAlone && !(filter instanceof PDFArray && filter.size() > 0 && resolve(filter.get(0)) === CRYPT))
    return undefined;
  const own = parameters instanceof PDFArray && parameters.size() > 0 ? parameters.get(0) : parameters;
  dropFirst(dict, FILTER, filter);
  dropFirst(dict, PARAMETERS, isAlone ? undefined : parameters);
  return nameIn(resolve(own), resolve);
}

/** Sets another list, as the old one may be shared with other streams. */
function dropFirst(dict: PDFDict, key: PDFName, list: PDFObject | undefined): void {
  if (list instanceof PDFArray) dict.set(key, dict.context.obj(list.asArray().slice(1)));
  else dict.delete(key);
}

function nameIn(parameters: PDFObject | undefined, resolve: Resolve): string {
  const name = parameters instanceof PDFDict ? resolve(parameters.get(nameOf('Name'))) : undefined;
  return name instanceof PDFName ? name.decodeText() : 'Identity';
}

function makeDecipher(method: CryptMethod, id: ObjectId, { fileKey }: Encryption): Decipher {
  if (method === 'none') return (bytes) => bytes;
  if (method === 'aes-256') return (bytes) => decryptAes(fileKey, bytes);
  let key: Uint8Array | undefined;
  return (bytes) => {
    key ??= objectKey(fileKey, id, method === 'aes-128');
    return method === 'rc4' ? rc4(key, bytes) : decryptAes(key, bytes);
  };
}

/** Derives the key of an object by algorithm 1. */
function objectKey(fileKey: Uint8Array, { number, generation }: ObjectId, isAes: boolean): Uint8Array {
  const id = Uint8Array.of(number, number >> 8, number >> 16, generation, generation >> 8);
  const digest = isAes ? md5(fileKey, id, AES_SALT) : md5(fileKey, id);
  return digest.subarray(0, Math.min(16, fileKey.length + 5));
}
