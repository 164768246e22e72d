import { PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { entriesOf } from '../lazy-object-map.ts';
import type { PdfFile } from '../pdf-file.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { PdfBytes } from '../write/pdf-bytes.ts';
import { writeIndirectObject } from '../write/serialise.ts';
import { makeNextId, makeTrailer } from '../write/trailer.ts';
import { writeXrefTable, type XrefEntry } from '../write/xref-section.ts';
import { FileMover, type MovedObject, type MoveQueue } from './file-mover.ts';
import { mergeForms, type RenameField, renameByNumber } from './merge-forms.ts';
import type { PdfPage } from './pdf-page.ts';

/** What a merge may be asked to do differently. */
export interface MergeOptions {
  /** Names for fields whose name an earlier input has; `name#2` by default. */
  readonly renameField?: RenameField;
}

const HEADER = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');
const INHERITABLE = ['MediaBox', 'CropBox', 'Rotate', 'Resources'].map((key) => PDFName.of(key));
const PARENT = PDFName.of('Parent');
const LAST_GENERATION = 65_535;

const CATALOG = PDFRef.of(1);
const PAGES = PDFRef.of(2);
const FORM = PDFRef.of(3);

/** Stands for the new page tree in a page's copy: no file has an object 0. */
const NEW_PARENT = PDFRef.of(0, LAST_GENERATION);

/**
 * Joins files into a new one: pages in order, what they inherited written into them, all forms in one AcroForm with
 * equal names made different, streams copied as they are. The inputs must not be closed before the result is made and
 * stay as they were. Signatures cannot stay valid; outlines, named destinations and attachments are not taken over.
 */
export function mergePdfs(files: readonly PdfFile[], options: MergeOptions = {}): PdfBytes {
  const merged = new MergedFile();
  const movers = files.map((file) => new FileMover(file, merged));
  const pages = movers.flatMap(movePages);
  if (pages.length === 0) throw new PdfError('no_pages', 'There is no page to merge');
  const form = mergeForms(movers, options.renameField ?? renameByNumber);
  return merged.finish(pages, form);
}

function movePages(mover: FileMover): PDFRef[] {
  const pages = [...mover.file.pages()];
  for (const page of pages) mover.override(page.ref, copyPage(page));
  return pages.flatMap((page) => mover.translate(page.ref) ?? []);
}

/** The page with everything that it inherited. */
function copyPage(page: PdfPage): PDFDict {
  const entries = new Map(entriesOf(page.dict));
  for (const key of INHERITABLE) {
    const value = entries.get(key) ?? page.inherited(key.decodeText());
    if (value !== undefined) entries.set(key, value);
  }
  entries.set(PDFName.of('Type'), PDFName.of('Page'));
  entries.set(PARENT, NEW_PARENT);
  return PDFDict.fromMapWithContext(entries, page.dict.context);
}

/** The new file while it is written. */
class MergedFile implements MoveQueue {
  readonly pagesRef = PAGES;
  readonly #context = PDFContext.create();
  readonly #chunks: Uint8Array[] = [];
  readonly #writer = new ByteWriter((chunk) => this.#chunks.push(chunk));
  readonly #entries: XrefEntry[] = [{ number: 0, generation: LAST_GENERATION, offset: undefined }];
  readonly #waiting: MovedObject[] = [];
  #largest = FORM.objectNumber;

  nextRef(): PDFRef {
    this.#largest += 1;
    return PDFRef.of(this.#largest);
  }

  add(moved: MovedObject): void {
    this.#waiting.push(moved);
  }

  finish(pages: readonly PDFRef[], form: PDFDict | undefined): PdfBytes {
    this.#writer.bytes(HEADER);
    const catalog = { Type: 'Catalog', Pages: PAGES };
    this.#write(CATALOG, this.#context.obj(form === undefined ? catalog : { ...catalog, AcroForm: FORM }));
    this.#write(PAGES, this.#context.obj({ Type: 'Pages', Kids: [...pages], Count: pages.length }));
    if (form === undefined)
      this.#entries.push({ number: FORM.objectNumber, generation: 0, offset: undefined });
    else this.#write(FORM, form);
    this.#writeMoved();
    this.#writeXref();
    this.#writer.flush();
    return new PdfBytes(this.#chunks);
  }

  /** The queue grows while it is written: every reference met adds what it leads to. */
  #writeMoved(): void {
    for (let index = 0; index < this.#waiting.length; index += 1) {
      const moved = this.#waiting[index];
      if (moved === undefined) continue;
      this.#write(moved.target, moved.object, (ref) => (ref === NEW_PARENT ? PAGES : moved.mapping(ref)));
    }
  }

  #write(target: PDFRef, object: PDFObject, mapping = keepRef): void {
    this.#entries.push({ number: target.objectNumber, generation: 0, offset: this.#writer.position });
    writeIndirectObject(this.#writer, target, object, mapping);
  }

  #writeXref(): void {
    const start = this.#writer.position;
    const entries = this.#entries.sort((a, b) => a.number - b.number);
    const carried = new Map<PDFName, PDFObject>([[PDFName.of('Root'), CATALOG]]);
    const trailer = makeTrailer(this.#context.obj({}) as PDFDict, carried, this.#largest + 1);
    trailer.set(PDFName.of('ID'), makeNextId(trailer, `${start}`.padStart(32, '0')));
    writeXrefTable(this.#writer, entries, trailer, start);
  }
}

function keepRef(ref: PDFRef): PDFRef | undefined {
  return ref;
}
