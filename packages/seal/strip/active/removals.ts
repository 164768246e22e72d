import { PdfError } from '@countersign/pdf';
import type { PDFDict } from 'pdf-lib';
import type { ActiveKind } from './action-rules.ts';

/**
 * Where something hung. `elsewhere`: at what only other parts refer to, such as a picture, or a page that is in no page
 * tree.
 */
export interface ContentPlace {
  readonly place: 'document' | 'page' | 'annotation' | 'field' | 'outline' | 'structure' | 'elsewhere';
  /** From 0; for pages and annotations. */
  readonly page?: number;
  /** Of the field, outline item, script or attached file, where the file tells. */
  readonly name?: string;
}

/** Content of one kind that was removed from one place. */
export interface RemovedContent extends ContentPlace {
  readonly kind: ActiveKind;
  readonly count: number;
}

/** Lines of a report and names of layers that are listed: more than anybody reads. */
export const MAX_LISTED = 1_000;

/** Actions, outline items, fields and tree nodes that are looked at in one file: ten times what the largest real files have. */
const MAX_STEPS = 2_000_000;

/** What is to be removed from one file, counted by kind and place; and the work spent on finding it. */
export class Removals {
  /** Dictionaries that lose all their entries in the end, so that nothing leads to their scripts and media any more. */
  readonly erased = new Set<PDFDict>();
  readonly #lines = new Map<string, RemovedContent>();
  #count = 0;
  #steps = 0;

  /** Everything noted, listed or not. */
  get count(): number {
    return this.#count;
  }

  /** By kind and place, at most `MAX_LISTED`. */
  get lines(): readonly RemovedContent[] {
    return [...this.#lines.values()];
  }

  note(kind: ActiveKind, place: ContentPlace): void {
    this.#count += 1;
    const key = JSON.stringify([kind, place.place, place.page, place.name]);
    const line = this.#lines.get(key);
    if (line === undefined && this.#lines.size >= MAX_LISTED) return;
    this.#lines.set(key, { kind, ...place, count: (line?.count ?? 0) + 1 });
  }

  /** Throws `too_complex` when a file makes us look at more than any real file has. */
  spend(): void {
    this.#steps += 1;
    if (this.#steps <= MAX_STEPS) return;
    const params = { limit: 'actions', value: MAX_STEPS };
    throw new PdfError('too_complex', `The file exceeds the limit "actions" of ${MAX_STEPS}`, params);
  }
}
