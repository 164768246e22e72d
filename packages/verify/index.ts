export {
  CHANGE_KINDS,
  type ChangeKind,
  LATER_CHANGES,
  type LaterChange,
  type LaterChangeCode,
} from './changes/later-change.ts';
export type { CertificateFacts, SignatureReport, StatedDigest, StatedTime } from './signature-report.ts';
export {
  type FileState,
  type VerificationReport,
  verifyFile,
  verifySignatures,
} from './verify-signatures.ts';
