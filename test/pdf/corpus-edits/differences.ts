import type { EditName } from './edited-file.ts';
import type { ReaderName } from './readers/reader.ts';

/**
 * How an edited file may differ from the expected result: `bug`: an unforeseen error or limit of our code; `refused`:
 * we accept the file and refuse the edit; `gave up`, `grade`: a reader does not finish or fails, but does not on the
 * original; `message`: a new kind of message of a reader; `pages`: a wrong page count; `picture`: a page changed
 * outside the edited areas; `mark`: a box is not visible.
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
  /** It is undefined if no reader is involved. */
  readonly reader: ReaderName | undefined;
  readonly kind: DifferenceKind;
  readonly detail: string;
}
