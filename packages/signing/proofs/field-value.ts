import { signingOptions } from '../documents/task-options.ts';
import { withLocalPath } from '../files/pdf-blobs.ts';
import { isPermanentFault } from '../pdf-faults.ts';
import type { FieldValue, FormField } from '../ports/pdf-toolkit.ts';
import type { ProofContext } from './define-proof.ts';

/** For a button its first option. None if the field is too short for the text, or does not offer it. */
export function valuesOfText(field: FormField, text: string): readonly FieldValue[] {
  const { name, type, options, maxLength } = field;
  if (type === 'checkbox' || type === 'radioButton')
    return options.slice(0, 1).map(({ value }) => ({ name, value: [value] }));
  const fits = maxLength === null || Array.from(text).length <= maxLength;
  const isOffered = type === 'textField' || options.some(({ value }) => value === text);
  return fits && isOffered ? [{ name, value: [text] }] : [];
}

/**
 * The signee cannot change the others, such as a file name without a font, and the document could not be
 * sealed with them.
 */
export async function selectDrawable(
  { deps, document }: Pick<ProofContext, 'deps' | 'document'>,
  values: readonly FieldValue[],
): Promise<readonly FieldValue[]> {
  const { preparedBlobId } = document;
  if (preparedBlobId === null || values.length === 0) return values;
  try {
    await withLocalPath(deps.blobs, preparedBlobId, (path) =>
      // As the seal fills them in.
      deps.toolkit.checkValues(path, values, { ...signingOptions(document), filledBy: 'service' }),
    );
    return values;
  } catch (error) {
    if (!isPermanentFault(error)) throw error;
    const others = values.filter(({ name }) => name !== error.params.field);
    return others.length === values.length ? [] : selectDrawable({ deps, document }, others);
  }
}
