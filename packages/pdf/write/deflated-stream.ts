import { deflateSync } from 'node:zlib';
import type { PDFContext, PDFRawStream } from 'pdf-lib';

/** Node's zlib is much faster than `context.flateStream`. A string is Latin-1. */
export function deflatedStream(
  context: PDFContext,
  contents: string | Uint8Array,
  entries: Parameters<PDFContext['flateStream']>[1] = {},
): PDFRawStream {
  const bytes = typeof contents === 'string' ? Buffer.from(contents, 'latin1') : contents;
  return context.stream(deflateSync(bytes), { ...entries, Filter: 'FlateDecode' });
}
