import type { EditName } from './edited-file.ts';
import type { ReaderName } from './readers/reader.ts';

/**
 * How an edited file may differ from what it should be:
 * - `bug`: our code, or the judge's, throws what nobody foresaw, or needs more time or memory than any file may;
 * - `refused`: we accept the file and refuse the edit;
 * - `gave up`: a reader comes to no end of it, and came to one of the original, were it to fail;
 * - `grade`: a reader fails on it and not on the original;
 * - `message`: a reader says something that it did not say of the original, each kind of message once;
 * - `pages`: a reader counts other pages than it should;
 * - `picture`: a page looks otherwise outside what was changed;
 * - `mark`: a box is not seen where it was placed.
 */
export type DifferenceKind =
  | 'bug'
  | 'refused'
  | 'gave up'
  | 'grade'
  | 'message'
  | 'pages'
  | 'picture'
  | 'mark';

export interface Difference {
  readonly file: string;
  readonly edit: 'original' | EditName;
  /** Undefined for what no reader is asked about. */
  readonly reader: ReaderName | undefined;
  readonly kind: DifferenceKind;
  readonly detail: string;
}
