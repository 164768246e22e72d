import type { PageText } from '@countersign/i18n/page';
import type { SigningView } from '@countersign/signing';
import { useLayoutEffect, useReducer } from 'preact/hooks';
import { labelOf } from '../../document/field-options.ts';
import { useMediaQuery } from '../../parts/use-media-query.ts';
import { DocumentView } from '../document/document-view.tsx';
import { problemMessage } from '../fields/field-label.ts';
import { findProblem } from '../fields/field-problems.ts';
import { currentValue } from '../fields/field-values.ts';
import type { Dispatch } from '../finish/dispatch.ts';
import { GuideBar } from '../finish/guide-bar.tsx';
import { findNextStep, listOptionalFields, listSteps } from '../finish/guide-steps.ts';
import { type SigningState, startSigning, updateSigning } from '../finish/signing-state.ts';
import { Tasks } from '../finish/tasks.tsx';
import { LazyDialog } from '../parts/lazy-dialog.tsx';
import { readInk, writeInk } from '../session/ink-keeping.ts';
import { signedValues } from '../session/provider-return.ts';
import { isVisitorView } from '../session/signing-client.ts';
import { readDraft, writeDraft } from '../session/value-draft.ts';
import { useText } from '../text/text-context.ts';
import { CheckDialogs } from './check-dialogs.tsx';
import { DIALOGS, loadDialogs } from './dialogs.ts';
import { goToStep, openStep } from './go-to-step.ts';
import { LastDay } from './last-day.tsx';
import { OpenDialogs } from './open-dialogs.tsx';
import { People } from './people.tsx';
import { SigningHeader } from './signing-header.tsx';
import { useReturnedCheck } from './use-returned-check.ts';
import { type SigningPlace, useSigning } from './use-signing.ts';

function startState({ view, storage }: SigningPlace): SigningState {
  const draft = { ...signedValues(view), ...readDraft(storage, view) };
  return startSigning(view.fields, view.signee.fullName, draft, readInk(storage, view));
}

/** So that a reload before the next frame loses nothing. */
function useKeptEntries({ view, storage }: SigningPlace, { values, inkDraft, ink }: SigningState): void {
  useLayoutEffect(() => {
    writeDraft(storage, view, values);
  }, [storage, view, values]);
  useLayoutEffect(() => {
    writeInk(storage, view, { draft: inkDraft, ink });
  }, [storage, view, inkDraft, ink]);
}

export function SigningScreen(place: SigningPlace) {
  const { view, client, onSession } = place;
  const [state, dispatch] = useReducer(updateSigning, place, startState);
  const text = useText();
  useKeptEntries(place, state);
  const { sign, signWithCheck, closeCheck, decline } = useSigning(place, state, dispatch);
  const takeChanges = async (): Promise<void> => {
    const changed = await client.loadSession();
    // A public link has no signature.
    if (isVisitorView(changed)) return;
    dispatch({ type: 'refresh', before: view.fields, after: changed.fields });
    onSession(changed);
  };
  useReturnedCheck(place, dispatch, takeChanges);
  const close = (): void => dispatch({ type: 'close' });

  return (
    <div class="signing" onPointerDown={loadDialogs} onFocusCapture={loadDialogs}>
      <SigningHeader view={view} client={client} />
      <StepsAndDocument {...{ place, state, dispatch }} />
      <OpenDialogs view={view} state={state} dispatch={dispatch} onSign={sign} />
      <CheckDialogs
        {...{ place, state, dispatch }}
        onChanged={takeChanges}
        onSigned={signWithCheck}
        onClose={closeCheck}
      />
      {state.dialog.kind === 'decline' && (
        <LazyDialog title={text('declineTitle')} content={DIALOGS.decline} onClose={close}>
          {(DeclineDialog) => <DeclineDialog view={view} onDecline={decline} onClose={close} />}
        </LazyDialog>
      )}
    </div>
  );
}

/** Of the field that was left last, until it is right. */
function describeWrong(view: SigningView, { visited, values }: SigningState, text: PageText): string | null {
  for (const name of [...visited].reverse()) {
    const field = view.fields.find((one) => one.name === name);
    const problem = field && findProblem(field, currentValue(field, values));
    if (field && problem)
      return text('wrongNamed', { name: labelOf(field), problem: problemMessage(field, problem, text) });
  }
  return null;
}

interface StepsAndDocumentProps {
  readonly place: SigningPlace;
  readonly state: SigningState;
  readonly dispatch: Dispatch;
}

function StepsAndDocument({ place, state, dispatch }: StepsAndDocumentProps) {
  const { view, client, onStale } = place;
  const text = useText();
  const isNarrow = useMediaQuery('(max-width: 40em)');
  const steps = listSteps(view, state.values, state.ink !== null);
  const optional = listOptionalFields(view, state.values).find(({ name }) => !state.visited.has(name));
  return (
    <>
      <div class="before-document">
        <LastDay view={view} />
        <People signees={view.signees} />
        {isNarrow && (
          <Tasks
            {...{ view, steps, state, dispatch }}
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
        // A dialog has its own problems.
        wrong={state.dialog.kind === 'none' ? describeWrong(view, state, text) : null}
        next={findNextStep(steps, state.currentField)}
        optional={optional ?? null}
        onStep={(step) => goToStep(step, view.checks, dispatch)}
        onReview={() => dispatch({ type: 'open', dialog: { kind: 'review' } })}
      />
    </>
  );
}
