import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  type PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib';
import { bytes, checkArguments, date, exactly, oneOf, openFile, optional, text } from './arguments.ts';
import { tooComplex } from './limits.ts';
import { byteKey, byteString, renameTaken } from './merge/rules.ts';
import { crypto } from './node-modules.ts';
import type { PdfFile } from './pdf-file.ts';
import { asDict, lookupArray, lookupDict, lookupName } from './read/lookup.ts';
import { decodeStream } from './read/streams.ts';
import { decodeTextBytes, encodeTextString, stringBytes } from './read/strings.ts';
import { nameTreeEntries } from './read/tree-entries.ts';
import { deflatedStream } from './write/serialise.ts';

/** The relationships of an embedded file to the document (ISO 32000-2 7.11.3, /AFRelationship). */
const RELATIONSHIPS = ['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'] as const;
export type AttachmentRelationship = (typeof RELATIONSHIPS)[number];

export interface Attachment {
  /** Name that readers show. If it is taken, `name#2` is used. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly relationship: AttachmentRelationship;
  readonly description?: string | undefined;
  readonly createdAt?: Date;
  readonly modifiedAt?: Date;
}

const ARGUMENTS = {
  file: openFile,
  attachment: exactly({
    name: text,
    bytes,
    mimeType: text,
    relationship: oneOf(...RELATIONSHIPS),
    description: optional(text),
    createdAt: optional(date),
    modifiedAt: optional(date),
  }),
};

/** Embeds a file as an associated file of the document (ISO 32000-2 14.13). */
export function attachFile(file: PdfFile, attachment: Attachment): void {
  checkArguments({ file, attachment }, ARGUMENTS);
  const names = childDict(file.catalog, 'Names');
  const attached = nameTreeEntries(lookupDict(names, 'EmbeddedFiles'));
  const wanted = byteKey(encodeTextString(attachment.name)) ?? '';
  const name = renameTaken([wanted], new Set(attached.keys())).get(wanted) ?? wanted;
  const specification = registerSpecification(file.context, attachment, name);
  attached.set(name, specification);
  names.set(PDFName.of('EmbeddedFiles'), makeNameTree(file.context, attached));
  childArray(file.catalog, 'AF').push(specification);
}

function registerSpecification(context: PDFContext, attachment: Attachment, name: string): PDFRef {
  const embedded = registerEmbeddedFile(context, attachment);
  const specification = context.obj({
    Type: 'Filespec',
    EF: { F: embedded, UF: embedded },
    AFRelationship: attachment.relationship,
  }) as PDFDict;
  specification.set(PDFName.of('F'), byteString(name));
  specification.set(PDFName.of('UF'), byteString(name));
  if (attachment.description !== undefined)
    specification.set(PDFName.of('Desc'), encodeTextString(attachment.description));
  return context.register(specification);
}

function registerEmbeddedFile(
  context: PDFContext,
  { bytes, mimeType, createdAt, modifiedAt }: Attachment,
): PDFRef {
  const parameters = context.obj({ Size: bytes.length }) as PDFDict;
  // ISO 32000-1 table 46 requires MD5, which finds accidental damage; the seal protects the bytes.
  const checksum = crypto().createHash('md5').update(bytes).digest();
  parameters.set(PDFName.of('CheckSum'), byteString(checksum.toString('latin1')));
  if (createdAt !== undefined) parameters.set(PDFName.of('CreationDate'), PDFString.fromDate(createdAt));
  if (modifiedAt !== undefined) parameters.set(PDFName.of('ModDate'), PDFString.fromDate(modifiedAt));
  const stream = deflatedStream(context, bytes, { Type: 'EmbeddedFile' });
  stream.dict.set(PDFName.of('Subtype'), PDFName.of(mimeType));
  stream.dict.set(PDFName.of('Params'), parameters);
  return context.register(stream);
}

/** Makes a tree of one leaf, whose keys are in byte order (ISO 32000-1 7.9.6). */
function makeNameTree(context: PDFContext, entries: ReadonlyMap<string, PDFObject>): PDFDict {
  const leaf = PDFArray.withContext(context);
  for (const key of [...entries.keys()].sort()) {
    leaf.push(byteString(key));
    leaf.push(entries.get(key) as PDFObject);
  }
  return context.obj({ Names: leaf }) as PDFDict;
}

function childDict(parent: PDFDict, key: string): PDFDict {
  const known = lookupDict(parent, key);
  if (known !== undefined) return known;
  const made = PDFDict.withContext(parent.context);
  parent.set(PDFName.of(key), made);
  return made;
}

function childArray(parent: PDFDict, key: string): PDFArray {
  const known = lookupArray(parent, key);
  if (known !== undefined) return known;
  const made = PDFArray.withContext(parent.context);
  parent.set(PDFName.of(key), made);
  return made;
}

const KEY_NAME = PDFName.of('UF');
const KEY_OLD_NAME = PDFName.of('F');
/** Real documents have a few. */
const MAX_ASSOCIATED_FILES = 1_000;

/**
 * Returns the bytes of the associated file with this name (ISO 32000-2 14.13), the last of several; undefined if
 * there is none. Throws `too_complex` for more than `limit` bytes, `damaged` if they cannot be decoded.
 */
export function readAttachment(file: PdfFile, name: string, limit: number): Uint8Array | undefined {
  const associated = lookupArray(file.catalog, 'AF')?.asArray().slice(-MAX_ASSOCIATED_FILES) ?? [];
  for (const item of associated.toReversed()) {
    const specification = asDict(file.context.lookup(item));
    if (specification === undefined || lookupName(specification, 'Type') !== 'Filespec') continue;
    const bytes = stringBytes(specification.lookup(KEY_NAME) ?? specification.lookup(KEY_OLD_NAME));
    if (bytes === undefined || decodeTextBytes(bytes) !== name) continue;
    const embedded = lookupDict(specification, 'EF')?.lookup(KEY_OLD_NAME);
    if (embedded instanceof PDFStream) return copyWithin(decodeStream(embedded, limit), limit);
  }
  return undefined;
}

/** Uncompressed streams are views of the file. */
function copyWithin(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes.length > limit) throw tooComplex('inflatedStream', limit);
  return new Uint8Array(bytes);
}
