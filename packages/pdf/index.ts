export { type Attachment, type AttachmentRelationship, attachFile } from './attachments/attach-file.ts';
export { readAttachment } from './attachments/read-attachment.ts';
export { PdfError, type PdfErrorCode, type PdfErrorParams } from './errors.ts';
export { type FontSource, registerFont } from './fonts/font-stack.ts';
export { findInstalledFont } from './fonts/known-fonts.ts';
export { baseDirection, findLevels, orderVisually, type TextDirection } from './fonts/layout/bidi.ts';
export { splitAtLineBreaks } from './fonts/layout/line-breaks.ts';
export {
  joinLines,
  type MeasureText,
  splitGraphemes,
  splitLines,
  type WrappedLine,
  wrapText,
} from './fonts/layout/wrap-text.ts';
export {
  createTextEmbedder,
  type ShownText,
  type TextEmbedder,
  type TextOptions,
  type TextPlacement,
} from './fonts/text-embedder.ts';
export {
  DEFAULT_LIMITS,
  FORM_LIMITS,
  type PdfLimits,
  requireFieldCount,
  requireFieldDepth,
} from './limits.ts';
export { type PdfaClaim, readPdfaClaim, setPdfaClaim } from './metadata/conformance-claim.ts';
export { type OpenOptions, openPdf } from './open-pdf.ts';
export { A4, appendBlankPage } from './pages/append-page.ts';
export { type ContentState, readContentState } from './pages/content-state.ts';
export { type MergeOptions, type MergeWarning, mergePdfs, mergePdfsTo } from './pages/merge.ts';
export {
  type Box,
  formatMatrix,
  type Matrix,
  makeGeometry,
  type PageGeometry,
  type PdfRect,
  readRect,
  toDisplayedRect,
  toPageRect,
  uprightMatrix,
} from './pages/page-box.ts';
export { appendPageContent, type ContentResources, endedEarly } from './pages/page-content.ts';
export { replaceItems } from './pages/page-tree-walk.ts';
export { type PageAnnotation, PdfPage } from './pages/pdf-page.ts';
export {
  addTopAnnotation,
  type DrawnAnnotation,
  isOver,
  listDrawnAnnotations,
} from './pages/top-annotation.ts';
export { PdfFile, type RewriteOptions, type SaveOptions } from './pdf-file.ts';
export { type ByteSource, openBufferSource, openFileSource } from './read/byte-source.ts';
export { decodeStream } from './read/decode-stream.ts';
export { DictKeys } from './read/dict-keys.ts';
export { type RawDict, walkDict } from './read/dict-walker.ts';
export { lookupArray, lookupDict, lookupName, lookupNumber } from './read/lookup.ts';
export { inspect, type PreflightReport, preflight } from './read/preflight.ts';
export {
  type RawKind,
  type RawValue,
  rawBoolean,
  rawItems,
  rawName,
  rawNumber,
  rawNumbers,
  rawRect,
  rawRef,
  rawText,
} from './read/raw-value.ts';
export { stringBytes } from './read/string-bytes.ts';
export { decodeName, decodeTextBytes, decodeTextString, encodeTextString } from './read/text-string.ts';
export type { ReferenceGraph } from './revisions/reference-graph.ts';
export type { RevisionDifference } from './revisions/revision-difference.ts';
export { isSameStoredObject } from './revisions/same-stored-object.ts';
export type { IncrementalSave } from './write/incremental.ts';
export { PdfBytes } from './write/pdf-bytes.ts';
export type { ObjectStreamMode } from './write/rewrite.ts';
