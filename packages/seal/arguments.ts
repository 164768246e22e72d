import {
  type ArgumentCheck,
  anything,
  boolean,
  bytes,
  callback,
  date,
  either,
  exactly,
  finite,
  integer,
  listOf,
  matching,
  number,
  oneOf,
  openFile,
  optional,
  pathOrBytes,
  positive,
  shape,
  text,
} from '@countersign/pdf/arguments';
import { BOX_TYPES, SIGNATURE_FONTS } from './layout.ts';
import { PADES_LEVELS } from './limits.ts';
import { DIGEST_NAMES } from './signers/signature-algorithm.ts';

const type = oneOf(...BOX_TYPES);
const boxRequest = exactly({
  type,
  placement: oneOf('existing', 'new_page'),
  id: optional(text),
  label: optional(text),
  page: optional(number),
  x: optional(number),
  y: optional(number),
  scale: optional(number),
});
const placedBox = shape({ type, page: integer, x: finite, y: finite, width: positive, height: positive });
const stampMembers = exactly({
  box: placedBox,
  lines: listOf(text),
  image: optional(bytes),
  typedName: optional(text),
  font: optional(oneOf(...SIGNATURE_FONTS)),
  kind: optional(oneOf('ink', 'identity', 'id_scan')),
  name: optional(text),
});
const hasContent = matching('an image, a typed name or lines', (value) => {
  const {
    kind = 'ink',
    image,
    typedName = '',
    lines,
  } = value as {
    kind?: string;
    image?: unknown;
    typedName?: string;
    lines: readonly string[];
  };
  return kind !== 'ink' || image !== undefined || [typedName, ...lines].some((line) => line.trim() !== '');
});
const stamp: ArgumentCheck = (value, at) => {
  stampMembers(value, at);
  hasContent(value, at);
};
const signer = shape({ certificateChain: listOf(bytes), sign: callback });
const pades = shape({
  level: oneOf(...PADES_LEVELS),
  demand: oneOf('required', 'preferred'),
  send: callback,
  authorities: listOf(shape({ url: text })),
});

export const BOXES = {
  file: openFile,
  boxes: listOf(boxRequest),
  options: optional(
    exactly({ heading: optional(shape({ title: text, documentName: text })), outlines: optional(boolean) }),
  ),
};
export const STAMPS = { file: openFile, stamps: listOf(stamp) };
const pageRect = shape({ page: integer, x: finite, y: finite, width: positive, height: positive });
const appearanceMembers = exactly({
  lines: optional(listOf(text)),
  image: optional(bytes),
  description: optional(text),
  box: optional(pageRect),
});
const showsSomething = matching('lines or an image', (value) => {
  const { lines = [], image } = value as { lines?: readonly string[]; image?: unknown };
  return image !== undefined || lines.some((line) => line.trim() !== '');
});
const appearance: ArgumentCheck = (value, at) => {
  appearanceMembers(value, at);
  showsSomething(value, at);
};
const statement = {
  reason: text,
  name: text,
  signedAt: date,
  location: optional(text),
  contactInfo: optional(text),
  certify: optional(
    matching('true, false, 1, 2 or 3', (value) => [true, false, 1, 2, 3].includes(value as never)),
  ),
  field: optional(text),
  appearance: optional(appearance),
};
export const SEAL = {
  file: openFile,
  signer,
  options: exactly({
    ...statement,
    placeholderBytes: optional(integer),
    pades: optional(pades),
    hashedSource: optional(anything),
  }),
};
const digestAlgorithm = oneOf(...DIGEST_NAMES);
export const PREPARED = {
  file: openFile,
  options: exactly({
    ...statement,
    placeholderBytes: integer,
    digestAlgorithm: optional(digestAlgorithm),
  }),
};
const uint8Array = matching('a Uint8Array', (value) => value instanceof Uint8Array);
const preparedShape = shape({
  version: oneOf(1),
  base: pathOrBytes,
  increment: uint8Array,
  digestAlgorithm,
  contents: shape({ start: integer, end: integer }),
  digest: uint8Array,
});
const hasContents = matching('the range of /Contents in the increment', (value) => {
  const { contents, increment } = value as {
    contents: { start: number; end: number };
    increment: Uint8Array;
  };
  const { start, end } = contents;
  return increment[start] === 0x3c && increment[end - 1] === 0x3e && start < end;
});
const prepared: ArgumentCheck = (value, at) => {
  preparedShape(value, at);
  hasContents(value, at);
};
export const COMPLETED = { prepared, cms: uint8Array };
export const STRIP = { file: openFile, options: exactly({ keepAttachments: optional(boolean) }) };
export const FILE = { file: openFile };
export const VERIFY = { input: either(openFile, pathOrBytes) };
export const P12 = { bytes, passphrase: text };
export const PEM = { pem: text, passphrase: optional(text) };
export const INK = { bytes, maxWidth: positive, maxHeight: positive };
