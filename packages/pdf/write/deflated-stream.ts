import { deflateSync } from 'node:zlib';
import type { PDFContext, PDFRawStream } from 'pdf-lib';

/** Shorter ones get hardly smaller, and a call of zlib takes longer than drawing the text of a field. */
const MIN_DEFLATED_BYTES = 256;

/** Node's zlib is much faster than `context.flateStream`. A string is Latin-1. */
export function deflatedStream(
  context: PDFContext,
  contents: string | Uint8Array,
  entries: Parameters<PDFContext['flateStream']>[1] = {},
): PDFRawStream {
  const bytes = typeof contents === 'string' ? Buffer.from(contents, 'latin1') : contents;
  if (bytes.length < MIN_DEFLATED_BYTES) return context.stream(bytes, entries);
  return context.stream(deflateSync(bytes), { ...entries, Filter: 'FlateDecode' });
}
