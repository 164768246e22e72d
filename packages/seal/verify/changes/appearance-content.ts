import { decodeStream, lookupDict, lookupName, PdfError, readContentState } from '@countersign/pdf';
import { PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';

/** Appearances with their forms, glyphs and patterns; usually two or three streams. */
const MAX_STREAMS = 500;
/** Inflated, of one appearance. */
const MAX_CONTENT_BYTES = 1 << 24;

/** Resources that draw with operators. Others are fonts without /CharProcs, and images. */
const DRAWING_RESOURCES = ['XObject', 'Pattern', 'Font', 'ExtGState'];
/** Some readers end a number at the letter, and then find an operator. */
const OPERATOR_IN_NUMBER = /(?<![^\0\t\n\f\r ()<>[\]{}/%])[+\-.\d][^\0\t\n\f\r ()<>[\]{}/%]*Q/;
/** Readers differ in where the data of an inline image end. */
const INLINE_IMAGE = /(?<![^\0\t\n\f\r ()<>[\]{}/%])ID(?![^\0\t\n\f\r ()<>[\]{}/%])/;
const RESTORE = /(?<![A-Za-z])Q/;

/**
 * Returns true if the appearances of a widget cannot restore the graphics state of the page. With a surplus Q,
 * PDF.js draws them without clipping, anywhere on the page.
 */
export function staysInRectangle(widget: PDFDict): boolean {
  const seen = new Set<PDFStream>();
  let room = MAX_CONTENT_BYTES;
  const waiting = listStreams(widget.get(PDFName.of('AP')), widget);
  for (let stream = waiting.pop(); stream !== undefined; stream = waiting.pop()) {
    if (seen.has(stream) || lookupName(stream.dict, 'Subtype') === 'Image') continue;
    seen.add(stream);
    const content = seen.size > MAX_STREAMS ? undefined : tryDecode(stream, room);
    if (content === undefined || !isBalanced(content)) return false;
    room -= content.length;
    waiting.push(...listDrawn(stream.dict));
  }
  return true;
}

function isBalanced(content: Uint8Array): boolean {
  const { surplus, isSound } = readContentState(content);
  const text = Buffer.from(content).toString('latin1');
  const image = INLINE_IMAGE.exec(text);
  if (surplus.length > 0 || !isSound || OPERATOR_IN_NUMBER.test(text)) return false;
  return image === null || !RESTORE.test(text.slice(image.index));
}

function listDrawn(form: PDFDict): PDFStream[] {
  const resources = lookupDict(form, 'Resources');
  if (resources === undefined) return [];
  return DRAWING_RESOURCES.flatMap((kind) => {
    const entries = lookupDict(resources, kind);
    return (entries?.values() ?? []).flatMap((value) => listResource(form.context.lookup(value)));
  });
}

/** Forms and patterns, glyphs of Type 3 fonts with what they draw, and soft masks. */
function listResource(resource: PDFObject | undefined): PDFStream[] {
  if (resource instanceof PDFStream) return [resource];
  if (!(resource instanceof PDFDict)) return [];
  const glyphs = lookupDict(resource, 'CharProcs')?.values() ?? [];
  const mask = lookupDict(resource, 'SMask')?.get(PDFName.of('G'));
  const found = [...glyphs, mask].map((value) => resource.context.lookup(value));
  const own = lookupDict(resource, 'CharProcs') === undefined ? [] : listDrawn(resource);
  return [...found.filter((value) => value instanceof PDFStream), ...own];
}

/** Streams of an entry, its dictionaries and their states. */
function listStreams(entry: PDFObject | undefined, { context }: PDFDict): PDFStream[] {
  const object = entry instanceof PDFRef ? context.lookup(entry) : entry;
  if (object instanceof PDFStream) return [object];
  if (!(object instanceof PDFDict)) return [];
  return object.values().flatMap((value) => {
    const inner = context.lookup(value);
    if (inner instanceof PDFStream) return [inner];
    const states = inner instanceof PDFDict ? inner.values().map((state) => context.lookup(state)) : [];
    return states.filter((state) => state instanceof PDFStream);
  });
}

function tryDecode(stream: PDFStream, limit: number): Uint8Array | undefined {
  try {
    return decodeStream(stream, limit);
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}
