import type { PdfInput, SigningRequest, ValueCheck } from '../pdf-toolkit.ts';
import { checkInk } from './check-ink.ts';
import { requireDrawable } from './check-text.ts';
import { tryValues } from './check-values.ts';
import { withPdf } from './open-input.ts';

/** As the seal will need them. */
export function checkSigning(
  input: PdfInput,
  { values, image, typedName }: SigningRequest,
): Promise<ValueCheck> {
  return withPdf(input, async (file) => {
    const checked = await tryValues(file, values, { filledBy: 'signee' });
    if (typedName !== undefined) requireDrawable(file, [typedName]);
    if (image !== undefined) await checkInk(image);
    return checked;
  });
}
