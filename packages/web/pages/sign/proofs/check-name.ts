import type { PageText } from '@countersign/i18n';
import type { CheckView } from '@countersign/signing';

/** Without a field, on the guide's button. */
export function checkName({ kind }: Pick<CheckView, 'kind'>, text: PageText): string {
  if (kind === 'payment') return text('checkPayment');
  return text(kind === 'face_liveness' ? 'checkFace' : 'proveIdentity');
}
