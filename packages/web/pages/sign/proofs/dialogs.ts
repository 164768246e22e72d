import type { ProofKind } from '@countersign/signing';
import type { ProofDialogModule } from './proof-dialog.ts';

export const PROOF_DIALOGS: Readonly<Record<ProofKind, () => Promise<ProofDialogModule>>> = {
  attachment: () => import('./attachment-dialog.tsx'),
  face_liveness: () => import('./face-dialog.tsx'),
  id_scan: () => import('./id-scan-dialog.tsx'),
  email_code: () => import('./code-dialog.tsx'),
  payment: () => import('./payment-dialog.tsx'),
  electronic_id: () => import('./electronic-id-dialog.tsx'),
  company: () => import('./company-dialog.tsx'),
  sms_code: () => import('./code-dialog.tsx'),
};
