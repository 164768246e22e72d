export { type EmbeddedCodes, type FontCode, readEmbeddedCodes } from './embedded-codes.ts';
export type { HiddenPassage, HiddenReason, PageText, TextLine, TextPassage, TextWord } from './page-text.ts';
export { findHiddenText, type ReadTextOptions, readText } from './read-text.ts';
