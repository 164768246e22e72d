export { type EmbeddedCodes, type FontCode, readEmbeddedCodes } from './embedded-codes.ts';
export {
  type FoundTag,
  type FoundText,
  findText,
  type TextFindings,
  type TextQuery,
  type TextSearch,
} from './find-text.ts';
export type { HiddenPassage, HiddenReason, PageText, TextLine, TextPassage, TextWord } from './page-text.ts';
export { findHiddenText, type ReadTextOptions, readText } from './read-text.ts';
