import type { ProofKind } from '@countersign/signing';
import type { ProofDialogProps } from './proof-dialog.ts';

/** By e-ID. */
const IDENTIFIED: readonly ProofKind[] = ['electronic_id', 'company'];

/** Takes back what was proved by e-ID, so that another person may do all of it. */
export async function startOver({
  view,
  client,
  onChanged,
  onClose,
}: Pick<ProofDialogProps, 'view' | 'client' | 'onChanged' | 'onClose'>): Promise<void> {
  const proofs = view.checks
    .filter(({ kind }) => IDENTIFIED.includes(kind))
    .flatMap((check) => check.proofs)
    .filter(({ status }) => status === 'succeeded');
  for (const { proofId } of proofs) await client.cancel(proofId).catch(() => undefined);
  await onChanged();
  onClose();
}
