import type { CheckView, ProofView, SigningView } from '@countersign/signing';
import type { ComponentType } from 'preact';
import type { FieldValues } from '../fields/field-values.ts';
import type { ProviderReturn } from '../session/provider-return.ts';
import type { ProofClient } from './proof-client.ts';

export interface ProofDialogProps {
  readonly view: SigningView;
  /** What the signee has entered. */
  readonly values: FieldValues;
  readonly check: CheckView;
  /** The label of the field; empty for a check that the signature method needs. */
  readonly label: string;
  /** What the signee came back with from the provider. */
  readonly returned: ProviderReturn | null;
  readonly client: ProofClient;
  /** Loads the session again: a proof succeeded, or was taken back. */
  readonly onChanged: () => Promise<void>;
  /** Loads the page again. */
  readonly onStale: () => void;
  readonly onClose: () => void;
}

/** A module with the dialog of one kind of proof, loaded when it is opened. */
export interface ProofDialogModule {
  readonly ProofDialog: ComponentType<ProofDialogProps>;
}

/** Returns the proof that was begun before the dialog was opened. */
export function findPending({ proofs }: CheckView): ProofView | null {
  return proofs.find(({ status }) => status === 'pending') ?? null;
}
