/** PAdES baseline levels (ETSI EN 319 142-1 6), each including the previous one. */
export const PADES_LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;

export type PadesLevel = (typeof PADES_LEVELS)[number];

/** Returns true if a level is the asked one or includes it. */
export function reaches(level: PadesLevel, asked: PadesLevel): boolean {
  return PADES_LEVELS.indexOf(level) >= PADES_LEVELS.indexOf(asked);
}

/** Authorities usually respond within a second. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** An authority that failed is tried last for this time. */
export const PASSED_OVER_MS = 5 * 60 * 1000;
/** The requests of a seal may take half the time limit of a task. */
export const REQUESTS_BUDGET_MS = 30_000;
/** Then no further remote key is tried for one seal. */
export const SIGNER_BUDGET_MS = 20_000;
/** A chain of four certificates has about 10 KB. */
export const MAX_SIGNER_RESPONSE_BYTES = 256 * 1024;
export const MAX_REDIRECTS = 3;
/** Tokens with chains have 3 to 8 KB. */
export const MAX_TIMESTAMP_BYTES = 64 * 1024;
/** The clocks of an authority and of this machine may differ by this time. */
export const MAX_CLOCK_DIFFERENCE_MS = 60 * 60 * 1000;
/** OCSP responses usually have 0.5 to 3 KB. */
export const MAX_OCSP_BYTES = 64 * 1024;
/** The CRL goes into the file. Large authorities split theirs below 10 MB. */
export const MAX_CRL_BYTES = 10 * 1024 * 1024;
export const MAX_CERTIFICATE_BYTES = 64 * 1024;
/** Each comparison visits all cross-reference entries. Contracts have about ten revisions. */
export const MAX_COMPARED_REVISIONS = 64;
/**
 * The entries of all compared revisions are added up. A compressed table of 40 KB states eight million: two
 * such revisions are compared.
 */
export const MAX_COMPARED_ENTRIES = 20_000_000;
/** The limit of one seal. Chains have two to four. */
export const MAX_CERTIFICATES = 30;
/** An OCSP response or CRL is cached for this time at most. */
export const MAX_CACHED_MS = 12 * 60 * 60 * 1000;
export const MAX_CACHED_RESPONSES = 100;
/** The cache holds three of the largest CRLs. */
export const MAX_CACHED_BYTES = 3 * MAX_CRL_BYTES;
