import { DAY_FORMATS } from '@countersign/forms/attributes';
/** Form fields that belong to one signee: fields of the file, and fields that the sender places (section 10). */

import { type Immutable, invalid, problem } from '@countersign/base';
import { findLineFault, MAX_NAME_LENGTH } from '@countersign/base/text';
import type { DisplayedBox, NewField } from '@countersign/toolkit';
import { z } from 'zod';
import { type ErrorDetail, findRepeated } from '../errors.ts';
import {
  MAX_BUTTONS,
  MAX_COORDINATE,
  MAX_FIELD_TEXT_LENGTH,
  MAX_FORM_FIELDS,
  MAX_OPTIONS,
} from './limits.ts';
import { findPositionProblems, positionMembers } from './positions.ts';
import { line } from './text.ts';

const FIELD_TYPES = ['textField', 'checkbox', 'radioButton', 'combobox', 'listbox'] as const;
type FieldType = (typeof FIELD_TYPES)[number];
const DEFAULT_FIELD_TYPE = 'textField';

/** Not in the specification: points. */
const MAX_FONT_SIZE = 144;
/** Characters of the name of a field that is made, attributes included. */
const NEW_NAME = { min: 1, max: 1000 };
/** The parts of a name. */
const MAX_LEVELS = 50;

const shortText = line({ min: 1, max: MAX_NAME_LENGTH });
const side = z.number().min(1).max(MAX_COORDINATE);

const button = z
  .object({ ...positionMembers, width: side, height: side, value: shortText })
  .meta({ id: 'RadioButton' });

/** With a name alone it is a field of the file [D10-01]; otherwise it is made [D10-02]. */
export const formField = z
  .object({
    name: z.string().min(1).max(MAX_FIELD_TEXT_LENGTH).meta({
      description:
        'Alone, it is the name of a form field of the file. With other members, a field of this name is made; it may have attributes, such as `Date|svc-date-now`.',
    }),
    type: z
      .enum(FIELD_TYPES)
      .optional()
      .meta({ description: `\`${DEFAULT_FIELD_TYPE}\` if not given.` }),
    ...positionMembers,
    width: side.optional(),
    height: side.optional(),
    label: shortText.optional().meta({ description: 'What people and screen readers get.' }),
    required: z.boolean().optional(),
    multiline: z.boolean().optional().meta({ description: 'Of a text field.' }),
    maxLength: z
      .int()
      .min(1)
      .max(MAX_FIELD_TEXT_LENGTH)
      .optional()
      .meta({ description: 'Characters of a text field.' }),
    dateFormat: z.enum(DAY_FORMATS).optional().meta({
      description: 'Of a text field whose value is a day, which people choose in a calendar.',
    }),
    fontSize: z
      .number()
      .min(1)
      .max(MAX_FONT_SIZE)
      .optional()
      .meta({ description: 'Points; by default the text fills the box.' }),
    options: z
      .array(z.object({ label: shortText, value: shortText.optional() }))
      .min(1)
      .max(MAX_OPTIONS)
      .optional()
      .meta({ description: 'Of a combo box or list box. `value` is the label if not given.' }),
    buttons: z
      .array(button)
      .min(1)
      .max(MAX_BUTTONS)
      .optional()
      .meta({ description: 'Of a radio button, in place of one position.' }),
  })
  .meta({ id: 'SigneeFormField' });
export type FormFieldInput = Immutable<z.infer<typeof formField>>;

type Setting = Exclude<keyof FormFieldInput, 'name' | 'type'>;

const BOX: readonly Setting[] = ['page', 'x', 'y', 'anchor', 'width', 'height'];
/** The members of each type besides its name, label and `required` [D10-03]. */
const MEMBERS_OF: Readonly<Record<FieldType, readonly Setting[]>> = {
  textField: [...BOX, 'multiline', 'maxLength', 'dateFormat', 'fontSize'],
  checkbox: BOX,
  radioButton: ['buttons'],
  combobox: [...BOX, 'options', 'fontSize'],
  listbox: [...BOX, 'options', 'fontSize'],
};
const COMMON: readonly Setting[] = ['label', 'required'];

/** The limits of requests do not apply. Positions are those that were found when it was sent. */
export const storedFormField = z.object({
  name: z.string(),
  type: z.enum(FIELD_TYPES).optional(),
  page: z.number().optional(),
  x: z.number().optional(),
  y: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  label: z.string().optional(),
  required: z.boolean().optional(),
  multiline: z.boolean().optional(),
  maxLength: z.number().optional(),
  dateFormat: z.enum(DAY_FORMATS).optional(),
  fontSize: z.number().optional(),
  options: z.array(z.object({ label: z.string(), value: z.string().optional() })).optional(),
  buttons: z
    .array(
      z.object({
        page: z.number().optional(),
        x: z.number().optional(),
        y: z.number().optional(),
        width: z.number(),
        height: z.number(),
        value: z.string(),
      }),
    )
    .optional(),
});

/** Whether the field is made, and not one of the file. */
function isNewField({ name: _, ...settings }: FormFieldInput): boolean {
  return Object.values(settings).some((value) => value !== undefined);
}

/** A new field with the path of its entry. */
export interface PlacedField {
  readonly path: string;
  readonly field: NewField;
}

/** Lists what is to be made. Entries with problems, which drafts may have, and without a position are left out. */
export function listNewFields(signees: readonly FieldOwner[]): readonly PlacedField[] {
  const problems = findFormFieldProblems(signees).map(({ path }) => path.split('.', 4).join('.'));
  const isWrong = new Set(problems);
  if (isWrong.has('signeeDetails')) return [];
  return listEntries(signees).flatMap(({ field, path }) => {
    const made = isNewField(field) && !isWrong.has(path) ? toNewField(field) : null;
    return made === null ? [] : [{ path, field: made }];
  });
}

/** Lists the names of fields that are to be made. */
export function listNewNames(signees: readonly FieldOwner[]): readonly string[] {
  return listEntries(signees).flatMap(({ field }) => (isNewField(field) ? [field.name] : []));
}

/** Lists the names that are to be those of fields of the file. */
export function listFileFields(
  signees: readonly FieldOwner[],
): readonly { readonly path: string; readonly name: string }[] {
  return listEntries(signees).flatMap(({ field, path }) =>
    isNewField(field) ? [] : [{ path, name: field.name }],
  );
}

/** Returns null without a position. */
function toNewField(entry: FormFieldInput): NewField | null {
  const { name, type = DEFAULT_FIELD_TYPE, label, required, fontSize, options = [], buttons = [] } = entry;
  const common = { name, label, required };
  if (type === 'radioButton') {
    const placed = buttons.flatMap((one) => {
      const box = boxOf(one);
      return box === null ? [] : [{ ...box, value: one.value }];
    });
    const isComplete = placed.length > 0 && placed.length === buttons.length;
    return isComplete ? { ...common, type, buttons: placed } : null;
  }
  const box = boxOf(entry);
  if (box === null) return null;
  if (type === 'checkbox') return { ...common, ...box, type };
  if (type === 'textField') {
    const { multiline, maxLength } = entry;
    return { ...common, ...box, type, fontSize, multiline, maxLength };
  }
  return options.length === 0 ? null : { ...common, ...box, type, fontSize, options };
}

function boxOf({
  page,
  x,
  y,
  width,
  height,
}: Pick<FormFieldInput, 'page' | 'x' | 'y' | 'width' | 'height'>): DisplayedBox | null {
  const isPlaced = page !== undefined && x !== undefined && y !== undefined;
  return isPlaced && width !== undefined && height !== undefined ? { page, x, y, width, height } : null;
}

function listEntries(signees: readonly FieldOwner[]): readonly Claim[] {
  return signees.flatMap(({ formFields = [] }, signee) =>
    formFields.map((field, index) => ({
      field,
      signee,
      path: `signeeDetails.${signee}.formFields.${index}`,
    })),
  );
}

export interface FieldOwner {
  readonly formFields?: readonly FormFieldInput[] | undefined;
}

/** Finds what the schema cannot, without the file. */
export function findFormFieldProblems(signees: readonly FieldOwner[]): readonly ErrorDetail[] {
  const claims = listEntries(signees);
  if (claims.length > MAX_FORM_FIELDS)
    return [invalid('signeeDetails', 'form_fields', { max: MAX_FORM_FIELDS })];
  const first = new Map<string, Claim>();
  for (const claim of claims) if (!first.has(claim.field.name)) first.set(claim.field.name, claim);
  return claims.flatMap((claim) => {
    const other = first.get(claim.field.name);
    return [...findClaimProblems(claim, other ?? claim), ...findMemberProblems(claim.field, claim.path)];
  });
}

interface Claim {
  readonly field: FormFieldInput;
  readonly signee: number;
  readonly path: string;
}

/** `other` is the first claim of the same name. */
function findClaimProblems(claim: Claim, other: Claim): readonly ErrorDetail[] {
  if (claim === other) return [];
  const { field, path } = claim;
  if (isNewField(field))
    return [problem('field_name_taken', `${path}.name`, { field: field.name, taken: field.name })];
  if (claim.signee !== other.signee)
    return [problem('field_has_another_owner', `${path}.name`, { field: field.name })];
  return [invalid(`${path}.name`, 'repeated')];
}

function findMemberProblems(field: FormFieldInput, path: string): readonly ErrorDetail[] {
  if (!isNewField(field)) return [];
  const { type = DEFAULT_FIELD_TYPE, options = [], buttons = [] } = field;
  const { name, type: _, ...settings } = field;
  const fitting = [...COMMON, ...MEMBERS_OF[type]];
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  const misfits = given.filter(([member]) => !fitting.some((one) => one === member));
  const needed = neededMembers(type).filter((member) => field[member] === undefined);
  const values = options.map(({ label, value = label }) => value);
  const fault = findLineFault(name, NEW_NAME);
  return [
    ...(fault === undefined ? [] : [invalid(`${path}.name`, fault.rule, fault.params)]),
    ...(name.split('.').length > MAX_LEVELS
      ? [problem('field_name_invalid', `${path}.name`, { field: name })]
      : []),
    ...misfits.map(([member]) => invalid(`${path}.${member}`, 'field_type', { type })),
    ...needed.map((member) => invalid(`${path}.${member}`, 'required')),
    ...(type === 'radioButton' ? [] : findPositionProblems(field, path)),
    ...findRepeated(values).map((index) => invalid(`${path}.options.${index}.value`, 'repeated')),
    ...buttons.flatMap((one, index) => findPositionProblems(one, `${path}.buttons.${index}`)),
    ...findRepeated(buttons.map(({ value }) => value)).map((index) =>
      invalid(`${path}.buttons.${index}.value`, 'repeated'),
    ),
  ];
}

function neededMembers(type: FieldType): readonly Setting[] {
  if (type === 'radioButton') return ['buttons'];
  return type === 'combobox' || type === 'listbox' ? ['width', 'height', 'options'] : ['width', 'height'];
}
