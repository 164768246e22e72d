/** Options of one field. Lists of all municipalities or occupations have some thousands. */
export const MAX_OPTIONS = 20_000;

/** Bytes of a value stored as a stream, decoded. A million characters are 400 printed pages. */
export const MAX_VALUE_BYTES = 4 * 1024 * 1024;

/** Pages up to which every page is searched for widgets that the form does not list: some milliseconds. */
export const MAX_PAGES_WALKED = 100;
