import { PdfError } from '@countersign/pdf';
import type { PDFDict } from 'pdf-lib';
import type { ActiveKind } from './action-rules.ts';

/**
 * Location of removed content. `elsewhere`: only other objects refer to it, such as images or unlisted pages.
 */
export interface ContentLocation {
  readonly place: 'document' | 'page' | 'annotation' | 'field' | 'outline' | 'structure' | 'elsewhere';
  /** From 0; for pages and annotations. */
  readonly page?: number;
  /** Of the field, outline item, script or attached file, if given. */
  readonly name?: string;
}

export interface RemovedContent extends ContentLocation {
  readonly kind: ActiveKind;
  readonly count: number;
}

export const MAX_LISTED = 1_000;

/** Ten times those of the largest real files. */
const MAX_STEPS = 2_000_000;

export class Removals {
  /** Emptied at the end, so that nothing refers to their scripts and media. */
  readonly erased = new Set<PDFDict>();
  readonly #lines = new Map<string, RemovedContent>();
  #count = 0;
  #steps = 0;

  get count(): number {
    return this.#count;
  }

  get lines(): readonly RemovedContent[] {
    return [...this.#lines.values()];
  }

  note(kind: ActiveKind, location: ContentLocation): void {
    this.#count += 1;
    const key = JSON.stringify([kind, location.place, location.page, location.name]);
    const line = this.#lines.get(key);
    if (line === undefined && this.#lines.size >= MAX_LISTED) return;
    this.#lines.set(key, { kind, ...location, count: (line?.count ?? 0) + 1 });
  }

  /** Throws `too_complex`. */
  spend(): void {
    this.#steps += 1;
    if (this.#steps <= MAX_STEPS) return;
    const params = { limit: 'actions', value: MAX_STEPS };
    throw new PdfError('too_complex', `The file exceeds the limit "actions" of ${MAX_STEPS}`, params);
  }
}
