import { type PDFContext, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { SPACE } from '../read/characters.ts';
import { decodeSoundPart, decodeStream } from '../read/decode-stream.ts';
import { deflatedStream } from '../write/deflated-stream.ts';
import { type ContentState, readContentState } from './content-state.ts';

/** Longer content is not balanced. */
const MAX_CONTENT_BYTES = 32 * 1024 * 1024;

/** After it the graphics state is the initial one. */
export interface BalancedContent {
  readonly parts: readonly PDFObject[];
  readonly closing: string;
  /** Readers may ignore what follows. */
  readonly isSound: boolean;
  /** MuPDF shows only what comes before the first `endstream` of the original. */
  readonly endsEarly: boolean;
}

/**
 * A surplus Q becomes white space in a copy (pdfium, MuPDF and PDF.js ignore it), as does `endstream`; truncated data is cut off,
 * since it ends the page for most readers.
 */
export function balanceContent(context: PDFContext, parts: readonly PDFObject[]): BalancedContent {
  const decoded = decodeParts(context, parts);
  if (decoded === undefined) return { parts, closing: '', isSound: false, endsEarly: false };
  const state = readState(decoded);
  const { surplus, closing, endsEarly = false } = state;
  const isWhole = decoded.every((part) => part.isWhole);
  const isSound = state.isSound && isWhole;
  if (surplus.length === 0 && isWhole) return { parts, closing, isSound, endsEarly };
  let start = 0;
  let next = 0;
  // A page may list one stream thousands of times.
  const copies = new Map<string, PDFObject>();
  const balanced = parts.map((part, index) => {
    const { bytes, isWhole } = decoded[index] ?? NOTHING;
    const own: number[] = [];
    // Each is in one part, ascending.
    for (; (surplus[next] ?? Number.POSITIVE_INFINITY) < start + bytes.length; next += 1)
      own.push((surplus[next] ?? 0) - start);
    start += bytes.length + 1;
    if (own.length === 0 && isWhole) return part;
    if (!(part instanceof PDFRef)) return registerBlanked(context, bytes, own);
    const key = `${part} ${own}`;
    const copy = copies.get(key) ?? registerBlanked(context, bytes, own);
    copies.set(key, copy);
    return copy;
  });
  return { parts: balanced, closing, isSound, endsEarly };
}

interface DecodedPart {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

const NOTHING: DecodedPart = { bytes: new Uint8Array(0), isWhole: true };

/** Undefined if the content is too long or a filter unknown. */
function decodeParts(context: PDFContext, parts: readonly PDFObject[]): DecodedPart[] | undefined {
  const decoded: DecodedPart[] = [];
  const known = new Map<PDFObject | undefined, DecodedPart>();
  let room = MAX_CONTENT_BYTES;
  for (const part of parts) {
    const stream = context.lookup(part);
    const next = known.get(stream) ?? decodePart(stream, room);
    if (next === undefined || next.bytes.length >= room) return undefined;
    known.set(stream, next);
    room -= next.bytes.length + 1;
    decoded.push(next);
  }
  return decoded;
}

function decodePart(stream: PDFObject | undefined, room: number): DecodedPart | undefined {
  if (!(stream instanceof PDFStream)) return NOTHING;
  const whole = unlessRefused(() => decodeStream(stream, room));
  if (whole !== undefined) return { bytes: whole, isWhole: true };
  const sound = unlessRefused(() => decodeSoundPart(stream, room));
  return sound && { bytes: sound, isWhole: false };
}

function unlessRefused(decode: () => Uint8Array): Uint8Array | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** Joined with white space (ISO 32000-1 7.8.2). */
function readState(decoded: readonly DecodedPart[]): ContentState {
  const space = Uint8Array.of(SPACE);
  return readContentState(Buffer.concat(decoded.flatMap(({ bytes }) => [bytes, space])));
}

function registerBlanked(context: PDFContext, bytes: Uint8Array, positions: readonly number[]): PDFObject {
  const blanked = Uint8Array.from(bytes);
  for (const position of positions) blanked[position] = SPACE;
  return context.register(deflatedStream(context, blanked));
}
