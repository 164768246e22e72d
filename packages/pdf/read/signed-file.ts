import type { PdfFile } from '../pdf-file.ts';
import { countFields } from './count-fields.ts';

/** What an edit has changed beside what was asked for. */
export interface EditWarning {
  readonly code: 'changed_after_signing';
  readonly message: string;
}

const CHANGED_AFTER_SIGNING: EditWarning = {
  code: 'changed_after_signing',
  message: 'The file is signed: its readers report that it was changed after the signature.',
};

/**
 * Returns the warning of an edit that signatures do not permit, such as new content and fields; filling in and signing
 * again are permitted by most. Reads all fields. Throws `too_complex`.
 */
export function warnIfSigned(file: PdfFile): readonly EditWarning[] {
  return countFields(file).signed > 0 ? [CHANGED_AFTER_SIGNING] : [];
}
