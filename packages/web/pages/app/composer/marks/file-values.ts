import { type DayFormat, formatDay, parseDay } from '@countersign/forms/attributes';
import type { FormField } from '@countersign/signing';
import { inReadingOrder, labelOf } from '../../../document/reading-order.ts';
import type { Draft } from '../draft.ts';
import type { PlacedProblem } from '../server-problems.ts';
import type { FieldMark } from './mark.ts';
import { changeMark } from './marks.ts';

/** Passwords are kept as asterisks, so they are left to the signee. */
export function isPrefillable({ editable, password }: FormField): boolean {
  return editable && !password;
}

/** Returns the value as entered, or that of the file. */
export function currentValue(
  field: FormField,
  entered: Draft['fields'][string] | undefined,
): readonly string[] {
  if (entered === undefined) return field.value;
  return typeof entered === 'string' ? [entered] : entered;
}

/** A value that equals the file's is not sent; an empty one clears the field [D2-23]. */
export function enterValue(draft: Draft, field: FormField, value: readonly string[]): Draft {
  const { [field.name]: _, ...others } = draft.fields;
  const entered = value.filter((part) => part !== '');
  const isUnchanged =
    entered.length === field.value.length && entered.every((part, index) => part === field.value[index]);
  const sent = field.multiSelect || entered.length === 0 ? entered : (entered[0] ?? '');
  return { ...draft, fields: isUnchanged ? others : { ...others, [field.name]: sent } };
}

/** A new field has no value of its own: an empty one is not sent. */
export function enterNewValue(draft: Draft, name: string, value: string): Draft {
  const { [name]: _, ...others } = draft.fields;
  return { ...draft, fields: value === '' ? others : { ...others, [name]: value } };
}

/** What was filled in is the same day afterwards. */
export function changeDayFormat(draft: Draft, mark: FieldMark, dateFormat: DayFormat): Draft {
  const changed = changeMark(draft, mark.id, (one) => (one.kind === 'field' ? { ...one, dateFormat } : one));
  const entered = [draft.fields[mark.name] ?? ''].flat()[0] ?? '';
  const day = mark.dateFormat === null ? null : parseDay(entered, mark.dateFormat);
  return day === null ? changed : enterNewValue(changed, mark.name, formatDay(day, dateFormat));
}

/** Null makes the fields anybody's. */
export function giveFileFields(draft: Draft, names: readonly string[], owner: string | null): Draft {
  const others = Object.entries(draft.fieldOwners).filter(([name]) => !names.includes(name));
  const given = owner === null ? [] : names.map((name) => [name, owner] as const);
  return { ...draft, fieldOwners: Object.fromEntries([...others, ...given]) };
}

/** Lists the fields that have a place in reading order. */
export function inOrderOfPages(fields: readonly FormField[]): readonly FormField[] {
  const placed = fields.flatMap((field) => {
    const [place] = field.widgets;
    return place === undefined ? [] : [{ field, place }];
  });
  return inReadingOrder(placed).map(({ field }) => field);
}

/** The service names the field as the file does, attributes and all; people know its label. */
export function problemOfField(field: FormField, problems: readonly PlacedProblem[]): string | undefined {
  const found = problems.find(({ place }) => place.kind === 'field' && place.name === field.name);
  return found?.message.replaceAll(field.name, () => labelOf(field));
}
