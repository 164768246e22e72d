export { PdfError, type PdfErrorCode, type PdfErrorParams } from './errors.ts';
export {
  createTextEmbedder,
  type EncodedRun,
  type TextEmbedder,
  type TextPlacement,
} from './fonts/text-embedder.ts';
export { DEFAULT_LIMITS, type PdfLimits } from './limits.ts';
export { type OpenOptions, openPdf } from './open-pdf.ts';
export { A4, appendBlankPage } from './pages/append-page.ts';
export { type MergeOptions, mergePdfs } from './pages/merge.ts';
export {
  type Box,
  type Matrix,
  makeGeometry,
  type PageGeometry,
  type PdfRect,
  readRect,
  toDisplayedRect,
  toPageRect,
  uprightMatrix,
} from './pages/page-box.ts';
export { appendPageContent, type ContentResources } from './pages/page-content.ts';
export { type PageAnnotation, PdfPage } from './pages/pdf-page.ts';
export { PdfFile } from './pdf-file.ts';
export { type ByteSource, openBufferSource, openFileSource } from './read/byte-source.ts';
export { decodeStream } from './read/decode-stream.ts';
export { lookupArray, lookupDict, lookupName, lookupNumber } from './read/lookup.ts';
export { inspect, type PreflightReport, preflight } from './read/preflight.ts';
export type { IncrementalSave } from './write/incremental.ts';
export { PdfBytes } from './write/pdf-bytes.ts';
