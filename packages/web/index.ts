export { WebError, type WebErrorCode } from './errors.ts';
export {
  renderApplicationPage,
  renderEntryPage,
  renderPhonePage,
  renderSigningPage,
  renderVerificationPage,
  webDistDir,
} from './page-shell.ts';
export { encodeQrCode } from './qr-modules.ts';
