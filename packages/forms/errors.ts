/** Why a value cannot be written. Every code has `params.field`, the name as given. */
export type FormErrorCode =
  /** The form has no field of that name. */
  | 'unknown_field'
  /** The service or the signee fills the field, by an attribute of its name. */
  | 'field_not_editable'
  /** `params.option` is neither a value nor a label of the field. */
  | 'option_not_offered'
  /** The text has `params.length` characters and the field takes `params.limit`. */
  | 'value_too_long'
  /** The text does not have the format of the field's attribute: `params.format`. */
  | 'value_format_invalid'
  /** `params.count` values, or the field given twice, where `params.limit` is allowed. */
  | 'too_many_values'
  /** An empty text: omit the field, or give an empty list to clear it. */
  | 'empty_value'
  /** No available font has `params.character`. */
  | 'text_not_drawable';

/** Values for messages: field name, limit, option. Never the text to be written. */
export type FormErrorParams = Readonly<Record<string, string | number>> & { readonly field: string };

/** The error for values that cannot be written. Its message names the field. */
export class FormError extends Error {
  readonly code: FormErrorCode;
  readonly params: FormErrorParams;

  constructor(code: FormErrorCode, message: string, params: FormErrorParams, cause?: unknown) {
    super(`Field "${params.field}": ${message}`, cause === undefined ? undefined : { cause });
    this.name = 'FormError';
    this.code = code;
    this.params = params;
  }
}
