import { DictKeys, lookupDict, rawRef } from '@countersign/pdf';
import { PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { readText } from '../../fields/text.ts';
import type { CleaningJob } from './cleaning-job.ts';
import { isHarmlessAction } from './harmless-bytes.ts';

const ITEM_KEYS = new DictKeys(['First', 'Next', 'A']);

/** ISO 32000-1 12.3.3. The items stay. */
export function cleanOutlines(job: CleaningJob): void {
  const outlines = lookupDict(job.file.catalog, 'Outlines');
  const waiting: (PDFObject | undefined)[] = [outlines?.get(PDFName.of('First'))];
  const met = new Set<PDFObject>();
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (item === undefined || met.has(item)) continue;
    met.add(item);
    job.removals.spend();
    waiting.push(...(linksOfHarmless(job, item) ?? cleanItem(job, item)));
  }
}

function linksOfHarmless({ file }: CleaningJob, item: PDFObject): (PDFRef | undefined)[] | undefined {
  const raw = item instanceof PDFRef ? file.walkDict(item, ITEM_KEYS) : undefined;
  if (raw === undefined || !isHarmlessAction(file, raw.get('A'))) return undefined;
  return [rawRef(raw.get('Next')), rawRef(raw.get('First'))];
}

function cleanItem({ file, actions }: CleaningJob, item: PDFObject): (PDFObject | undefined)[] {
  const dict = file.context.lookup(item);
  if (!(dict instanceof PDFDict)) return [];
  const name = readText(dict, 'Title');
  actions.clean(
    dict,
    PDFName.of('A'),
    name === undefined ? { place: 'outline' } : { place: 'outline', name },
  );
  return [dict.get(PDFName.of('Next')), dict.get(PDFName.of('First'))];
}
