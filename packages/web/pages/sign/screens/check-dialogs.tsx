import type { CheckView } from '@countersign/signing';
import { usePageLanguage } from '../../parts/language.ts';
import type { Dispatch } from '../finish/dispatch.ts';
import { isSigningCheck } from '../finish/guide-steps.ts';
import type { SigningState } from '../finish/signing-state.ts';
import { LazyDialog } from '../parts/lazy-dialog.tsx';
import { useText } from '../text/text-context.ts';
import { DIALOGS } from './dialogs.ts';
import type { SigningPlace } from './use-signing.ts';

interface CheckDialogsProps {
  readonly place: SigningPlace;
  readonly state: SigningState;
  readonly dispatch: Dispatch;
  /** A check that is not the act of signing succeeded. */
  readonly onChanged: () => Promise<void>;
  readonly onSigned: () => Promise<void>;
  readonly onClose: () => void;
}

type CheckDialogState = Extract<SigningState['dialog'], { readonly kind: 'check' }>;

/** Those of a signature method have no field. */
function isCheckOf({ field, kind }: CheckView, { field: open, proof }: CheckDialogState): boolean {
  return field === open && (proof === undefined || proof === kind);
}

/** Of the check that is open, or of one that has come back to another browser. */
export function CheckDialogs({ place, state, dispatch, onChanged, onSigned, onClose }: CheckDialogsProps) {
  const text = useText();
  const { language } = usePageLanguage();
  const { view, client, onStale } = place;
  const { dialog } = state;
  const close = (): void => dispatch({ type: 'close' });
  if (dialog.kind === 'lost_return') {
    return (
      <LazyDialog title={text('proveIdentity')} content={DIALOGS.lostReturn} onClose={close}>
        {(LostReturnDialog) => <LostReturnDialog language={language} onClose={close} />}
      </LazyDialog>
    );
  }
  const check = dialog.kind === 'check' && view.checks.find((one) => isCheckOf(one, dialog));
  if (!check) return null;
  return (
    <LazyDialog title={text('checkStart')} content={DIALOGS.check} onClose={close}>
      {(CheckDialog) => (
        <CheckDialog
          view={view}
          values={state.values}
          check={check}
          returned={dialog.returned ?? null}
          loadClient={() => client.loadProofs(language, onStale)}
          onStale={onStale}
          onChanged={isSigningCheck(check) ? onSigned : onChanged}
          onClose={onClose}
        />
      )}
    </LazyDialog>
  );
}
