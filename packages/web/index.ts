export { WebError, type WebErrorCode } from './errors.ts';
export { renderSigningPage, renderVerificationPage, webDistDir } from './page-shell.ts';
