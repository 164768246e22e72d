/** Of one field. Lists of municipalities or occupations have some thousands. */
export const MAX_OPTIONS = 20_000;

/** Stored as a stream. */
export const MAX_VALUE_BYTES = 4 * 1024 * 1024;

/** Up to here all pages are searched for unlisted fields: some milliseconds. */
export const MAX_PAGES_WALKED = 100;
