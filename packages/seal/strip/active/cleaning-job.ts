import type { PdfFile } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { readText } from '../../fields/text.ts';
import { listDocumentParts } from '../document-parts.ts';
import { ActionCleaner } from './action-cleaner.ts';
import { type ContentPlace, Removals } from './removals.ts';

/** What may stay. */
export interface ActiveContentOptions {
  /** Keeps embedded files: the document's own, those of pages, annotations, pictures and elements of the structure. */
  readonly keepAttachments?: boolean;
}

/** One file being cleaned. */
export class CleaningJob {
  readonly file: PdfFile;
  readonly options: ActiveContentOptions;
  readonly removals = new Removals();
  readonly actions = new ActionCleaner(this.removals);
  /** Flags of fields whose bytes told that they are harmless annotations as well, by their references. */
  readonly harmlessWidgets = new Map<PDFObject, number>();

  constructor(file: PdfFile, options: ActiveContentOptions) {
    this.file = file;
    this.options = options;
  }

  /** A file specification (7.11.3) that somebody refers to: its embedded files go, however many others refer to it. */
  removeFile(specification: PDFDict | undefined, place: ContentPlace): void {
    const name = specification && (readText(specification, 'UF') ?? readText(specification, 'F'));
    this.removals.note('attachment', name === undefined ? place : { ...place, name });
    if (specification?.has(PDFName.of('EF'))) this.removals.erased.add(specification);
  }

  /** Structure elements and replies may still refer to what goes. A file may call its catalog or a page an action: those stay. */
  eraseRemoved(): void {
    const kept = listDocumentParts(this.file);
    for (const dict of this.removals.erased) {
      if (!kept.has(dict)) for (const key of dict.keys()) dict.delete(key);
    }
  }

  /** Files associated with a document, page, annotation or any other part (ISO 32000-2 14.13). */
  removeAssociated(owner: PDFDict, place: ContentPlace): void {
    const key = PDFName.of('AF');
    if (this.options.keepAttachments || !owner.has(key)) return;
    const value = owner.lookup(key);
    const entries = value instanceof PDFArray ? value.asArray() : [value];
    const files = entries
      .map((entry) => owner.context.lookup(entry))
      .filter((file) => file instanceof PDFDict);
    for (const file of files) {
      this.removals.spend();
      if (!this.removals.erased.has(file)) this.removeFile(file, place);
    }
    if (files.length > 0) owner.delete(key);
  }
}
