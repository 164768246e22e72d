import type { CheckView, SigningView } from '@countersign/signing';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { useMediaQuery } from '../../parts/use-media-query.ts';
import { DocumentView } from '../document/document-view.tsx';
import { widgetElementId } from '../document/page-layers.ts';
import { FieldSheet } from '../fields/field-sheet.tsx';
import { collectValues, offerFor } from '../fields/field-values.ts';
import type { Dispatch } from '../finish/dispatch.ts';
import { GuideBar } from '../finish/guide-bar.tsx';
import {
  findNextStep,
  type GuideStep,
  isSigningCheck,
  listOptionalFields,
  listSteps,
} from '../finish/guide-steps.ts';
import { type SigningState, startSigning, updateSigning } from '../finish/signing-state.ts';
import { Tasks } from '../finish/tasks.tsx';
import { inkBody } from '../ink/ink-choice.ts';
import { OWN_BOX_ID } from '../ink/signature-boxes.tsx';
import { LazyDialog } from '../parts/lazy-dialog.tsx';
import { scrollToElement } from '../parts/scroll-to-element.ts';
import { forgetInk, readInk, writeInk } from '../session/ink-keeping.ts';
import {
  findReturnedCheck,
  type ProviderReturn,
  signedValues,
  useProviderReturn,
} from '../session/provider-return.ts';
import { errorCodeOf, isStaleSession, refusalMessage } from '../session/session-failure.ts';
import { isVisitorView, type SigningClient } from '../session/signing-client.ts';
import { type DraftStorage, forgetDraft, readDraft, writeDraft } from '../session/value-draft.ts';
import { useText } from '../text/text-context.ts';
import { DIALOGS, loadDialogs } from './dialogs.ts';
import { People } from './people.tsx';
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
  const draft = { ...signedValues(view), ...readDraft(storage, view) };
  return startSigning(view.fields, view.signee.fullName, draft, readInk(storage, view));
}

type CheckDialogState = Extract<SigningState['dialog'], { readonly kind: 'check' }>;

/** A signature method may need several checks, which have no field. */
function isCheckOf({ field, kind }: CheckView, { field: open, proof }: CheckDialogState): boolean {
  return field === open && (proof === undefined || proof === kind);
}

/** Focuses the input, or opens its sheet on small screens. Returns false if its page is not shown yet. */
function goToField(name: string): boolean {
  const element = document.getElementById(widgetElementId(name));
  if (element === null) return false;
  scrollToElement(widgetElementId(name), 'center');
  element.focus({ preventScroll: true });
  if (element instanceof HTMLButtonElement) element.click();
  return true;
}

function goToStep(step: GuideStep, checks: readonly CheckView[], dispatch: Dispatch): void {
  if ('field' in step) {
    if (!goToField(step.field.name)) openStep(step, checks, dispatch);
    return;
  }
  if (step.kind === 'check') {
    dispatch({ type: 'open', dialog: { kind: 'check', field: null, proof: step.check.kind } });
    return;
  }
  scrollToElement(OWN_BOX_ID, 'center');
  document.getElementById(OWN_BOX_ID)?.focus({ preventScroll: true });
  dispatch({ type: 'open', dialog: { kind: 'ink' } });
}

/** Opens the dialog of a step without the document, which may still be on its way. */
function openStep(step: GuideStep, checks: readonly CheckView[], dispatch: Dispatch): void {
  if (!('field' in step)) {
    goToStep(step, checks, dispatch);
    return;
  }
  const { name } = step.field;
  const isOffered = checks.some((one) => one.field === name && one.isOffered);
  if (step.kind === 'field') dispatch({ type: 'open', dialog: { kind: 'field', name } });
  else if (isOffered) dispatch({ type: 'open', dialog: { kind: 'check', field: name } });
  else goToField(name);
}

/** The document with its inputs, the guide and the dialogs. */
export function SigningScreen(props: SigningScreenProps) {
  const { view, client, storage, onSession, onStale } = props;
  const [state, dispatch] = useReducer(updateSigning, props, startState);
  const text = useText();
  const steps = listSteps(view, state.values, state.ink !== null);
  const next = findNextStep(steps, state.currentField);
  const optional = listOptionalFields(view, state.values).find(({ name }) => !state.visited.has(name));
  const isNarrow = useMediaQuery('(max-width: 640px)');

  // A layout effect, so that a reload before the next frame loses nothing.
  useLayoutEffect(() => {
    writeDraft(storage, view, state.values);
  }, [storage, view, state.values]);
  useLayoutEffect(() => {
    writeInk(storage, view, { draft: state.inkDraft, ink: state.ink });
  }, [storage, view, state.inkDraft, state.ink]);

  const values = collectValues(view.fields, state.values);
  const signingCheck = view.checks.find(isSigningCheck);
  /** It ends with the signature, which may fail and then has to say so. */
  const isSigned = useRef(false);

  const sign = async (): Promise<void> => {
    const isChecked = signingCheck?.proofs.some(({ status }) => status === 'succeeded') ?? true;
    if (signingCheck === undefined || isChecked) await sendSignature();
    else dispatch({ type: 'open', dialog: { kind: 'check', field: null, proof: signingCheck.kind } });
  };

  const sendSignature = async (): Promise<void> => {
    if (view.hasInk && state.ink === null) return;
    dispatch({ type: 'send' });
    try {
      const body = {
        ...(state.ink === null || !view.hasInk ? {} : { ink: inkBody(state.ink) }),
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
      if (errorCodeOf(error) === 'identification_outdated') await withdrawChecks();
      if (isStaleSession(error) || (await isOver())) onStale();
      else dispatch({ type: 'send_failed', message: refusalMessage(error) });
    }
  };

  /** Another window of this browser may have signed, and an answer may be lost. */
  const isOver = async (): Promise<boolean> => {
    const current = await client.loadSession().catch(() => view);
    return !isVisitorView(current) && !current.canSign;
  };

  /** Something else was signed with the e-ID: it has to be used again. */
  const withdrawChecks = async (): Promise<void> => {
    const proofs = await client.loadProofs(view.language);
    const changed = await client.loadSession();
    const checks = isVisitorView(changed) ? [] : changed.checks;
    const done = checks.find(isSigningCheck)?.proofs ?? [];
    for (const { proofId } of done) await proofs.cancel(proofId);
    const current = await client.loadSession();
    if (!isVisitorView(current)) onSession(current);
  };

  const signWithCheck = async (): Promise<void> => {
    isSigned.current = true;
    dispatch({ type: 'open', dialog: { kind: 'review' } });
    await sendSignature();
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

  const takeChanges = async (): Promise<void> => {
    const changed = await client.loadSession();
    // Not at a signing link: the address of a public link has no signature.
    if (isVisitorView(changed)) return;
    dispatch({ type: 'refresh', before: view.fields, after: changed.fields });
    onSession(changed);
  };
  const takeReturn = async (returned: ProviderReturn): Promise<void> => {
    // The proof may have been started after the session was loaded.
    const current = findReturnedCheck(view, returned) ? view : await client.loadSession().catch(() => view);
    if (isVisitorView(current)) return;
    if (current !== view) onSession(current);
    const found = findReturnedCheck(current, returned);
    const isDone = found?.proofs.some(
      ({ proofId, status }) => proofId === returned.proofId && status === 'succeeded',
    );
    if (found === undefined) dispatch({ type: 'open', dialog: { kind: 'lost_return' } });
    else if (!isDone) {
      const { field, kind: proof } = found;
      dispatch({ type: 'open', dialog: { kind: 'check', field, proof, returned } });
    }
  };
  useProviderReturn(takeReturn);
  const { dialog } = state;
  const close = (): void => dispatch({ type: 'close' });
  const check = dialog.kind === 'check' && view.checks.find((one) => isCheckOf(one, dialog));

  return (
    <div class="signing" onPointerDown={loadDialogs} onFocusCapture={loadDialogs}>
      <SigningHeader view={view} client={client} />
      <div class="before-document">
        <People signees={view.signees} />
        {isNarrow && (
          <Tasks
            view={view}
            steps={steps}
            state={state}
            dispatch={dispatch}
            onStep={(step) => openStep(step, view.checks, dispatch)}
          />
        )}
      </div>
      <main class={`workspace ${view.disablePrinting === true ? 'no-printing' : ''}`}>
        <DocumentView view={view} client={client} layers={{ state, dispatch }} onStale={onStale} />
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
        optional={optional ?? null}
        onStep={(step) => goToStep(step, view.checks, dispatch)}
        onReview={() => dispatch({ type: 'open', dialog: { kind: 'review' } })}
      />
      <OpenDialogs view={view} state={state} dispatch={dispatch} onSign={sign} />
      {check && (
        <LazyDialog title={text('checkStart')} content={DIALOGS.check} onClose={close}>
          {(CheckDialog) => (
            <CheckDialog
              view={view}
              values={state.values}
              check={check}
              returned={dialog.kind === 'check' ? (dialog.returned ?? null) : null}
              loadClient={() => client.loadProofs(view.language)}
              onStale={onStale}
              onChanged={isSigningCheck(check) ? signWithCheck : takeChanges}
              onClose={() => {
                if (!isSigned.current) close();
                isSigned.current = false;
              }}
            />
          )}
        </LazyDialog>
      )}
      {dialog.kind === 'lost_return' && (
        <LazyDialog title={text('proveIdentity')} content={DIALOGS.lostReturn} onClose={close}>
          {(LostReturnDialog) => <LostReturnDialog language={view.language} onClose={close} />}
        </LazyDialog>
      )}
      {state.dialog.kind === 'decline' && (
        <LazyDialog title={text('declineTitle')} content={DIALOGS.decline} onClose={close}>
          {(DeclineDialog) => <DeclineDialog view={view} onDecline={decline} onClose={close} />}
        </LazyDialog>
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
              // The layout may have changed, e.g. by rotating the phone.
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
