import { readFormFields } from '@countersign/forms';
import type { DocumentRequest, PdfInput, RequestCheck } from '../pdf-toolkit.ts';
import { findBoxWarnings } from './check-boxes.ts';
import { requireDrawable } from './check-text.ts';
import { tryValues } from './check-values.ts';
import { withPdf } from './open-input.ts';

/** Checks everything that a document asks of its file with one opening of it. Texts come first: boxes are labelled with them. */
export function checkRequest(
  input: PdfInput,
  { texts, boxes, values }: DocumentRequest,
): Promise<RequestCheck> {
  return withPdf(input, async (file) => {
    requireDrawable(file, texts);
    const boxWarnings = findBoxWarnings(file, boxes);
    const fields = readFormFields(file);
    const checked = await tryValues(file, values, {});
    return { boxWarnings, fields, values: checked.values, valueWarnings: checked.warnings };
  });
}
