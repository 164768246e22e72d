export { buildCms } from './cms/build-cms.ts';
export { SEAL_ERROR_CODES, SealError, type SealErrorCode, type SealErrorParams } from './errors.ts';
export { completeSeal, type SealedPdf } from './sign/complete-seal.ts';
export { type PreparedSeal, prepareSeal } from './sign/prepare-seal.ts';
export type { SealStatement } from './sign/seal-field.ts';
export { measureCms, type SealOptions, sealPdf } from './sign/seal-pdf.ts';
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
export type { SignatureReport } from './verify/signature-report.ts';
export { verifySignatures } from './verify/verify-signatures.ts';
