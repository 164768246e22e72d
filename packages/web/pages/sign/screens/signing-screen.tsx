import type { SigningView } from '@countersign/signing';
import { useLayoutEffect, useReducer } from 'preact/hooks';
import { DocumentView } from '../document/document-view.tsx';
import { widgetElementId } from '../document/page-layers.ts';
import { FieldSheet } from '../fields/field-sheet.tsx';
import { collectValues, offerFor } from '../fields/field-values.ts';
import { DeclineDialog } from '../finish/decline-dialog.tsx';
import type { Dispatch } from '../finish/dispatch.ts';
import { GuideBar } from '../finish/guide-bar.tsx';
import { findNextStep, type GuideStep, listSteps } from '../finish/guide-steps.ts';
import { ReviewDialog } from '../finish/review-dialog.tsx';
import { type SigningState, startSigning, updateSigning } from '../finish/signing-state.ts';
import { inkBody } from '../ink/ink-choice.ts';
import { InkDialog } from '../ink/ink-dialog.tsx';
import { OWN_BOX_ID } from '../ink/signature-boxes.tsx';
import { scrollToElement } from '../parts/scroll-to-element.ts';
import { forgetInk, readInk, writeInk } from '../session/ink-keeping.ts';
import { isStaleSession, refusalMessage } from '../session/session-failure.ts';
import type { SigningClient } from '../session/signing-client.ts';
import { type DraftStorage, forgetDraft, readDraft, writeDraft } from '../session/value-draft.ts';
import { useText } from '../text/text-context.ts';
import { SigningHeader } from './signing-header.tsx';

interface SigningScreenProps {
  readonly view: SigningView;
  readonly client: SigningClient;
  readonly storage: DraftStorage | null;
  readonly onSession: (view: SigningView) => void;
  /** The document changed after the page was opened. */
  readonly onStale: () => void;
}

function startState({ view, storage }: SigningScreenProps): SigningState {
  return startSigning(view.fields, view.signee.fullName, readDraft(storage, view), readInk(storage, view));
}

/** Focuses the input, or opens its sheet on small screens. */
function goToField(name: string): void {
  const element = document.getElementById(widgetElementId(name));
  scrollToElement(widgetElementId(name), 'center');
  element?.focus({ preventScroll: true });
  if (element instanceof HTMLButtonElement) element.click();
}

function goToStep(step: GuideStep, dispatch: Dispatch): void {
  if (step.kind !== 'ink') {
    goToField(step.field.name);
    return;
  }
  scrollToElement(OWN_BOX_ID, 'center');
  document.getElementById(OWN_BOX_ID)?.focus({ preventScroll: true });
  dispatch({ type: 'open', dialog: { kind: 'ink' } });
}

/** The document with its inputs, the guide and the dialogs. */
export function SigningScreen(props: SigningScreenProps) {
  const { view, client, storage, onSession, onStale } = props;
  const [state, dispatch] = useReducer(updateSigning, props, startState);
  const text = useText();
  const documentUrl = client.documentUrl(view);
  const steps = listSteps(view, state.values, state.ink !== null);
  const next = findNextStep(steps, state.currentField);

  // A layout effect, so that a reload before the next frame loses nothing.
  useLayoutEffect(() => {
    writeDraft(storage, view, state.values);
  }, [storage, view, state.values]);
  useLayoutEffect(() => {
    writeInk(storage, view, { draft: state.inkDraft, ink: state.ink });
  }, [storage, view, state.inkDraft, state.ink]);

  const sign = async (): Promise<void> => {
    if (state.ink === null) return;
    dispatch({ type: 'send' });
    try {
      const values = collectValues(view.fields, state.values);
      const body = {
        ink: inkBody(state.ink),
        values,
        consent: true,
        consentText: view.consentText,
        ...(view.fileVersion === null ? {} : { fileVersion: view.fileVersion }),
        ...(view.signee.fullName === '' ? { fullName: state.fullName } : {}),
        errorLanguage: view.language,
      } as const;
      const signed = await client.sign(body);
      forgetDraft(storage, view);
      forgetInk(storage, view);
      onSession(signed);
    } catch (error) {
      if (isStaleSession(error)) onStale();
      else dispatch({ type: 'send_failed', message: refusalMessage(error) });
    }
  };

  const decline = async (reason: string): Promise<void> => {
    try {
      onSession(await client.decline({ reason, errorLanguage: view.language }));
    } catch (error) {
      if (!isStaleSession(error)) throw error;
      onStale();
      return;
    }
    forgetDraft(storage, view);
    forgetInk(storage, view);
  };

  return (
    <div class="signing">
      <SigningHeader view={view} documentUrl={documentUrl} />
      <main class="workspace">
        <DocumentView view={view} documentUrl={documentUrl} layers={{ state, dispatch }} onStale={onStale} />
        <p class="decline-row">
          <button
            type="button"
            class="link-button"
            onClick={() => dispatch({ type: 'open', dialog: { kind: 'decline' } })}
          >
            {text('decline')}
          </button>
        </p>
      </main>
      <GuideBar
        steps={steps}
        next={next}
        onStep={(step) => goToStep(step, dispatch)}
        onReview={() => dispatch({ type: 'open', dialog: { kind: 'review' } })}
      />
      <OpenDialogs view={view} state={state} dispatch={dispatch} onSign={sign} />
      {state.dialog.kind === 'decline' && (
        <DeclineDialog view={view} onDecline={decline} onClose={() => dispatch({ type: 'close' })} />
      )}
    </div>
  );
}

interface OpenDialogsProps {
  readonly view: SigningView;
  readonly state: SigningState;
  readonly dispatch: Dispatch;
  readonly onSign: () => void;
}

function OpenDialogs({ view, state, dispatch, onSign }: OpenDialogsProps) {
  const { dialog } = state;
  if (dialog.kind === 'ink') {
    return (
      <InkDialog
        draft={state.inkDraft}
        onDraft={(draft) => dispatch({ type: 'keep_ink_draft', draft })}
        onUse={(ink) => {
          dispatch({ type: 'use_ink', ink });
          // The layout may have changed, e.g. by rotating the phone.
          scrollToElement(OWN_BOX_ID, 'center');
        }}
        onClose={() => dispatch({ type: 'close' })}
      />
    );
  }
  if (dialog.kind === 'review' && state.ink !== null) {
    return <ReviewDialog view={view} state={state} ink={state.ink} dispatch={dispatch} onSign={onSign} />;
  }
  const field = dialog.kind === 'field' && view.fields.find(({ name }) => name === dialog.name);
  if (!field) return null;
  const offer = offerFor(view.offers, field);
  return <FieldSheet fields={view.fields} field={field} offer={offer} state={state} dispatch={dispatch} />;
}
