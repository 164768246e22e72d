import type { EditName } from './edited-file.ts';
import type { ReaderName } from './readers/reader.ts';

/**
 * How an edited file may differ from what it should be:
 * - `refused`: we accept the file and refuse the edit;
 * - `grade`: a reader fails on it and not on the original;
 * - `message`: a reader says something that it did not say of the original, each kind of message once;
 * - `pages`: a reader counts other pages than it should;
 * - `picture`: a page looks otherwise outside what was changed;
 * - `mark`: a box is not seen where it was placed.
 */
export type DifferenceKind = 'refused' | 'grade' | 'message' | 'pages' | 'picture' | 'mark';

export interface Difference {
  readonly file: string;
  readonly edit: EditName;
  /** Undefined for what no reader is asked about. */
  readonly reader: ReaderName | undefined;
  readonly kind: DifferenceKind;
  readonly detail: string;
}
