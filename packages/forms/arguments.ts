/** See `@countersign/pdf/arguments`. */
import {
  boolean,
  either,
  integer,
  listOf,
  oneOf,
  openFile,
  optional,
  shape,
  text,
} from '@countersign/pdf/arguments';

const values = listOf(shape({ name: text, value: either(text, boolean, listOf(text)) }));
const reading = shape({ everyPage: optional(boolean) });

export const FILE = { file: openFile };
export const READING = { file: openFile, reading };
export const VALUES = { file: openFile, values };
export const PREFILL = { file: openFile, values, mode: oneOf('keepOriginal', 'filled', 'all') };
export const PAGES = { file: openFile, pages: listOf(integer) };
