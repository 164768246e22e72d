import { lookupArray, lookupDict, type RawDict, rawItems, rawRef, rawText } from '@countersign/pdf';
import { PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { readText } from '../../fields/text.ts';
import type { CleaningJob } from './cleaning-job.ts';
import { FIELD_KEYS, harmlessFlagsOf, isHarmlessAction } from './harmless-bytes.ts';

interface WaitingField {
  readonly entry: PDFObject;
  readonly above: string;
}

/** Also actions of widgets. */
export function cleanFields(job: CleaningJob): void {
  const form = lookupDict(job.file.catalog, 'AcroForm');
  const waiting: WaitingField[] = list(form && lookupArray(form, 'Fields')?.asArray(), '');
  const met = new Set<PDFObject>();
  for (let field = waiting.pop(); field !== undefined; field = waiting.pop()) {
    if (met.has(field.entry)) continue;
    met.add(field.entry);
    job.removals.spend();
    for (const kid of kidsOfHarmless(job, field) ?? cleanField(job, field)) waiting.push(kid);
  }
}

/** Undefined unless its bytes show that it has no active actions. */
function kidsOfHarmless(job: CleaningJob, { entry, above }: WaitingField): WaitingField[] | undefined {
  const raw = entry instanceof PDFRef ? job.file.walkDict(entry, FIELD_KEYS) : undefined;
  if (raw === undefined || raw.get('AA') || !isHarmlessAction(job.file, raw.get('A'))) return undefined;
  noteFlags(job, entry, raw);
  const kids = kidsOf(raw);
  return kids && list(kids, nameOf(above, rawText(raw.get('T'))));
}

/** Most fields are also widgets, which pages need not examine again. */
function noteFlags({ file, harmlessWidgets }: CleaningJob, field: PDFObject, raw: RawDict): void {
  const flags = raw.get('Subtype') && harmlessFlagsOf(file, raw);
  if (flags !== undefined) harmlessWidgets.set(field, flags);
}

function kidsOf(raw: RawDict): PDFRef[] | undefined {
  if (raw.get('Kids') === undefined) return [];
  const items = rawItems(raw.get('Kids'));
  const refs = items?.map(rawRef).filter((ref) => ref !== undefined);
  return refs?.length === items?.length ? refs : undefined;
}

function cleanField(job: CleaningJob, { entry, above }: WaitingField): WaitingField[] {
  const dict = job.file.context.lookup(entry);
  if (!(dict instanceof PDFDict)) return [];
  const name = nameOf(above, readText(dict, 'T'));
  job.actions.clean(dict, PDFName.of('A'), { place: 'field', name });
  job.actions.cleanTriggers(dict, { place: 'field', name });
  return list(lookupArray(dict, 'Kids')?.asArray(), name);
}

function nameOf(above: string, partial: string | undefined): string {
  return [above, partial].filter((part) => part).join('.');
}

function list(entries: readonly PDFObject[] | undefined, above: string): WaitingField[] {
  return entries?.map((entry) => ({ entry, above })) ?? [];
}
