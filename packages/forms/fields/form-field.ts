import type { ParsedAttribute } from '../attributes/index.ts';

/** Displayed points: origin at the top left corner of the displayed page, y down, `page` from 0. */
export interface DisplayedBox {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Push buttons and signature fields are excluded: they take no value. */
export type FieldType = 'checkbox' | 'combobox' | 'listbox' | 'radioButton' | 'textField';

export interface FieldOption {
  readonly label: string;
  /** The export value, or the on state of a button without one. */
  readonly value: string;
}

export interface FieldWarning {
  readonly code: string;
  /** English, for people. */
  readonly message: string;
}

/** One form field as the service shows it [D2-01]. */
export interface FormField {
  /** Fully qualified, attributes included. Empty if the file has none. */
  readonly name: string;
  /** Unique inside this file only. */
  readonly fieldId: string;
  readonly type: FieldType;
  readonly label: string;
  readonly required: boolean;
  /** The PDF's flag or an attribute. */
  readonly readOnly: boolean;
  readonly editable: boolean;
  /** Of the first widget; null if no page shows the field. */
  readonly boundingBox: DisplayedBox | null;
  /** `option` is the value of a button's widget. */
  readonly widgets: readonly (DisplayedBox & { readonly option?: string })[];
  readonly defaultValues: readonly string[];
  readonly value: readonly string[];
  readonly options: readonly FieldOption[];
  readonly multiline: boolean;
  readonly multiSelect: boolean;
  /** `value` is what the file has: asterisks, unless its writer stored the text. */
  readonly password: boolean;
  /** Unicode code points; null if unlimited. */
  readonly maxLength: number | null;
  readonly attributes: readonly ParsedAttribute[];
  readonly warnings: readonly FieldWarning[];
}
