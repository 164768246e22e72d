import type { PDFDict } from 'pdf-lib';
import type { XrefKind } from './xref-chain.ts';

/** What opening found out about a file besides its objects. */
export interface FileStructure {
  /** Kind of the newest cross-reference section: the next one continues it. */
  readonly kind: XrefKind;
  /** The trailer as it may be edited. */
  readonly trailer: PDFDict;
  /** The trailer as it was read. */
  readonly originalTrailer: PDFDict;
  /** Value for /Prev. */
  readonly startxref: number;
  /** Bytes of junk before the header that the file's offsets do not count. */
  readonly base: number;
  /** First line, `%PDF-1.7`. */
  readonly header: string;
  /** Offsets of the cross-reference sections of which readers may disagree what they say. */
  readonly ambiguousSections: readonly number[];
  /** True when the cross-reference had to be rebuilt. */
  readonly repaired: boolean;
}
