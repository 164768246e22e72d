import type { CheckView, ProofKind, SigningView } from '@countersign/signing';
import { useMemo } from 'preact/hooks';
import { labelOf } from '../../document/reading-order.ts';
import { lazy } from '../../parts/hooks.ts';
import type { FieldValues } from '../fields/field-values.ts';
import { LazyDialog, useText } from '../parts.tsx';
import type { ProviderReturn } from '../session/provider-return.ts';
import type { ProofClient } from './proof-client.ts';
import { checkName, type ProofDialogModule } from './proof-frame.tsx';

const PROOF_DIALOGS: Readonly<Record<ProofKind, () => Promise<ProofDialogModule>>> = {
  attachment: () => import('./attachment-dialog.tsx'),
  face_liveness: () => import('./face-dialog.tsx'),
  id_scan: () => import('./id-scan-dialog.tsx'),
  email_code: () => import('./code-dialog.tsx'),
  payment: () => import('./payment-dialog.tsx'),
  electronic_id: () => import('./electronic-id-dialog.tsx'),
  company: () => import('./company-dialog.tsx'),
  sms_code: () => import('./code-dialog.tsx'),
};

interface CheckDialogProps {
  readonly view: SigningView;
  readonly values: FieldValues;
  readonly check: CheckView;
  readonly returned: ProviderReturn | null;
  readonly loadClient: () => Promise<ProofClient>;
  readonly onChanged: () => Promise<void>;
  readonly onStale: () => void;
  readonly onClose: () => void;
}

/** The dialog of the kind is loaded when it is opened. */
export function CheckDialog(props: CheckDialogProps) {
  const { view, values, check, returned, loadClient, onChanged, onStale, onClose } = props;
  const text = useText();
  const { kind } = check;
  const content = useMemo(
    () => lazy(async () => ({ ...(await PROOF_DIALOGS[kind]()), client: await loadClient() })),
    [kind],
  );
  const field = view.fields.find(({ name }) => name === check.field);
  const label = field === undefined ? '' : labelOf(field);
  return (
    <LazyDialog
      key={kind}
      title={label === '' ? checkName(check, text) : label}
      content={content}
      onClose={onClose}
    >
      {({ ProofDialog, client }) => (
        <ProofDialog {...{ view, values, check, label, returned, client, onChanged, onStale, onClose }} />
      )}
    </LazyDialog>
  );
}
