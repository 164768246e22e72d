/** The shapes of arguments are described in `@countersign/pdf/arguments`. */
import {
  boolean,
  either,
  exactly,
  integer,
  listOf,
  matching,
  oneOf,
  openFile,
  optional,
  pathOrBytes,
  shape,
  text,
} from '@countersign/pdf/arguments';

const share = matching('a number from 0 to 1', (value) => isNumberTo(1, value));
/** Larger text belongs to no page. */
const MAX_FONT_SIZE = 1000;

/** The checks of what new fields and values have in common. */
export const LOOK = {
  fontSize: optional(
    matching(`a number from 0 to ${MAX_FONT_SIZE}`, (value) => isNumberTo(MAX_FONT_SIZE, value)),
  ),
  alignment: optional(oneOf('left', 'center', 'right')),
  color: optional(shape({ 0: share, 1: share, 2: share, length: oneOf(3) })),
};

export function isNumberTo(limit: number, value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= limit;
}

const values = listOf(
  shape({ ...LOOK, name: text, value: either(text, boolean, listOf(text)), font: optional(pathOrBytes) }),
);
const reading = exactly({ everyPage: optional(boolean) });

export const FILE = { file: openFile };
export const READING = { file: openFile, reading };
const options = exactly({ filledBy: optional(oneOf('api', 'signee', 'service')) });
export const VALUES = { file: openFile, values, options };
export const PREFILL = { file: openFile, values, mode: oneOf('keepOriginal', 'filled', 'all'), options };
export const FLATTEN = { file: openFile, options: exactly({ names: optional(listOf(text)) }) };
export const PAGES = { file: openFile, pages: listOf(integer) };

/** Why a value cannot be written, or a field not be made. Every code has `params.field`, the name as given. */
export type FormErrorCode =
  /** `params.nearest`, if there are fields: the name most like it, for the first ten names of a request. */
  | 'unknown_field'
  /** The service or the signee fills the field, by an attribute of its name. */
  | 'field_not_editable'
  /** `params.option`; `params.options` lists the first ten that are offered, `params.more` counts the others. */
  | 'option_not_offered'
  /** `params.length` exceeds `params.limit`, in characters or, if `params.unit` says so, `lines`: /MaxLen, or what the field can show at 4 points. An option's label has no limit. */
  | 'value_too_long'
  /** An attribute requires `params.format`. */
  | 'value_format_invalid'
  /** `params.count` exceeds `params.limit`, the room of a list box or 1. */
  | 'too_many_values'
  /** Omit the field, or give an empty list to clear it. */
  | 'empty_value'
  /** `params.character`: no font has it, or it overrides the direction of the text. */
  | 'text_not_drawable'
  /** Of a new field: `params.taken` is the name that the form has, its own or that of a field above. */
  | 'field_name_taken'
  /** A part of the name of a new field is empty. */
  | 'field_name_invalid'
  /** Of a new field: `params.page`, `width` and `height` of the page, `x`, `y`, `boxWidth` and `boxHeight`. */
  | 'box_outside_page'
  /** A new field is on a page that does not exist: `params.page` of `params.pages`. */
  | 'page_out_of_range';

/** Values for messages: field name, limit, option. Never the text to be written. */
export type FormErrorParams = Readonly<Record<string, string | number>> & { readonly field: string };

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
