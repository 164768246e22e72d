export { WebError, type WebErrorCode } from './errors.ts';
export { renderSigningPage, webDistDir } from './signing-shell.ts';
