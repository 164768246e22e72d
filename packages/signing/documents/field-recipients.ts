import { isEmailAddress } from '@countersign/forms/attributes';
import { MAX_SIGNEES } from '../configuration/limits.ts';
import type { FormField } from '../ports/pdf-toolkit.ts';
import type { DocumentState } from './document.ts';
import { applyGivenValues, givenValues } from './field-entries.ts';
import { valuesOf } from './field-values.ts';

/** Entered in a field with `svc-email-recipient`. */
export interface FieldRecipient {
  readonly field: string;
  readonly emailAddress: string;
}

/** As many as signees: a form of thousands of such fields once sent a mail with the file for each. */
const MAX_FIELD_RECIPIENTS = MAX_SIGNEES;

/** [2.10-21], without those of signees, who get it anyway. Further ones get nothing. */
export function listFieldRecipients(
  document: DocumentState,
  preparedFields: readonly FormField[],
): readonly FieldRecipient[] {
  const asking = applyGivenValues(preparedFields, givenValues(document)).filter(({ attributes }) =>
    attributes.some(({ name }) => name === 'svc-email-recipient'),
  );
  const known = new Set(document.signees.flatMap(({ emailAddress }) => emailAddress?.toLowerCase() ?? []));
  const recipients = valuesOf(asking).flatMap(({ name, value }) => {
    const emailAddress = value.join('').trim();
    const key = emailAddress.toLowerCase();
    if (!isEmailAddress(emailAddress) || known.has(key)) return [];
    known.add(key);
    return [{ field: name, emailAddress }];
  });
  return recipients.slice(0, MAX_FIELD_RECIPIENTS);
}
