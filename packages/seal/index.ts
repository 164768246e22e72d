export { buildCms, type StampSignature } from './cms/build-cms.ts';
export {
  RemoteKeyError,
  SEAL_ERROR_CODES,
  SealError,
  type SealErrorCode,
  type SealErrorParams,
} from './errors.ts';
export { appendEvidence } from './evidence/append-evidence.ts';
export type { EvidenceReport, EvidenceRow, EvidenceSection } from './evidence/evidence-report.ts';
export { PADES_LEVELS, type PadesLevel } from './levels.ts';
export { sendOverHttp } from './network/send-over-http.ts';
export {
  type NetworkAnswer,
  type NetworkRequest,
  RecentlyFailed,
  type SendRequest,
  TimedOut,
} from './network/send-request.ts';
export type { BoxRequest, NewPageHeading, PlacedBox } from './placement/box.ts';
export { BOX_SIZES, type BoxType, MAX_SCALE, MIN_SCALE } from './placement/box-size.ts';
export { checkBoxes } from './placement/check-boxes.ts';
export type { BoxWarning, FieldRect } from './placement/find-overlaps.ts';
export { type PlacementOptions, placeSignatureBoxes } from './placement/place-signature-boxes.ts';
export { completeSeal, type SealedPdf } from './sign/complete-seal.ts';
export type { PadesOptions, SealReport, ServerFailure } from './sign/pades-options.ts';
export { type PreparedSeal, prepareSeal, rehearseSeal } from './sign/prepare-seal.ts';
export type { SealStatement } from './sign/seal-field.ts';
export { measureCms, type SealOptions, type SealResult, sealPdf } from './sign/seal-pdf.ts';
export {
  SIGNATURE_PROBLEMS,
  type SignatureProblem,
  type SignatureProblemCode,
  type SignatureProblemParams,
} from './signature-problem.ts';
export {
  createDevelopmentSigner,
  DEVELOPMENT_SUBJECT,
  type DevelopmentKey,
  type DevelopmentSigner,
  type DevelopmentSignerOptions,
} from './signers/development-signer.ts';
export { loadP12Signer } from './signers/p12-signer.ts';
export { loadPemSigner } from './signers/pem-signer.ts';
export type { CscAddress } from './signers/remote/csc-key.ts';
export { type OpenedCscSigner, openCscSigner } from './signers/remote/open-csc-signer.ts';
export type {
  DigestToSign,
  RemoteKey,
  SignerFailure,
  SignerFaultReason,
} from './signers/remote/remote-key.ts';
export { createRemoteSigner, type RemoteSignerOptions } from './signers/remote/remote-signer.ts';
export type { DigestName, SignatureAlgorithm } from './signers/signature-algorithm.ts';
export type { Signer } from './signers/signer.ts';
export { readValidity, type Validity } from './signers/validity.ts';
export { prepareInk } from './stamp/prepare-ink.ts';
export { type ReencodedImage, reencodeImage } from './stamp/reencode-image.ts';
export { SIGNATURE_FONTS, type SignatureFont } from './stamp/signature-font-names.ts';
export type { IdentityStamp, InkStamp, ScanStamp, Stamp } from './stamp/stamp.ts';
export { stampBoxes } from './stamp/stamp-boxes.ts';
export type { ActiveKind } from './strip/active/action-rules.ts';
export type { ActiveContentOptions } from './strip/active/cleaning-job.ts';
export type { ContentLocation, RemovedContent } from './strip/active/removals.ts';
export { type ActiveContentReport, stripActiveContent } from './strip/active/strip-active-content.ts';
export type { RemovedSignature } from './strip/removed-signature.ts';
export { type StripReport, strip } from './strip/strip.ts';
export { type SignatureStripReport, stripSignatures } from './strip/strip-signatures.ts';
export type { AuthorityFailure } from './timestamp/obtain-timestamp.ts';
export { type PassOverOptions, passOverFailing } from './timestamp/pass-over-failing.ts';
export type {
  TimestampAuthority,
  TimestampFault,
  TimestampFaultReason,
} from './timestamp/timestamp-authority.ts';
export {
  cacheValidationData,
  type ValidationCacheOptions,
} from './validation-data/cache-validation-data.ts';
export type { ValidationFailure, ValidationFaultReason } from './validation-data/validation-fault.ts';
export {
  CHANGE_KINDS,
  type ChangeKind,
  LATER_CHANGES,
  type LaterChange,
  type LaterChangeCode,
} from './verify/changes/later-change.ts';
export type { FileState } from './verify/file-state.ts';
export type {
  CertificateFacts,
  SignatureReport,
  StatedDigest,
  StatedTime,
} from './verify/signature-report.ts';
export { type VerificationReport, verifyFile, verifySignatures } from './verify/verify-signatures.ts';
