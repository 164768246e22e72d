/** Levels of the field tree. Government forms made by designers reach 10; a longer chain is an attack or an accident. */
export const MAX_FIELD_DEPTH = 100;

/** Fields and widgets of one file. The largest known forms have 20,000; at 20 microseconds each this is 4 seconds. */
export const MAX_FIELD_NODES = 200_000;

/** Options of one field. Lists of all municipalities or occupations have some thousands. */
export const MAX_OPTIONS = 20_000;

/** Bytes of a value stored as a stream, decoded. A million characters are 400 printed pages. */
export const MAX_VALUE_BYTES = 4 * 1024 * 1024;

/** Pages up to which every page is searched for widgets that the form does not list: some milliseconds. */
export const MOST_PAGES_WALKED = 100;
