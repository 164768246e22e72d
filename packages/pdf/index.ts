export {
  type Attachment,
  type AttachmentRelationship,
  attachFile,
  attachFiles,
  extractAttachment,
  type ListedAttachment,
  listAttachments,
  readAttachment,
  removeAttachments,
} from './attachments.ts';
export {
  type DrawnImage,
  type DrawnRectangle,
  type DrawnText,
  type DrawOptions,
  type DrawReport,
  drawOnPages,
  type PageItem,
} from './drawing/draw-on-pages.ts';
export type { ImageSource } from './drawing/images.ts';
export {
  NUMBER_POSITIONS,
  type NumberPosition,
  numberPages,
  type PageNumbering,
} from './drawing/number-pages.ts';
export { type DrawnBox, PageDrawing } from './drawing/page-drawing.ts';
export { addWatermark, type Watermark } from './drawing/watermark.ts';
export { PdfError, type PdfErrorCode, type PdfErrorParams } from './errors.ts';
export { type FontSource, registerFont } from './fonts/font-stack.ts';
export { findInstalledFont } from './fonts/known-fonts.ts';
export {
  joinLines,
  type MeasureText,
  orderGraphemes,
  splitAtLineBreaks,
  splitGraphemes,
  splitLines,
  type WrappedLine,
  wrapText,
} from './fonts/line-layout.ts';
export { baseDirection, type TextDirection } from './fonts/script-runs.ts';
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
export { type MergeOptions, type MergeWarning, mergePdfs, mergePdfsTo } from './merge/merge.ts';
export { type PdfaClaim, readPdfaClaim, setPdfaClaim } from './metadata/conformance-claim.ts';
export {
  type DocumentInfo,
  type InfoChange,
  type InfoReport,
  readInfo,
  setInfo,
} from './metadata/document-info.ts';
export { type OpenOptions, openPdf } from './open-pdf.ts';
export { addTopAnnotation, type DrawnAnnotation, isOver, listDrawnAnnotations } from './pages/annotations.ts';
export { assemblePages, type PageSelection } from './pages/assemble-pages.ts';
export { type ContentState, readContentState } from './pages/content-state.ts';
export {
  arrangePages,
  movePages,
  removePages,
  rotatePages,
} from './pages/edit-pages.ts';
export { FormStructure, removeFromStructure } from './pages/form-structure.ts';
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
export {
  A4,
  appendBlankPage,
  appendPageContent,
  type ContentResources,
  endedEarly,
  registerForm,
} from './pages/page-content.ts';
export { parsePageRanges } from './pages/page-ranges.ts';
export { replaceItems } from './pages/page-tree-walk.ts';
export { type PageAnnotation, PdfPage } from './pages/pdf-page.ts';
export { type SplitSize, splitPages } from './pages/split-pages.ts';
export { WidgetLists } from './pages/widget-lists.ts';
export { PdfFile, type RewriteOptions, type SaveOptions } from './pdf-file.ts';
export { type ByteSource, openBufferSource, openFileSource } from './read/byte-source.ts';
export { DictKeys } from './read/dict-keys.ts';
export { type RawDict, walkDict } from './read/dict-walker.ts';
export { FIELD_INDEX, FIELD_KEYS, type FieldEntry } from './read/field-walks.ts';
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
export { type EditWarning, warnIfSigned } from './read/signed-file.ts';
export { decodeStream } from './read/streams.ts';
export {
  decodeName,
  decodeTextBytes,
  decodeTextString,
  encodeTextString,
  stringBytes,
} from './read/strings.ts';
export { numberTreeEntries } from './read/tree-entries.ts';
export {
  isSameStoredObject,
  type ReferenceGraph,
  type RevisionDifference,
} from './revisions/revision-difference.ts';
export type { IncrementalSave } from './write/incremental.ts';
export { PdfBytes } from './write/pdf-bytes.ts';
export type { ObjectStreamMode } from './write/rewrite.ts';
export { deflatedStream } from './write/serialise.ts';
