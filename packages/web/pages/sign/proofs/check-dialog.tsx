import type { CheckView, SigningView } from '@countersign/signing';
import { useMemo } from 'preact/hooks';
import { labelOf } from '../../document/field-options.ts';
import { lazy } from '../../parts/lazy.ts';
import type { FieldValues } from '../fields/field-values.ts';
import { LazyDialog } from '../parts/lazy-dialog.tsx';
import type { ProviderReturn } from '../session/provider-return.ts';
import { useText } from '../text/text-context.ts';
import { checkName } from './check-name.ts';
import { PROOF_DIALOGS } from './dialogs.ts';
import type { ProofClient } from './proof-client.ts';

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

/** Loaded when it is opened. */
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
