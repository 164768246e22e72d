import type { PageText } from '@countersign/i18n';
import type { ProofText } from '@countersign/i18n/proof-text';
import type { CheckView, ProofKind, ProofView, SigningView } from '@countersign/signing';
import type { ComponentChildren, ComponentType } from 'preact';
import { Dialog } from '../../parts/dialog.tsx';
import type { FieldValues } from '../fields/field-values.ts';
import type { ProviderReturn } from '../session/provider-return.ts';
import type { ProofClient } from './proof-client.ts';

/** The guide's button names a check without a field. */
export function checkName({ kind }: Pick<CheckView, 'kind'>, text: PageText): string {
  if (kind === 'payment') return text('checkPayment');
  return text(kind === 'face_liveness' ? 'checkFace' : 'proveIdentity');
}

export interface ProofDialogProps {
  readonly view: SigningView;
  readonly values: FieldValues;
  readonly check: CheckView;
  /** The label is empty for a check of the signature method. */
  readonly label: string;
  /** The browser has come back from the provider with this. */
  readonly returned: ProviderReturn | null;
  readonly client: ProofClient;
  /** Is called when a proof succeeded, or was taken back. */
  readonly onChanged: () => Promise<void>;
  /** Loads the page again. */
  readonly onStale: () => void;
  readonly onClose: () => void;
}

/** The module is loaded when the dialog is opened. */
export interface ProofDialogModule {
  readonly ProofDialog: ComponentType<ProofDialogProps>;
}

/** Returns the proof that was begun before the dialog was opened. */
export function findPending({ proofs }: CheckView): ProofView | null {
  return proofs.find(({ status }) => status === 'pending') ?? null;
}

interface ProofFrameProps {
  readonly text: ProofText;
  readonly title: string;
  /** The button goes on. The content may have one instead. */
  readonly action?: ComponentChildren | undefined;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** The dialog can be cancelled. */
export function ProofFrame({ text, title, action, onClose, children }: ProofFrameProps) {
  const footer = (
    <>
      <button type="button" class="button" onClick={onClose}>
        {text('cancel')}
      </button>
      {action}
    </>
  );
  return (
    <Dialog title={title} shape="window" onClose={onClose} footer={footer}>
      {children}
    </Dialog>
  );
}

/** These proofs are by e-ID. */
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
