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
import {
  bytes,
  checkArguments,
  date,
  exactly,
  integer,
  listOf,
  oneOf,
  openFile,
  optional,
  positive,
  text,
} from './arguments.ts';
import { PdfError } from './errors.ts';
import { tooComplex } from './limits.ts';
import { byteKey, byteString, renameTaken } from './merge/rules.ts';
import { crypto } from './node-modules.ts';
import type { PdfFile } from './pdf-file.ts';
import { asDict, lookupArray, lookupDict, lookupName, lookupNumber } from './read/lookup.ts';
import { decodeStream } from './read/streams.ts';
import {
  decodeName,
  decodeTextBytes,
  decodeTextString,
  encodeTextString,
  stringBytes,
} from './read/strings.ts';
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
  readonly createdAt?: Date | undefined;
  readonly modifiedAt?: Date | undefined;
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
  embedFiles(file, [attachment]);
}

/** Embeds files as `attachFile` does, and writes the list of their names once. */
export function attachFiles(file: PdfFile, attachments: readonly Attachment[]): void {
  checkArguments({ file, attachments }, { file: openFile, attachments: listOf(ARGUMENTS.attachment) });
  if (attachments.length > 0) embedFiles(file, attachments);
}

function embedFiles(file: PdfFile, attachments: readonly Attachment[]): void {
  const names = childDict(file.catalog, 'Names');
  const attached = nameTreeEntries(lookupDict(names, 'EmbeddedFiles'));
  const taken = new Set(attached.keys());
  const associated = childArray(file.catalog, 'AF');
  for (const attachment of attachments) {
    const wanted = byteKey(encodeTextString(attachment.name)) ?? '';
    const name = renameTaken([wanted], taken).get(wanted) ?? wanted;
    const specification = registerSpecification(file.context, attachment, name);
    attached.set(name, specification);
    associated.push(specification);
  }
  names.set(PDFName.of('EmbeddedFiles'), makeNameTree(file.context, attached));
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

/** A file that is embedded in the document. */
export interface ListedAttachment {
  readonly name: string;
  /** The document states it; it is undefined if the document does not. */
  readonly mimeType: string | undefined;
  readonly description: string | undefined;
  readonly relationship: string | undefined;
  /** The size in bytes as the document says. */
  readonly size: number | undefined;
}

/**
 * Lists the embedded files of the document (ISO 32000-2 7.11.4): those of its name tree, then its other associated files.
 * Those of annotations and of page elements are not listed.
 */
export function listAttachments(file: PdfFile): ListedAttachment[] {
  checkArguments({ file }, { file: openFile });
  return findSpecifications(file).map(({ name, dict }) => {
    const embedded = embeddedStream(dict)?.dict;
    const type = embedded?.lookup(PDFName.of('Subtype'));
    return {
      name,
      mimeType: type instanceof PDFName ? decodeName(type) : undefined,
      description: decodeTextString(dict.lookup(PDFName.of('Desc'))),
      relationship: lookupName(dict, 'AFRelationship'),
      size: embedded && lookupNumber(lookupDict(embedded, 'Params') ?? embedded, 'Size'),
    };
  });
}

/**
 * Returns the bytes of an attachment by its index in `listAttachments`. Throws `attachment_not_found`, `too_complex` for
 * more than `limit` bytes, and `damaged`.
 */
export function extractAttachment(file: PdfFile, index: number, limit: number): Uint8Array {
  checkArguments({ file, index, limit }, { file: openFile, index: integer, limit: positive });
  const specification = findSpecifications(file)[index];
  const embedded = specification && embeddedStream(specification.dict);
  if (embedded === undefined)
    throw new PdfError('attachment_not_found', 'There is no such attachment', { index });
  return copyWithin(decodeStream(embedded, limit), limit);
}

/**
 * Removes all attachments with these names. Write the file by `rewrite()`: after `save()` they can be recovered. Throws
 * `attachment_not_found` before anything is changed.
 */
export function removeAttachments(
  file: PdfFile,
  attachments: readonly string[],
): { readonly removed: number } {
  checkArguments({ file, attachments }, { file: openFile, attachments: listOf(text) });
  const found = findSpecifications(file);
  const known = new Set(found.map(({ name }) => name));
  const missing = attachments.findIndex((name) => !known.has(name));
  if (missing >= 0)
    throw new PdfError('attachment_not_found', 'There is no attachment of this name', { index: missing });
  const wanted = new Set(attachments);
  const removed = new Set(found.filter(({ name }) => wanted.has(name)).map(({ dict }) => dict));
  const isRemoved = (item: PDFObject | undefined) => {
    const dict = asDict(file.context.lookup(item));
    return dict !== undefined && removed.has(dict);
  };
  const names = lookupDict(file.catalog, 'Names');
  const tree = names && lookupDict(names, 'EmbeddedFiles');
  if (names !== undefined && tree !== undefined) {
    const kept = new Map([...nameTreeEntries(tree)].filter(([, item]) => !isRemoved(item)));
    if (kept.size > 0) names.set(PDFName.of('EmbeddedFiles'), makeNameTree(file.context, kept));
    else names.delete(PDFName.of('EmbeddedFiles'));
  }
  const associated = lookupArray(file.catalog, 'AF')?.asArray();
  if (associated !== undefined) {
    const kept = associated.filter((item) => !isRemoved(item));
    if (kept.length > 0) file.catalog.set(PDFName.of('AF'), file.context.obj(kept));
    else file.catalog.delete(PDFName.of('AF'));
  }
  return { removed: removed.size };
}

interface Specification {
  readonly name: string;
  readonly dict: PDFDict;
}

function findSpecifications(file: PdfFile): Specification[] {
  const names = lookupDict(file.catalog, 'Names');
  const tree = nameTreeEntries(names && lookupDict(names, 'EmbeddedFiles'));
  const associated = lookupArray(file.catalog, 'AF')?.asArray().slice(-MAX_ASSOCIATED_FILES) ?? [];
  const found = new Map<PDFDict, string>();
  const add = (item: PDFObject, key: string) => {
    const dict = asDict(file.context.lookup(item));
    if (dict === undefined || found.has(dict) || embeddedStream(dict) === undefined) return;
    const bytes = stringBytes(dict.lookup(KEY_NAME) ?? dict.lookup(KEY_OLD_NAME));
    found.set(dict, bytes === undefined ? key : decodeTextBytes(bytes));
  };
  for (const [key, item] of [...tree].reverse()) add(item, decodeTextBytes(Buffer.from(key, 'latin1')));
  for (const item of associated) add(item, '');
  return Array.from(found, ([dict, name]) => ({ name, dict }));
}

function embeddedStream(specification: PDFDict): PDFStream | undefined {
  const files = lookupDict(specification, 'EF');
  const embedded = files?.lookup(KEY_OLD_NAME) ?? files?.lookup(KEY_NAME);
  return embedded instanceof PDFStream ? embedded : undefined;
}
