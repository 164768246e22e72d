export { WebError, type WebErrorCode } from './errors.ts';
export {
  renderApplicationPage,
  renderEntryPage,
  renderSigningPage,
  renderVerificationPage,
  webDistDir,
} from './page-shell.ts';
