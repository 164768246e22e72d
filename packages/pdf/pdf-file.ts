import { closeSync, openSync, renameSync } from 'node:fs';
import type { PDFCatalog, PDFContext, PDFDict, PDFRef } from 'pdf-lib';
import { PdfError } from './errors.ts';
import type { LazyObjectMap } from './lazy-object-map.ts';
import type { PageTree } from './pages/page-tree.ts';
import { PdfPage } from './pages/pdf-page.ts';
import type { ByteSource } from './read/byte-source.ts';
import type { FileStructure } from './read/file-structure.ts';
import type { ObjectReader } from './read/object-reader.ts';
import { buildIncrement, type IncrementalSave } from './write/incremental.ts';
import { PdfBytes, writeFully } from './write/pdf-bytes.ts';
import { writeWholeFile } from './write/rewrite.ts';

/** The parts of an open file, put together by `openPdf`. */
export interface PdfFileParts {
  readonly context: PDFContext;
  readonly reader: ObjectReader;
  readonly objects: LazyObjectMap;
  readonly structure: FileStructure;
  readonly catalog: PDFCatalog;
  readonly pageTree: PageTree;
}

/**
 * An open PDF: pdf-lib's objects over a file of which only what was asked for is parsed. Change the objects as with
 * pdf-lib, then save. Belongs to one thread; `close` it when done.
 */
export class PdfFile {
  /** pdf-lib's context: `lookup` parses on first use; `register`, `assign` and `delete` work as ever. */
  readonly context: PDFContext;
  readonly source: ByteSource;
  readonly catalog: PDFCatalog;
  /** Changes to it are saved (a new /Info, for example). */
  readonly trailer: PDFDict;
  readonly #parts: PdfFileParts;

  constructor(parts: PdfFileParts) {
    this.#parts = parts;
    this.context = parts.context;
    this.source = parts.reader.source;
    this.catalog = parts.catalog;
    this.trailer = parts.structure.trailer;
  }

  get pageCount(): number {
    return this.#parts.pageTree.count;
  }

  /** Objects parsed so far: the measure of laziness. */
  get parsedObjectCount(): number {
    return this.#parts.objects.parsedCount;
  }

  /** True when the cross-reference was rebuilt: such a file can only be rewritten. */
  get repaired(): boolean {
    const { structure, reader, pageTree } = this.#parts;
    return structure.repaired || reader.relocatedCount > 0 || pageTree.repaired;
  }

  /** The page at an index from 0. Throws `page_out_of_range`. */
  page(index: number): PdfPage {
    const leaf = this.#parts.pageTree.find(index);
    if (leaf !== undefined) return new PdfPage(index, leaf);
    const pageCount = this.pageCount;
    throw new PdfError('page_out_of_range', `Page ${index} of ${pageCount} does not exist`, {
      page: index,
      pageCount,
    });
  }

  /** All pages in order, each found when it is asked for. */
  *pages(): Generator<PdfPage> {
    let index = 0;
    for (const leaf of this.#parts.pageTree.walk()) {
      yield new PdfPage(index, leaf);
      index += 1;
    }
  }

  /** Adds a page dictionary, already registered, after the last page. Used by `appendBlankPage`. */
  appendPage(ref: PDFRef, dict: PDFDict): PdfPage {
    this.#parts.pageTree.append(ref, dict);
    return this.page(this.pageCount - 1);
  }

  /**
   * The bytes to append to the original; none when nothing changed. Throws `damaged` for a repaired file, whose
   * cross-reference cannot be continued: use `save`.
   */
  saveIncremental(): IncrementalSave {
    const save = buildIncrement(this.#parts);
    if (this.repaired) throw new PdfError('damaged', 'A repaired file cannot be saved incrementally');
    return save;
  }

  /** The whole file anew, reachable objects only. Breaks signatures. */
  rewrite(): Uint8Array[] {
    const chunks: Uint8Array[] = [];
    writeWholeFile(this.#parts, (chunk) => chunks.push(chunk));
    return chunks;
  }

  /** Rewrites straight into a file, which appears at once and whole. */
  writeRewritten(path: string): void {
    const partial = `${path}.partial`;
    const descriptor = openSync(partial, 'w');
    try {
      writeWholeFile(this.#parts, (chunk) => writeFully(descriptor, chunk));
    } finally {
      closeSync(descriptor);
    }
    renameSync(partial, path);
  }

  /** The original and an increment, so that signatures stay valid; a repaired file rewritten. */
  save(): PdfBytes {
    if (this.repaired) return new PdfBytes(this.rewrite());
    const { increment } = buildIncrement(this.#parts);
    // Comparing reads the originals, which may show that one of them is not where the table says.
    if (this.repaired) return new PdfBytes(this.rewrite());
    return new PdfBytes(increment.length === 0 ? [] : [increment], this.source);
  }

  close(): void {
    this.source.close();
  }
}
