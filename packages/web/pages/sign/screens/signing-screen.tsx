import type { CheckView, SigningView } from '@countersign/signing';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { useMediaQuery } from '../../parts/use-media-query.ts';
import { DocumentView } from '../document/document-view.tsx';
import { collectValues } from '../fields/field-values.ts';
import { GuideBar } from '../finish/guide-bar.tsx';
import { findNextStep, isSigningCheck, listOptionalFields, listSteps } from '../finish/guide-steps.ts';
import { type SigningState, startSigning, updateSigning } from '../finish/signing-state.ts';
import { Tasks } from '../finish/tasks.tsx';
import { inkBody } from '../ink/ink-choice.ts';
import { LazyDialog } from '../parts/lazy-dialog.tsx';
import type { ProofClient } from '../proofs/proof-client.ts';
import { forgetInk, readInk, writeInk } from '../session/ink-keeping.ts';
import {
  findReturnedCheck,
  type ProviderReturn,
  sendReturned,
  signedValues,
  useProviderReturn,
} from '../session/provider-return.ts';
import { errorCodeOf, isStaleSession, refusalMessage } from '../session/session-failure.ts';
import { isVisitorView, type SigningClient } from '../session/signing-client.ts';
import { type DraftStorage, forgetDraft, readDraft, writeDraft } from '../session/value-draft.ts';
import { useText } from '../text/text-context.ts';
import { DIALOGS, loadDialogs } from './dialogs.ts';
import { goToStep, openStep } from './go-to-step.ts';
import { OpenDialogs } from './open-dialogs.tsx';
import { People } from './people.tsx';
import { SigningHeader } from './signing-header.tsx';

interface SigningScreenProps {
  readonly view: SigningView;
  readonly client: SigningClient;
  readonly storage: DraftStorage | null;
  readonly onSession: (view: SigningView) => void;
  /** The document changed meanwhile. */
  readonly onStale: () => void;
}

function startState({ view, storage }: SigningScreenProps): SigningState {
  const draft = { ...signedValues(view), ...readDraft(storage, view) };
  return startSigning(view.fields, view.signee.fullName, draft, readInk(storage, view));
}

type CheckDialogState = Extract<SigningState['dialog'], { readonly kind: 'check' }>;

/** Those of a signature method have no field. */
function isCheckOf({ field, kind }: CheckView, { field: open, proof }: CheckDialogState): boolean {
  return field === open && (proof === undefined || proof === kind);
}

export function SigningScreen(props: SigningScreenProps) {
  const { view, client, storage, onSession, onStale } = props;
  const [state, dispatch] = useReducer(updateSigning, props, startState);
  const text = useText();
  const steps = listSteps(view, state.values, state.ink !== null);
  const next = findNextStep(steps, state.currentField);
  const optional = listOptionalFields(view, state.values).find(({ name }) => !state.visited.has(name));
  const isNarrow = useMediaQuery('(max-width: 640px)');

  // So that a reload before the next frame loses nothing.
  useLayoutEffect(() => {
    writeDraft(storage, view, state.values);
  }, [storage, view, state.values]);
  useLayoutEffect(() => {
    writeInk(storage, view, { draft: state.inkDraft, ink: state.ink });
  }, [storage, view, state.inkDraft, state.ink]);

  const values = collectValues(view.fields, state.values);
  const signingCheck = view.checks.find(isSigningCheck);
  /** The signature may fail and then has to say so. */
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
        shownName: view.signee.fullName,
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

  /** In another window, or with a lost answer. */
  const isOver = async (): Promise<boolean> => {
    const current = await client.loadSession().catch(() => view);
    return !isVisitorView(current) && !current.canSign;
  };

  /** Something else was signed with the e-ID. */
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
    // A public link has no signature.
    if (isVisitorView(changed)) return;
    dispatch({ type: 'refresh', before: view.fields, after: changed.fields });
    onSession(changed);
  };
  const handleReturn = async (returned: ProviderReturn): Promise<void> => {
    if (returned.kind === 'check') return openReturned(returned);
    // It may have been started after the session was loaded.
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
  /** Its reason is shown; one of another browser is not known here. */
  const openReturned = async (returned: ProviderReturn): Promise<void> => {
    const { proofId, input } = returned;
    const send = <Answer,>(call: (proofs: ProofClient) => Promise<Answer>) =>
      sendReturned(async () => call(await client.loadProofs(view.language)));
    // It counts in any browser, and comes back without a nonce.
    const answered = input.nonce === undefined ? null : await send((proofs) => proofs.answer(proofId, input));
    const proof = answered ?? (await send((proofs) => proofs.get(proofId)));
    if (proof?.status === 'succeeded') await takeChanges();
    else if (proof !== null)
      dispatch({ type: 'open', dialog: { kind: 'check', field: proof.field, proof: proof.kind, returned } });
  };
  useProviderReturn(handleReturn);
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
