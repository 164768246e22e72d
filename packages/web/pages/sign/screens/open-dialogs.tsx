import type { SigningView } from '@countersign/signing';
import { FieldSheet } from '../fields/field-sheet.tsx';
import { offerFor } from '../fields/field-values.ts';
import type { Dispatch } from '../finish/dispatch.ts';
import type { SigningState } from '../finish/signing-state.ts';
import { OWN_BOX_ID } from '../ink/signature-boxes.tsx';
import { LazyDialog } from '../parts/lazy-dialog.tsx';
import { scrollToElement } from '../parts/scroll-to-element.ts';
import { useText } from '../text/text-context.ts';
import { DIALOGS } from './dialogs.ts';

interface OpenDialogsProps {
  readonly view: SigningView;
  readonly state: SigningState;
  readonly dispatch: Dispatch;
  readonly onSign: () => void;
}

export function OpenDialogs({ view, state, dispatch, onSign }: OpenDialogsProps) {
  const text = useText();
  const { dialog } = state;
  const close = (): void => dispatch({ type: 'close' });
  if (dialog.kind === 'ink') {
    return (
      <LazyDialog title={text('inkTitle')} content={DIALOGS.ink} onClose={close}>
        {(InkDialog) => (
          <InkDialog
            draft={state.inkDraft}
            onDraft={(draft) => dispatch({ type: 'keep_ink_draft', draft })}
            onUse={(ink) => {
              dispatch({ type: 'use_ink', ink });
              // The phone may have been rotated.
              scrollToElement(OWN_BOX_ID, 'center');
            }}
            onClose={close}
          />
        )}
      </LazyDialog>
    );
  }
  if (dialog.kind === 'review' && (state.ink !== null || !view.hasInk)) {
    const ink = view.hasInk ? state.ink : null;
    return (
      <LazyDialog title={text('reviewTitle')} content={DIALOGS.review} onClose={close}>
        {(ReviewDialog) => (
          <ReviewDialog view={view} state={state} ink={ink} dispatch={dispatch} onSign={onSign} />
        )}
      </LazyDialog>
    );
  }
  const field = dialog.kind === 'field' && view.fields.find(({ name }) => name === dialog.name);
  if (!field) return null;
  const offer = offerFor(view.offers, field);
  return <FieldSheet fields={view.fields} field={field} offer={offer} state={state} dispatch={dispatch} />;
}
