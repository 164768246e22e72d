import { decodeTextString, lookupArray, lookupDict } from '@countersign/pdf';
import { PDFDict } from 'pdf-lib';
import type { CleaningJob } from './cleaning-job.ts';

/** ISO 32000-1 7.9.6. */
export interface NamedEntry {
  readonly name: string;
  readonly value: PDFDict | undefined;
}

export function* readNameTree(job: CleaningJob, names: PDFDict, key: string): Generator<NamedEntry> {
  const waiting = [lookupDict(names, key)];
  const met = new Set<PDFDict>();
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (node === undefined || met.has(node)) continue;
    met.add(node);
    job.removals.spend();
    yield* readEntries(job, node);
    const kids = lookupArray(node, 'Kids');
    for (let index = (kids?.size() ?? 0) - 1; index >= 0; index--) {
      const kid = kids?.lookup(index);
      if (kid instanceof PDFDict) waiting.push(kid);
    }
  }
}

function* readEntries(job: CleaningJob, node: PDFDict): Generator<NamedEntry> {
  const entries = lookupArray(node, 'Names');
  for (let index = 0; entries && index + 1 < entries.size(); index += 2) {
    job.removals.spend();
    const value = entries.lookup(index + 1);
    yield {
      name: decodeTextString(entries.lookup(index)) ?? '',
      value: value instanceof PDFDict ? value : undefined,
    };
  }
}
