export { buildCms } from './cms/build-cms.ts';
export { SEAL_ERROR_CODES, SealError, type SealErrorCode, type SealErrorParams } from './errors.ts';
export type { BoxRequest, PlacedBox } from './placement/box.ts';
export { BOX_SIZES, type BoxType, MAX_SCALE, MIN_SCALE } from './placement/box-size.ts';
export { checkBoxes } from './placement/check-boxes.ts';
export { drawBoxOutlines } from './placement/draw-box-outlines.ts';
export type { BoxWarning, FieldRect } from './placement/find-overlaps.ts';
export { placeSignatureBoxes } from './placement/place-signature-boxes.ts';
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
export { prepareInk } from './stamp/prepare-ink.ts';
export { type InkStamp, stampInk } from './stamp/stamp-ink.ts';
export { type RemovedSignature, type StripReport, stripSignatures } from './strip/strip-signatures.ts';
export type { SignatureReport } from './verify/signature-report.ts';
export { verifySignatures } from './verify/verify-signatures.ts';
