import { createHash } from 'node:crypto';
import { checkFormValues, type FieldValue, type FormField, readFormFields } from '@countersign/forms';
import { endedEarly, openPdf, PdfError, type PdfFile } from '@countersign/pdf';
import { type InkStamp, rehearseSeal } from '@countersign/seal';
import type { EvidenceRequest } from '../evidence-request.ts';
import type { RehearsalReport } from '../reports.ts';
import type { BoxRequest, PdfInput, SealRequest } from '../requests.ts';
import { finishDocument, refuseUnseenValues } from './completing.ts';
import { applyRequest } from './preparing.ts';
import { withPdf } from './reading.ts';

/** Every font draws it, so only the file can be at fault. */
const SAMPLE_TEXT = 'A';

const SAMPLE_BOX: BoxRequest = {
  id: SAMPLE_TEXT,
  type: 'signature',
  placement: 'new_page',
  label: SAMPLE_TEXT,
};

/** The date is as wide as any other, since digits of most fonts are of one width. */
const DATE = '2000-01-01';
/** ISO 8601 basic format, for fields that take eight characters only. */
const BASIC_DATE = '20000101';

const SAMPLE_SEAL: SealRequest = { reason: SAMPLE_TEXT, signedAt: '2000-01-01T00:00:00.000Z' };

const SAMPLE_EVIDENCE: EvidenceRequest = {
  report: {
    title: SAMPLE_TEXT,
    introduction: SAMPLE_TEXT,
    sections: [{ heading: SAMPLE_TEXT, rows: [{ label: SAMPLE_TEXT, value: SAMPLE_TEXT }] }],
    footer: SAMPLE_TEXT,
  },
  record: { fileName: `${SAMPLE_TEXT}.json`, description: SAMPLE_TEXT, facts: {} },
};

/** Displayed points, at scale 1. */
const STAMP_SIZE = { width: 219, height: 58 };
/** A third of a millisecond each; longer documents are sampled, with the first and last page. */
const MAX_STAMPED_PAGES = 1_000;

/** The size of every page is read. */
function sampleStamps(file: PdfFile): readonly InkStamp[] {
  const boxes = Array.from(file.pages(), ({ geometry }, page) => ({ page, x: 0, y: 0, ...fit(geometry) }));
  return spread(boxes, MAX_STAMPED_PAGES).map((box) => ({
    box: { id: String(box.page), type: 'signature', ...box },
    typedName: SAMPLE_TEXT,
    lines: [SAMPLE_TEXT],
  }));
}

/** Takes entries at even distances, from the first to the last. */
function spread<T>(list: readonly T[], max: number): readonly T[] {
  if (list.length <= max) return list;
  const step = (list.length - 1) / (max - 1);
  const indices = Array.from({ length: max }, (_, index) => Math.round(index * step));
  return indices.map((index) => list[index]).filter((entry) => entry !== undefined);
}

/** A page may be smaller than a box. */
function fit({ displayedWidth, displayedHeight }: { displayedWidth: number; displayedHeight: number }) {
  return {
    width: Math.min(STAMP_SIZE.width, displayedWidth),
    height: Math.min(STAMP_SIZE.height, displayedHeight),
  };
}

const DRAWABLE = /^[\x20-\x7e]+$/;

/** Returns a value for every empty field; a failure is then the file's fault. */
export function sampleValues(fields: readonly FormField[]): readonly FieldValue[] {
  const byName = new Map<string, FieldValue>();
  for (const field of fields) {
    const value = field.name !== '' && field.value.length === 0 ? sampleOf(field) : undefined;
    if (value !== undefined) byName.set(field.name, { name: field.name, value });
  }
  for (const [name, count] of countNames(fields)) if (count > 1) byName.delete(name);
  return [...byName.values()];
}

function sampleOf({ type, options, maxLength }: FormField): string | undefined {
  if (type === 'textField') return maxLength === 0 ? undefined : SAMPLE_TEXT;
  // A label that no font draws is the sender's fault.
  const drawable = options.filter(({ label, value }) => DRAWABLE.test(label) && DRAWABLE.test(value));
  return drawable[0]?.value;
}

function countNames(fields: readonly FormField[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of fields) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Works up to the digest of the seal and keeps nothing. Only appended bytes are held in memory. */
export function rehearse(input: PdfInput): Promise<RehearsalReport> {
  return withPdf(input, rehearseFile);
}

/** The open file is changed in memory. */
export async function rehearseFile(file: PdfFile): Promise<RehearsalReport> {
  const fields = readFormFields(file);
  refuseNarrowDates(file, fields);
  const values = sampleValues(fields);
  await applyRequest(file, { values, mode: 'all', boxes: [SAMPLE_BOX] }, { filledBy: 'service' });
  // The file is opened again as between `prepare` and `complete`, without the disk.
  const prepared = openPdf(file.save().toSource());
  const stamps = sampleStamps(prepared);
  const request = { values: [], stamps, evidence: SAMPLE_EVIDENCE, seal: SAMPLE_SEAL };
  const { file: finished, form } = await finishDocument(prepared, request, hashNothing);
  refuseUnseenValues(form);
  refuseEarlyEnds(prepared);
  await rehearseSeal(finished, {
    reason: SAMPLE_SEAL.reason,
    name: SAMPLE_SEAL.reason,
    signedAt: new Date(SAMPLE_SEAL.signedAt),
    certify: true,
    placeholderBytes: PLACEHOLDER_BYTES,
  });
  return { stampedPages: stamps.length, flattenedFields: form.flattened.length };
}

/** A field for the date of a signature has to show it whole, because it is filled in without anyone to shorten it. */
function refuseNarrowDates(file: PdfFile, fields: readonly FormField[]): void {
  const dates = new Map<string, FieldValue>();
  for (const { name, attributes, maxLength } of fields) {
    if (name === '' || !attributes.some((attribute) => attribute.name === 'svc-date-now')) continue;
    const room = maxLength ?? DATE.length;
    if (room < BASIC_DATE.length) continue;
    dates.set(name, { name, value: room < DATE.length ? BASIC_DATE : DATE });
  }
  checkFormValues(file, [...dates.values()], { filledBy: 'service' });
}

/** MuPDF would show less of the page than the signing page does. */
function refuseEarlyEnds(file: PdfFile): void {
  for (const page of file.pages()) {
    if (!endedEarly(page)) continue;
    const number = page.index + 1;
    throw new PdfError('damaged', `The content of page ${number} has the word endstream`, { page: number });
  }
}

/** Digests are not kept, so the file is not read for them. */
const hashNothing = () => createHash('sha256');

/** The room is enough for a certificate chain and a timestamp. */
const PLACEHOLDER_BYTES = 16 * 1024;
