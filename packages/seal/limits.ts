/** Milliseconds one request of a seal may take, from the first packet to the last byte. Authorities answer within one second. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** Milliseconds for which an authority that failed is asked after the others: five minutes. */
export const PASSED_OVER_MS = 5 * 60 * 1000;
/** Milliseconds that all requests of one seal may take together: half of what the toolkit gives a task. */
export const REQUESTS_BUDGET_MS = 30_000;
/** Milliseconds after which no further remote key is asked for the signature of one seal. */
export const SIGNER_BUDGET_MS = 20_000;
/** Bytes of a remote signer's answer. Chains of four certificates have about 10 KB. */
export const MAX_SIGNER_ANSWER_BYTES = 256 * 1024;
/** Redirects that are followed for one request. */
export const MAX_REDIRECTS = 3;
/** Bytes of an authority's answer. Tokens with their chains have 3 to 8 KB. */
export const MAX_TIMESTAMP_BYTES = 64 * 1024;
/** Milliseconds between an authority's time and ours at which one of the two must be wrong. */
export const MAX_CLOCK_DIFFERENCE_MS = 60 * 60 * 1000;
/** Bytes of an OCSP response. Real ones have 0.5 to 3 KB. */
export const MAX_OCSP_BYTES = 64 * 1024;
/** Bytes of a CRL, which goes into the file: authorities with millions of certificates split theirs below 10 MB. */
export const MAX_CRL_BYTES = 10 * 1024 * 1024;
/** Bytes of an issuer's certificate. */
export const MAX_CERTIFICATE_BYTES = 64 * 1024;
/** Signed revisions of one file that are compared with it; each costs a look at every cross-reference entry. Contracts have some ten. */
export const MAX_COMPARED_REVISIONS = 64;
/** Certificates of signer, timestamps and responders together that are looked into. Chains have two to four. */
export const MAX_CERTIFICATES = 30;
/** Milliseconds after which a remembered OCSP response or CRL is asked for anew, however long it says it lasts: twelve hours. */
export const MAX_CACHED_MS = 12 * 60 * 60 * 1000;
/** Remembered OCSP responses and CRLs: a service seals with one certificate and a few authorities. */
export const MAX_CACHED_ANSWERS = 100;
/** Bytes of all of them: three of the largest CRLs. */
export const MAX_CACHED_BYTES = 3 * MAX_CRL_BYTES;
