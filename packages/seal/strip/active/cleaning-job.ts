import type { PdfFile } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { readText } from '../../fields/text.ts';
import { listDocumentParts } from '../document-parts.ts';
import { ActionCleaner } from './action-cleaner.ts';
import { type ContentLocation, Removals } from './removals.ts';

export interface ActiveContentOptions {
  readonly keepAttachments?: boolean;
}

export class CleaningJob {
  readonly file: PdfFile;
  readonly options: ActiveContentOptions;
  readonly removals = new Removals();
  readonly actions = new ActionCleaner(this.removals);
  /** By reference; judged by their bytes. */
  readonly harmlessWidgets = new Map<PDFObject, number>();

  constructor(file: PdfFile, options: ActiveContentOptions) {
    this.file = file;
    this.options = options;
  }

  /** 7.11.3, even if others refer to the files. */
  removeFile(specification: PDFDict | undefined, location: ContentLocation): void {
    const name = specification && (readText(specification, 'UF') ?? readText(specification, 'F'));
    this.removals.note('attachment', name === undefined ? location : { ...location, name });
    if (specification?.has(PDFName.of('EF'))) this.removals.erased.add(specification);
  }

  /**
   * Structure elements and replies may still refer to them. Keeps the catalog and pages, even if the file
   * uses them as actions.
   */
  eraseRemoved(): void {
    const kept = listDocumentParts(this.file);
    for (const dict of this.removals.erased) {
      if (!kept.has(dict)) for (const key of dict.keys()) dict.delete(key);
    }
  }

  /** ISO 32000-2 14.13. */
  removeAssociated(owner: PDFDict, location: ContentLocation): void {
    const key = PDFName.of('AF');
    if (this.options.keepAttachments || !owner.has(key)) return;
    const value = owner.lookup(key);
    const entries = value instanceof PDFArray ? value.asArray() : [value];
    const files = entries
      .map((entry) => owner.context.lookup(entry))
      .filter((file) => file instanceof PDFDict);
    for (const file of files) {
      this.removals.spend();
      if (!this.removals.erased.has(file)) this.removeFile(file, location);
    }
    if (files.length > 0) owner.delete(key);
  }
}
