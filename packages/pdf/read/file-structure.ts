import type { PDFDict } from 'pdf-lib';
import type { XrefKind } from './xref-chain.ts';

/** What opening a file finds besides its objects. */
export interface FileStructure {
  /** Kind of the newest cross-reference section, which the next one continues. */
  readonly kind: XrefKind;
  /** The trailer, editable. */
  readonly trailer: PDFDict;
  /** The trailer as read. */
  readonly originalTrailer: PDFDict;
  readonly startxref: number;
  /** Bytes of junk before the header that the file's offsets do not count. */
  readonly base: number;
  /** First line, `%PDF-1.7`. */
  readonly header: string;
  /** Offsets of the cross-reference sections that readers may interpret differently. */
  readonly ambiguousSections: readonly number[];
  /** Offsets of all cross-reference sections, newest first. */
  readonly sections: readonly number[];
  /** True if the cross-reference had to be rebuilt. */
  readonly repaired: boolean;
}
