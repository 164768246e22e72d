import type { ParsedAttribute } from '../attributes/index.ts';

/** Displayed points: origin at the top left corner of the page as a reader shows it, y down, `page` 0-based. */
export interface DisplayedBox {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Push buttons and signature fields are no fields in this sense: they hold no value that anybody enters. */
export type FieldType = 'checkbox' | 'combobox' | 'listbox' | 'radioButton' | 'textField';

/** One choice of a list, a combo box, a radio button or a check box. */
export interface FieldOption {
  /** What a person reads. */
  readonly label: string;
  /** What a value names: the export value, or the on-state of a button without one. */
  readonly value: string;
}

/** Something about a field that the sender should know; nothing is refused for it. */
export interface FieldWarning {
  readonly code: string;
  /** English, for people. */
  readonly message: string;
}

/** One form field as the service shows it [D2-01]. */
export interface FormField {
  /** Fully qualified, attributes included: the key of every value. Empty when the file gives none. */
  readonly name: string;
  /** Names the field inside this file only; not a key. */
  readonly fieldId: string;
  readonly type: FieldType;
  readonly label: string;
  /** The PDF's flag. */
  readonly required: boolean;
  /** The PDF's flag, or an attribute that forbids manual entry. */
  readonly readOnly: boolean;
  /** Whether a value may be given through the API. */
  readonly editable: boolean;
  /** The first widget's box; null when no page shows the field. */
  readonly boundingBox: DisplayedBox | null;
  /** `option` says which value a radio button or check box stands for. */
  readonly widgets: readonly (DisplayedBox & { readonly option?: string })[];
  readonly defaultValues: readonly string[];
  readonly value: readonly string[];
  readonly options: readonly FieldOption[];
  readonly multiline: boolean;
  readonly multiSelect: boolean;
  /** What is entered must not be seen. `value` is what the file has: asterisks, unless its writer kept more than it should. */
  readonly password: boolean;
  /** Characters (Unicode code points), null when unlimited. */
  readonly maxLength: number | null;
  readonly attributes: readonly ParsedAttribute[];
  readonly warnings: readonly FieldWarning[];
}
