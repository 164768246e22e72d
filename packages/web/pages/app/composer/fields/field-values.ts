import type { FormField } from '@countersign/signing';
import { inReadingOrder } from '../../../document/reading-order.ts';
import type { Composition } from '../model/composition.ts';

/** Passwords are kept as asterisks, so they are left to the signee. */
export function isPrefillable({ editable, password }: FormField): boolean {
  return editable && !password;
}

/** As entered, or that of the file. */
export function currentValue(field: FormField, fields: Composition['fields']): readonly string[] {
  const entered = fields[field.name];
  if (entered === undefined) return field.value;
  return typeof entered === 'string' ? [entered] : entered;
}

/** One that equals the file's is not sent; an empty one clears the field [D2-23]. */
export function enterValue(
  composition: Composition,
  field: FormField,
  value: readonly string[],
): Composition {
  const { [field.name]: _, ...others } = composition.fields;
  const entered = value.filter((part) => part !== '');
  const isUnchanged =
    entered.length === field.value.length && entered.every((part, index) => part === field.value[index]);
  const sent = field.multiSelect || entered.length === 0 ? entered : (entered[0] ?? '');
  return { ...composition, fields: isUnchanged ? others : { ...others, [field.name]: sent } };
}

/** In reading order. */
export function listPrefillable(fields: readonly FormField[]): readonly FormField[] {
  const placed = fields.filter(isPrefillable).flatMap((field) => {
    const [place] = field.widgets;
    return place === undefined ? [] : [{ field, place }];
  });
  return inReadingOrder(placed).map(({ field }) => field);
}
