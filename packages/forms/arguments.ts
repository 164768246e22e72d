/** See `@countersign/pdf/arguments`. */
import {
  boolean,
  either,
  exactly,
  integer,
  listOf,
  oneOf,
  openFile,
  optional,
  shape,
  text,
} from '@countersign/pdf/arguments';

const values = listOf(shape({ name: text, value: either(text, boolean, listOf(text)) }));
const reading = exactly({ everyPage: optional(boolean) });

export const FILE = { file: openFile };
export const READING = { file: openFile, reading };
const options = exactly({ filledBy: optional(oneOf('api', 'signee', 'service')) });
export const VALUES = { file: openFile, values, options };
export const PREFILL = { file: openFile, values, mode: oneOf('keepOriginal', 'filled', 'all'), options };
export const PAGES = { file: openFile, pages: listOf(integer) };
