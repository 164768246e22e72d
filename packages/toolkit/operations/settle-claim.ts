import { countFormFields } from '@countersign/forms';
import {
  decodeStream,
  lookupArray,
  lookupName,
  lookupNumber,
  type PdfaClaim,
  PdfError,
  type PdfFile,
  readPdfaClaim,
  setPdfaClaim,
} from '@countersign/pdf';
import { PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import type { ConformanceReport } from '../pdf-toolkit.ts';

/** Parts of ISO 19005 whose files conform to part 3 too: 3 differs from 2 in allowing any attachment. */
const PARTS_WITHIN_3: readonly number[] = [2, 3];
/** B, since what is added has no structure. */
const SEALED_CLAIM: PdfaClaim = { part: 3, level: 'B' };
/** Bytes of a colour profile; large ones have 3 MB. */
const MAX_PROFILE_BYTES = 16 * 1024 * 1024;

/** What the file claims to be, and what it will claim once it is completed (docs/decisions/0010). Changes nothing. */
export function reportConformance(file: PdfFile): ConformanceReport | null {
  const claim = readPdfaClaim(file);
  if (claim === undefined) return null;
  return { claimed: nameOf(claim), sealed: staysTrue(file, claim) ? nameOf(SEALED_CLAIM) : null };
}

/** Makes the file claim what will be true of it once it is completed. Asks the form, which is to be there still. */
export function settleClaim(file: PdfFile): void {
  const claim = readPdfaClaim(file);
  setPdfaClaim(file, claim && staysTrue(file, claim) ? SEALED_CLAIM : undefined);
}

/**
 * Whether what is added leaves a conforming file one: text and images in DeviceRGB need a profile for it; the
 * appearances of a form have colours and fonts of their own, which nobody has checked.
 */
function staysTrue(file: PdfFile, { part }: PdfaClaim): boolean {
  return PARTS_WITHIN_3.includes(part) && countFormFields(file) === 0 && hasRgbIntent(file);
}

function hasRgbIntent(file: PdfFile): boolean {
  const intents = lookupArray(file.catalog, 'OutputIntents')?.asArray() ?? [];
  const found = intents
    .map((intent) => file.context.lookup(intent))
    .filter((intent) => intent instanceof PDFDict && lookupName(intent, 'S') === 'GTS_PDFA1');
  return found.length > 0 && found.every((intent) => isRgbProfile(profileOf(intent)));
}

function profileOf(intent: PDFObject | undefined): PDFObject | undefined {
  return intent instanceof PDFDict ? intent.lookup(PDFName.of('DestOutputProfile')) : undefined;
}

/** ICC.1 7.2: the signature of the profile, and the colours that it takes, are in its header. */
function isRgbProfile(profile: PDFObject | undefined): boolean {
  if (!(profile instanceof PDFStream) || lookupNumber(profile.dict, 'N') !== 3) return false;
  try {
    const header = Buffer.from(decodeStream(profile, MAX_PROFILE_BYTES).subarray(0, 40)).toString('latin1');
    return header.slice(16, 20) === 'RGB ' && header.slice(36, 40) === 'acsp';
  } catch (error) {
    if (error instanceof PdfError) return false;
    throw error;
  }
}

function nameOf({ part, level = '' }: PdfaClaim): string {
  return `PDF/A-${part}${level.toLowerCase()}`;
}
