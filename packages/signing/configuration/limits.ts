/** Pages import this file: it imports nothing but durations. */
import { DAY_MS } from '@countersign/base/time';

export const MEBIBYTE: number = 1024 * 1024;

/** Returns whole megabytes, as people read them. */
export function toMegabytes(bytes: number): number {
  return Math.floor(bytes / MEBIBYTE);
}

/** The limit counts characters [D5-17]. */
export const MAX_PERSONAL_MESSAGE_LENGTH = 500;
/** The limit of signees of a document [D5-15]. */
export const MAX_SIGNEES = 50;
/** The limit of `furtherBoxes` of a document, where one for all pages counts once [D10-10]. */
export const MAX_FURTHER_BOXES = 100;
/** The limit of the boxes that they stand for. */
export const MAX_PLACED_BOXES = 2000;
/** Fits into the integers of every store. */
export const MAX_SIGNING_ORDER = 1000;
/** Points. The largest page side is 14400 (ISO 32000-1 annex C), times a generous UserUnit. */
export const MAX_COORDINATE = 1_000_000;
/** The form fields of signees in a document (section 10). */
export const MAX_FORM_FIELDS = 200;
/** The buttons of one radio group. */
export const MAX_BUTTONS = 50;
/** The options of one combo box or list box that a sender places. */
export const MAX_OPTIONS = 500;
/** Characters of a text anchor: a line of a page. */
export const MAX_ANCHOR_LENGTH = 255;
export const MAX_ANCHOR_OCCURRENCE = 10_000;
/** Places of a text that are listed: more than people look through. */
export const MAX_TEXT_MATCHES = 200;
/** The limit of one request, and of one field. */
export const MAX_FIELD_VALUES = 10_000;
/** Characters of a field's name or of one value. Fields have smaller limits of their own. */
export const MAX_FIELD_TEXT_LENGTH = 64 * 1024;
/** Not in the specification, as everything below. */
export const MAX_EXTERNAL_ID_LENGTH = 255;
export const MAX_METADATA_ENTRIES = 50;
export const MAX_METADATA_KEY_LENGTH = 40;
export const MAX_METADATA_VALUE_LENGTH = 500;
/** Labels of one document. */
export const MAX_LABELS = 20;
export const MAX_LABEL_LENGTH = 50;
/** [D10-14] */
export const MAX_COPIES = 20;
/** [D10-15] */
export const MAX_REDIRECT_URL_LENGTH = 2048;
export const MAX_REASON_LENGTH = 500;
/** [D11-06] */
export const MAX_QUESTION_LENGTH = 500;
export const MAX_PURPOSE_LENGTH = 500;
/** The limit of days between reminders, and before the first one. */
export const MAX_REMINDER_DAYS = 30;
export const MAX_EXPIRY_DAYS = 365;
/** The limit of the picture of one side of an identity document. */
export const MAX_PICTURE_BYTES: number = 15 * MEBIBYTE;

/** Whether a document that is sent now may expire then. */
export function isPossibleExpiry(moment: Date, now: Date): boolean {
  const msAhead = moment.getTime() - now.getTime();
  return msAhead > 0 && msAhead <= MAX_EXPIRY_DAYS * DAY_MS;
}

/** Documents of a group are counted so far: an account may have a million, and pages ask for the counts often. */
export const MAX_COUNTED_IN_GROUP = 2_000;
