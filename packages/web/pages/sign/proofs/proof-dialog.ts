import type { CheckView, ProofView, SigningView } from '@countersign/signing';
import type { ComponentType } from 'preact';
import type { FieldValues } from '../fields/field-values.ts';
import type { ProviderReturn } from '../session/provider-return.ts';
import type { ProofClient } from './proof-client.ts';

export interface ProofDialogProps {
  readonly view: SigningView;
  readonly values: FieldValues;
  readonly check: CheckView;
  /** Empty for a check of the signature method. */
  readonly label: string;
  /** From the provider. */
  readonly returned: ProviderReturn | null;
  readonly client: ProofClient;
  /** A proof succeeded, or was taken back. */
  readonly onChanged: () => Promise<void>;
  /** Loads the page again. */
  readonly onStale: () => void;
  readonly onClose: () => void;
}

/** Loaded when it is opened. */
export interface ProofDialogModule {
  readonly ProofDialog: ComponentType<ProofDialogProps>;
}

/** Begun before the dialog was opened. */
export function findPending({ proofs }: CheckView): ProofView | null {
  return proofs.find(({ status }) => status === 'pending') ?? null;
}
