import type { PageText } from '@countersign/i18n';
import type { CheckView } from '@countersign/signing';

/** Without a field, on the guide's button. */
export function checkName({ kind }: Pick<CheckView, 'kind'>, text: PageText): string {
  return text(kind === 'payment' ? 'checkPayment' : 'proveIdentity');
}
