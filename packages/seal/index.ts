export { SEAL_ERROR_CODES, SealError, type SealErrorCode, type SealErrorParams } from './errors.ts';
export {
  createDevelopmentSigner,
  DEVELOPMENT_SUBJECT,
  type DevelopmentKey,
  type DevelopmentSigner,
  type DevelopmentSignerOptions,
} from './signers/development-signer.ts';
export { loadP12Signer } from './signers/p12-signer.ts';
export { loadPemSigner } from './signers/pem-signer.ts';
export type { Signer } from './signers/signer.ts';
