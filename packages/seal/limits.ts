/** Time limit of one request. Authorities usually respond within a second. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** Time for which an authority that failed is tried last: five minutes. */
export const PASSED_OVER_MS = 5 * 60 * 1000;
/** Time limit of all requests of one seal: half the time limit of a task. */
export const REQUESTS_BUDGET_MS = 30_000;
/** Time after which no further remote key is tried for one seal. */
export const SIGNER_BUDGET_MS = 20_000;
/** Response of a remote signer. A chain of four certificates has about 10 KB. */
export const MAX_SIGNER_RESPONSE_BYTES = 256 * 1024;
export const MAX_REDIRECTS = 3;
/** Response of a timestamp authority. Tokens with chains have 3 to 8 KB. */
export const MAX_TIMESTAMP_BYTES = 64 * 1024;
/** Accepted difference between the clocks of an authority and this machine. */
export const MAX_CLOCK_DIFFERENCE_MS = 60 * 60 * 1000;
/** OCSP response. Usually 0.5 to 3 KB. */
export const MAX_OCSP_BYTES = 64 * 1024;
/** CRL, which goes into the file. Large authorities split theirs below 10 MB. */
export const MAX_CRL_BYTES = 10 * 1024 * 1024;
export const MAX_CERTIFICATE_BYTES = 64 * 1024;
/** Signed revisions compared per file; each visits all cross-reference entries. Contracts have about ten. */
export const MAX_COMPARED_REVISIONS = 64;
/** Their entries, added up. A compressed table of 40 KB states eight million: two such revisions are compared. */
export const MAX_COMPARED_ENTRIES = 20_000_000;
/** Certificates examined per seal. Chains have two to four. */
export const MAX_CERTIFICATES = 30;
/** Maximum age of a cached OCSP response or CRL: twelve hours. */
export const MAX_CACHED_MS = 12 * 60 * 60 * 1000;
export const MAX_CACHED_RESPONSES = 100;
/** Size of the cache: three of the largest CRLs. */
export const MAX_CACHED_BYTES = 3 * MAX_CRL_BYTES;
