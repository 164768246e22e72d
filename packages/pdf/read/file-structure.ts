import type { PDFDict } from 'pdf-lib';
import type { XrefKind } from './xref-chain.ts';

/** Besides the objects. */
export interface FileStructure {
  /** Of the newest section, which the next one continues. */
  readonly kind: XrefKind;
  /** Editable. */
  readonly trailer: PDFDict;
  /** As read. */
  readonly originalTrailer: PDFDict;
  readonly startxref: number;
  /** Junk before the header that offsets do not count. */
  readonly base: number;
  /** `%PDF-1.7` */
  readonly header: string;
  /** Readers may interpret them differently. */
  readonly ambiguousSections: readonly number[];
  /** Newest first. */
  readonly sections: readonly number[];
  /** The cross-reference was rebuilt. */
  readonly repaired: boolean;
}
