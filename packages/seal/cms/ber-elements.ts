/** An element of X.690. */
export interface BerElement {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly whole: Uint8Array;
}

export const BER = {
  integer: 0x02,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
  /** The tag is context-specific, constructed, 0. */
  context0: 0xa0,
} as const;

export const NO_BYTES: Uint8Array = new Uint8Array();

const CONSTRUCTED = 0x20;
const LONG_TAG = 0x1f;
/** This value of the first length byte means that the length is indefinite. */
const INDEFINITE = 0x80;
/** The limit counts elements of indefinite length. A CMS has six levels. */
const MAX_DEPTH = 24;

/** Reads the element at the start of `bytes`. Returns undefined if it is not valid BER. */
export function readBer(bytes: Uint8Array, depth = 0): BerElement | undefined {
  const [tag = 0, first] = bytes;
  if (first === undefined || (tag & LONG_TAG) === LONG_TAG || depth > MAX_DEPTH) return undefined;
  if (first === INDEFINITE) return readIndefinite(tag, bytes, depth);
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 4) return undefined;
  const start = 2 + lengthBytes;
  const length = lengthBytes === 0 ? first : Number.parseInt(hex(bytes.subarray(2, start)), 16);
  if (!(start + length <= bytes.length)) return undefined;
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(0, start + length) };
}

/** Lists elements up to the first that is not valid BER. */
export function listBer(bytes: Uint8Array, depth = 0): BerElement[] {
  const found: BerElement[] = [];
  for (let start = 0; start < bytes.length; ) {
    const element = readBer(bytes.subarray(start), depth);
    if (element === undefined || isEnd(element)) break;
    found.push(element);
    start += element.whole.length;
  }
  return found;
}

/** Reads up to two zero bytes (X.690 8.1.3.6). */
function readIndefinite(tag: number, bytes: Uint8Array, depth: number): BerElement | undefined {
  if ((tag & CONSTRUCTED) === 0) return undefined;
  const inner = listBer(bytes.subarray(2), depth + 1);
  const length = inner.reduce((sum, { whole }) => sum + whole.length, 0);
  const end = 2 + length;
  if (bytes[end] !== 0 || bytes[end + 1] !== 0) return undefined;
  return { tag, content: bytes.subarray(2, end), whole: bytes.subarray(0, end + 2) };
}

function isEnd({ tag, whole }: BerElement): boolean {
  return tag === 0 && whole.length === 2;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

/** Returns the content in hexadecimal, which is empty without an element. */
export function hexOf(element: BerElement | undefined): string {
  return hex(element?.content ?? NO_BYTES);
}

/**
 * Encodes BER of indefinite lengths and of strings in pieces, which some libraries write, as DER. Returns `whole` itself if
 * it has none; undefined if something in it is not valid BER.
 */
export function encodeAsDer({ tag, content, whole }: BerElement, depth = 0): Uint8Array | undefined {
  const isConstructed = (tag & CONSTRUCTED) !== 0;
  if (!isConstructed) return whole;
  if (depth > MAX_DEPTH) return undefined;
  const isString = tag === (BER.octetString | CONSTRUCTED);
  const items = listBer(content);
  const isWhole = items.reduce((sum, item) => sum + item.whole.length, 0) === content.length;
  if (!isWhole) return undefined;
  if (isString && items.some((item) => item.tag !== BER.octetString)) return undefined;
  const inner = items.map((item) => (isString ? item.content : encodeAsDer(item, depth + 1)));
  const encoded = inner.filter((item) => item !== undefined);
  if (encoded.length !== items.length) return undefined;
  const isSame = whole[1] !== INDEFINITE && encoded.every((item, index) => item === items[index]?.whole);
  if (isSame && !isString) return whole;
  const joined = Buffer.concat(encoded);
  return Buffer.concat([encodeHead(isString ? BER.octetString : tag, joined.length), joined]);
}

function encodeHead(tag: number, length: number): Uint8Array {
  if (length < INDEFINITE) return Uint8Array.of(tag, length);
  const digits = length.toString(16);
  const octets = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Uint8Array.of(tag, INDEFINITE | octets.length, ...octets);
}
