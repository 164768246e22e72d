/** See `@countersign/pdf/arguments`. */
import {
  type ArgumentCheck,
  boolean,
  either,
  exactly,
  finite,
  integer,
  invalidArgument,
  listOf,
  matching,
  oneOf,
  openFile,
  optional,
  positive,
  shape,
  text,
} from '@countersign/pdf/arguments';
import { isNumberTo, LOOK } from '../errors.ts';
import type { DisplayedBox } from '../fields/field-dict.ts';

/** Red, green and blue from 0 to 1. */
export type RgbColor = readonly [red: number, green: number, blue: number];

export type Alignment = 'left' | 'center' | 'right';

interface FieldSettings {
  /**
   * Fully qualified. Periods separate levels; an existing parent is used. Attributes (`Date|svc-date-now`) are part
   * of it.
   */
  readonly name: string;
  /** The text that people and screen readers get (/TU). */
  readonly label?: string | undefined;
  readonly required?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  /** Displayed points. By default the text fills the box. */
  readonly fontSize?: number | undefined;
  readonly color?: RgbColor | undefined;
  readonly background?: RgbColor | undefined;
  /** Buttons have a black border by default, other fields have none. */
  readonly borderColor?: RgbColor | undefined;
  /** Displayed points, 1 by default. */
  readonly borderWidth?: number | undefined;
}

interface TextSettings extends FieldSettings, DisplayedBox {
  readonly alignment?: Alignment | undefined;
}

export interface NewTextField extends TextSettings {
  readonly type?: 'textField' | undefined;
  readonly multiline?: boolean | undefined;
  /** Unicode code points. */
  readonly maxLength?: number | undefined;
  /** One cell for each of `maxLength` characters. */
  readonly comb?: boolean | undefined;
  readonly value?: string | undefined;
}

/** Has the value `Yes` when it is ticked. */
export interface NewCheckBox extends FieldSettings, DisplayedBox {
  readonly type: 'checkbox';
  readonly value?: boolean | undefined;
}

export interface NewRadioButton extends DisplayedBox {
  /** Unique in its group. */
  readonly value: string;
  /** The text that screen readers get. */
  readonly label?: string | undefined;
}

export interface NewRadioGroup extends FieldSettings {
  readonly type: 'radioButton';
  /** The buttons may be on several pages. */
  readonly buttons: readonly NewRadioButton[];
  /** The value of the chosen button. */
  readonly value?: string | undefined;
}

export interface NewOption {
  readonly label: string;
  /** Unique in its field; the label if absent. */
  readonly value?: string | undefined;
}

export interface NewComboBox extends TextSettings {
  readonly type: 'combobox';
  readonly options: readonly NewOption[];
  /** It also takes other texts. */
  readonly editable?: boolean | undefined;
  /** The value of an option. */
  readonly value?: string | undefined;
}

export interface NewListBox extends TextSettings {
  readonly type: 'listbox';
  readonly options: readonly NewOption[];
  readonly multiSelect?: boolean | undefined;
  /** The values of options. */
  readonly value?: string | readonly string[] | undefined;
}

/** Boxes are in displayed points from the top-left corner of the page, `page` from 0. */
export type NewField = NewTextField | NewCheckBox | NewRadioGroup | NewComboBox | NewListBox;

export type NewFieldType = NonNullable<NewField['type']>;

/** More cells have no width on any page. */
const MAX_CELLS = 1000;
const wholeAboveZero = matching(
  'a whole number above 0',
  (value) => Number.isInteger(value) && Number(value) > 0,
);
const box = { page: integer, x: finite, y: finite, width: positive, height: positive };

const settings = {
  ...{ name: text, label: optional(text), required: optional(boolean), readOnly: optional(boolean) },
  ...{ fontSize: LOOK.fontSize, color: LOOK.color, background: LOOK.color, borderColor: LOOK.color },
  borderWidth: optional(matching('a number from 0', (value) => isNumberTo(Number.MAX_SAFE_INTEGER, value))),
};
const aligned = { ...settings, ...box, alignment: LOOK.alignment };
const button = exactly({ ...box, value: text, label: optional(text) });
const choice = {
  ...aligned,
  type: text,
  options: listOf(exactly({ label: text, value: optional(text) })),
};

const CHECKS: { readonly [Type in NewFieldType]: ArgumentCheck } = {
  textField: exactly({
    ...aligned,
    ...{ type: optional(text), multiline: optional(boolean), comb: optional(boolean) },
    ...{ maxLength: optional(wholeAboveZero), value: optional(text) },
  }),
  checkbox: exactly({ ...settings, ...box, type: text, value: optional(boolean) }),
  radioButton: exactly({ ...settings, type: text, buttons: listOf(button), value: optional(text) }),
  combobox: exactly({ ...choice, editable: optional(boolean), value: optional(text) }),
  listbox: exactly({
    ...choice,
    multiSelect: optional(boolean),
    value: optional(either(text, listOf(text))),
  }),
};

const type = optional(oneOf(...Object.keys(CHECKS)));

const newField: ArgumentCheck = (value, at) => {
  shape({ type })(value, at);
  const field = value as NewField;
  CHECKS[field.type ?? 'textField'](field, at);
  if (field.type === undefined || field.type === 'textField') checkText(field, at);
  if (field.type === 'radioButton')
    checkUnique(
      field.buttons.map((each) => each.value),
      `${at}.buttons`,
    );
  if (field.type === 'combobox' || field.type === 'listbox')
    checkUnique(
      field.options.map((each) => each.value ?? each.label),
      `${at}.options`,
    );
};

export const NEW_FIELDS = { file: openFile, fields: listOf(newField) };

function checkText({ comb, multiline, maxLength }: NewTextField, at: string): void {
  if (!comb) return;
  if (maxLength === undefined || maxLength > MAX_CELLS)
    throw invalidArgument(`${at}.maxLength`, `a whole number from 1 to ${MAX_CELLS} with comb`, maxLength);
  if (multiline) throw invalidArgument(`${at}.multiline`, 'false with comb', multiline);
}

/** Readers could not distinguish them. */
function checkUnique(values: readonly string[], at: string): void {
  if (values.length === 0) throw invalidArgument(at, 'at least one item', values);
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    if (value === '') throw invalidArgument(`${at}[${index}].value`, 'a text that is not empty', value);
    if (seen.has(value))
      throw invalidArgument(`${at}[${index}].value`, 'a value that no other item has', value);
    seen.add(value);
  }
}
