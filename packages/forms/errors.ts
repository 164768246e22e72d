/** Why a value cannot go into a form. Every code has `params.field`, the name as it was given. */
export type FormErrorCode =
  /** The form has no field of that name. */
  | 'unknown_field'
  /** The service or the signee fills the field (an attribute of its name says so); leave it out. */
  | 'field_not_editable'
  /** `params.option` is neither a value nor a label that the field offers. */
  | 'option_not_offered'
  /** The text has `params.length` characters and the field takes `params.limit`. */
  | 'value_too_long'
  /** The text is not what an attribute of the name asks for: `params.format`. */
  | 'value_format_invalid'
  /** `params.count` values, or the field given twice, where `params.limit` is allowed. */
  | 'too_many_values'
  /** An empty text: leave the field out, or give an empty list to clear it. */
  | 'empty_value'
  /** No available font has `params.character`. */
  | 'text_not_drawable';

/** Values for a sentence: field name, limit, option. Never the text that was to be written. */
export type FormErrorParams = Readonly<Record<string, string | number>> & { readonly field: string };

/** The only error that this package throws for a value that was foreseen to be wrong. Its message names the field. */
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
