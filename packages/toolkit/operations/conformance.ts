import { hasArchivableAppearances } from '@countersign/forms';
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
import type { ConformanceReport, PageEditWarning } from '../reports.ts';

/** Part 3 of ISO 19005 differs from part 2 only in that it allows any attachment. */
const PARTS_WITHIN_3: readonly number[] = [2, 3];
/** B, since what is added has no structure. */
const SEALED_CLAIM: PdfaClaim = { part: 3, level: 'B' };
/** Large ICC profiles have 3 MB. */
const MAX_PROFILE_BYTES = 16 * 1024 * 1024;

/** Reports the claim (docs/decisions/0010). */
export function reportConformance(file: PdfFile): ConformanceReport | null {
  const claim = readPdfaClaim(file);
  if (claim === undefined) return null;
  return { claimed: nameOf(claim), sealed: staysTrue(file, claim) ? nameOf(SEALED_CLAIM) : null };
}

/** Writes the claim that will be true after completion. Call it after the last values are drawn and before the form is flattened. */
export function updatePdfaClaim(file: PdfFile): void {
  const claim = readPdfaClaim(file);
  setPdfaClaim(file, claim && staysTrue(file, claim) ? SEALED_CLAIM : undefined);
}

const CLAIM_ENDS: PageEditWarning = {
  code: 'conformance_claim_ends',
  message: 'The file claimed to be PDF/A, and the result may not conform. It claims nothing.',
};
const CLAIM_CHANGES: PageEditWarning = {
  code: 'conformance_claim_changes',
  message: 'The file claimed to be PDF/A-2, which allows no such attachments. The result claims PDF/A-3.',
};

/** Part 3 allows all attachments, and so does part 4 at level F; part 2 is otherwise as part 3. */
export function updateClaimForAttachments(file: PdfFile): readonly PageEditWarning[] {
  const claim = readPdfaClaim(file);
  if (claim === undefined || claim.part === 3 || (claim.part === 4 && claim.level === 'F')) return [];
  setPdfaClaim(file, claim.part === 2 ? { ...claim, part: 3 } : undefined);
  return [claim.part === 2 ? CLAIM_CHANGES : CLAIM_ENDS];
}

/** Returns the name of the claim, such as `PDF/A-2b`; null if there is none. */
export function claimedConformance(file: PdfFile): string | null {
  const claim = readPdfaClaim(file);
  return claim === undefined ? null : nameOf(claim);
}

/**
 * Ends the claim if drawn text and images may have made it untrue: part 1 has no transparency, and their colors need a
 * profile. Call it after drawing.
 */
export function endUntrueClaim(file: PdfFile): readonly PageEditWarning[] {
  const claim = readPdfaClaim(file);
  if (claim === undefined || (PARTS_WITHIN_3.includes(claim.part) && hasRgbIntent(file))) return [];
  setPdfaClaim(file, undefined);
  return [CLAIM_ENDS];
}

/**
 * Added text and images in DeviceRGB need a profile, and the appearances of a form, which become page content, need
 * embedded fonts and its colors.
 */
function staysTrue(file: PdfFile, { part }: PdfaClaim): boolean {
  return PARTS_WITHIN_3.includes(part) && hasRgbIntent(file) && hasArchivableAppearances(file);
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

/** The header has signature and colour space (ICC.1 7.2). */
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
