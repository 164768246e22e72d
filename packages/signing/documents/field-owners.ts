import { type DayFormat, EXAMPLE_DAY, formatDay, parseDay } from '@countersign/forms/attributes';
/** Form fields that belong to one signee [D10-06]; the others are everybody's [D10-07]. */

import { problem } from '@countersign/base';
import type { FieldValue, FormField } from '@countersign/toolkit';
import type { ErrorDetail } from '../errors.ts';
import type { DocumentState, Signee } from './document.ts';

type Owner = Pick<Signee, 'signeeId' | 'fullName'>;

/** What the sender said of a field, besides what the PDF has of it. */
interface Ownership {
  readonly owner: Owner;
  readonly label?: string | undefined;
  readonly dateFormat?: DayFormat | undefined;
}

/** Ownership is by name, as values are: fields of one name have one owner. */
type FieldOwners = ReadonlyMap<string, Ownership>;

export type OwnedField = FormField & Partial<Pick<Ownership, 'owner'>>;

export function findOwners({ signees }: Pick<DocumentState, 'signees'>): FieldOwners {
  return new Map(
    signees.flatMap(({ signeeId, fullName, formFields = [] }) =>
      formFields.map(
        ({ name, label, dateFormat }) =>
          [name, { owner: { signeeId, fullName }, label, dateFormat }] as const,
      ),
    ),
  );
}

export function nameOwners(fields: readonly FormField[], owners: FieldOwners): readonly OwnedField[] {
  if (owners.size === 0) return fields;
  return fields.map((field) => {
    const { owner, label, dateFormat = field.dateFormat } = owners.get(field.name) ?? {};
    return { ...field, label: label || field.label, dateFormat, ...(owner && { owner }) };
  });
}

/** Finds what is not a day in the format of the field [D10-20] [D10-22]. An empty value is no day to check. */
export function findDayProblem(
  dateFormat: DayFormat | undefined,
  { name, value }: FieldValue,
  path: string,
): readonly ErrorDetail[] {
  if (dateFormat === undefined) return [];
  const isWrong = [value].flat().some((text) => text !== '' && parseDay(text, dateFormat) === null);
  const params = { field: name, format: 'date', example: formatDay(EXAMPLE_DAY, dateFormat) };
  return isWrong ? [problem('value_format_invalid', path, params)] : [];
}

/** Whether the field is another signee's alone. */
export function isOfOther({ owner }: Pick<OwnedField, 'owner'>, signeeId: string): boolean {
  return owner !== undefined && owner.signeeId !== signeeId;
}

/** Lists what a check of the signee may ask for and fill. */
export function listOpenFields(
  fields: readonly FormField[],
  { document, signee }: { readonly document: DocumentState; readonly signee: Signee },
): readonly FormField[] {
  const owned = nameOwners(fields, findOwners(document));
  return owned.filter((field) => !isOfOther(field, signee.signeeId));
}
