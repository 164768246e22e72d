/** Seconds: short, because an upgrade may change the metadata. */
export const METADATA_CACHING = 'public, max-age=300';
