import type { PageText } from '@countersign/i18n';
import type { CheckView } from '@countersign/signing';

/** The name of a check without a field, on the guide's button. */
export function checkName({ kind }: Pick<CheckView, 'kind'>, text: PageText): string {
  return text(kind === 'payment' ? 'checkPayment' : 'proveIdentity');
}
