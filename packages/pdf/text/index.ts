export { findHiddenText } from './find-hidden-text.ts';
export type { HiddenPassage, HiddenReason, PageText, TextLine, TextPassage, TextWord } from './page-text.ts';
export { type ReadTextOptions, readText } from './read-text.ts';
