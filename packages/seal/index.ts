export { buildCms, type StampSignature } from './cms/build-cms.ts';
export {
  RemoteKeyError,
  SEAL_ERROR_CODES,
  SealError,
  type SealErrorCode,
  type SealErrorParams,
  type SignerFaultReason,
} from './errors.ts';
export { appendEvidence } from './evidence/append-evidence.ts';
export type {
  EvidenceInk,
  EvidencePerson,
  EvidenceReport,
  EvidenceRow,
  EvidenceSection,
} from './evidence/report.ts';
export {
  BOX_SIZES,
  BOX_TYPES,
  type BoxType,
  MAX_SCALE,
  MIN_SCALE,
  SIGNATURE_FONTS,
  type SignatureFont,
} from './layout.ts';
export { PADES_LEVELS, type PadesLevel } from './limits.ts';
export {
  type NetworkAnswer,
  type NetworkRequest,
  RecentlyFailed,
  type SendRequest,
  sendOverHttp,
  TimedOut,
} from './network.ts';
export {
  type BoxRequest,
  type BoxWarning,
  checkBoxes,
  type FieldRect,
  findOverlaps,
  type NewPageHeading,
  type PlacedBox,
} from './placement/check-boxes.ts';
export { type PlacementOptions, placeSignatureBoxes } from './placement/place-boxes.ts';
export type { PadesOptions, SealReport, ServerFailure } from './sign/augment-seal.ts';
export {
  completeSeal,
  type PreparedSeal,
  prepareSeal,
  rehearseSeal,
  type SealedPdf,
} from './sign/prepare-seal.ts';
export type { SealAppearance, SealStatement } from './sign/seal-field.ts';
export { measureCms, type SealOptions, type SealResult, sealPdf } from './sign/seal-pdf.ts';
export {
  SIGNATURE_PROBLEMS,
  type SignatureProblem,
  type SignatureProblemCode,
  type SignatureProblemParams,
} from './signature-problem.ts';
export { type CscAddress, type OpenedCscSigner, openCscSigner } from './signers/csc-signer.ts';
export {
  createDevelopmentSigner,
  DEVELOPMENT_SUBJECT,
  type DevelopmentKey,
  type DevelopmentSigner,
  type DevelopmentSignerOptions,
} from './signers/development-signer.ts';
export { loadP12Signer } from './signers/p12-signer.ts';
export { loadPemSigner } from './signers/pem-signer.ts';
export { createRemoteSigner, type RemoteSignerOptions } from './signers/remote-signer.ts';
export type { DigestName, SignatureAlgorithm } from './signers/signature-algorithm.ts';
export type { DigestToSign, RemoteKey, Signer, SignerFailure } from './signers/signer.ts';
export { readValidity, type Validity } from './signers/validity.ts';
export { type ReencodedImage, reencodeImage } from './stamp/images.ts';
export { prepareInk } from './stamp/ink.ts';
export type { IdentityStamp, InkStamp, ScanStamp, Stamp } from './stamp/stamp.ts';
export { stampBoxes } from './stamp/stamp-boxes.ts';
export type { ActiveKind } from './strip/actions.ts';
export type { ActiveContentOptions, ContentLocation, RemovedContent } from './strip/cleaning-job.ts';
export { type ActiveContentReport, type StripReport, strip, stripActiveContent } from './strip/strip.ts';
export {
  type RemovedSignature,
  type SignatureStripReport,
  stripSignatures,
} from './strip/strip-signatures.ts';
export type { AuthorityFailure } from './timestamp/obtain-timestamp.ts';
export type {
  TimestampAuthority,
  TimestampFault,
  TimestampFaultReason,
} from './timestamp/timestamp-authority.ts';
export { type PassOverOptions, passOverFailing } from './timestamp/timestamper.ts';
export { cacheValidationData, type ValidationCacheOptions } from './validation-data/cache-validation-data.ts';
export type { ValidationFailure, ValidationFaultReason } from './validation-data/responses.ts';
