/** Form fields that belong to one signee [D10-06]; the others are everybody's [D10-07]. */

import type { FormField } from '@countersign/toolkit';
import type { DocumentState, Signee } from './document.ts';

type Owner = Pick<Signee, 'signeeId' | 'fullName'>;

/** Ownership is by name, as values are: fields of one name have one owner. */
export type FieldOwners = ReadonlyMap<string, Owner>;

export type OwnedField = FormField & { readonly owner?: Owner | undefined };

export function findOwners({ signees }: Pick<DocumentState, 'signees'>): FieldOwners {
  return new Map(
    signees.flatMap(({ signeeId, fullName, formFields = [] }) =>
      formFields.map(({ name }) => [name, { signeeId, fullName }] as const),
    ),
  );
}

export function nameOwners(fields: readonly FormField[], owners: FieldOwners): readonly OwnedField[] {
  if (owners.size === 0) return fields;
  return fields.map((field) => {
    const owner = owners.get(field.name);
    return owner === undefined ? field : { ...field, owner };
  });
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
