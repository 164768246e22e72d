import type { PageText } from '@countersign/i18n/page-text';
import type { DisplayedBox, SigningView } from '@countersign/signing';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { placeOnPage } from '../../document/page-scale.ts';
import { labelOf } from '../../document/reading-order.ts';
import { useMediaQuery } from '../../parts/hooks.ts';
import { problemMessage } from '../fields/field-input.tsx';
import { currentValue, findProblem } from '../fields/field-values.ts';
import { PageFields } from '../fields/page-fields.tsx';
import { GuideBar } from '../finish/guide.tsx';
import { type Dispatch, type SigningState, startSigning, updateSigning } from '../finish/signing-state.ts';
import {
  findNextStep,
  type GuideStep,
  listOptionalFields,
  listRest,
  listSteps,
  markKey,
} from '../finish/steps.ts';
import { SignatureBoxes } from '../ink/signature-boxes.tsx';
import { LazyDialog, LazyPart, useText } from '../parts.tsx';
import { readDraft, readInk, writeDraft, writeInk } from '../session/kept-input.ts';
import { signedValues } from '../session/provider-return.ts';
import { isVisitorView } from '../session/signing-client.ts';
import { DocumentFrame } from '../view/document-frame.tsx';
import { CheckDialogs, DIALOGS, loadDialogs, OpenDialogs, TASKS } from './dialogs.tsx';
import { People } from './message-screens.tsx';
import { SigningHeader } from './signing-header.tsx';
import { goToStep, openStep, type SigningPlace, useReturnedCheck, useSigning } from './use-signing.ts';

function startState({ view, storage }: SigningPlace): SigningState {
  const draft = { ...signedValues(view), ...readDraft(storage, view) };
  return startSigning(view.fields, view.signee.fullName, draft, readInk(storage, view));
}

/** Keeps the entries in layout effects, so that a reload before the next frame loses nothing. */
function useKeptEntries({ view, storage }: SigningPlace, state: SigningState): void {
  const { values, drafts, inks, taken } = state;
  useLayoutEffect(() => {
    writeDraft(storage, view, values);
  }, [storage, view, values]);
  useLayoutEffect(() => {
    writeInk(storage, view, { drafts, inks, taken: [...taken] });
  }, [storage, view, drafts, inks, taken]);
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
  const openDecline = (): void => dispatch({ type: 'open', dialog: { kind: 'decline' } });

  return (
    <div class="signing" onPointerDown={loadDialogs} onFocusCapture={loadDialogs}>
      <SigningHeader view={view} client={client} onDecline={openDecline} />
      <StepsAndDocument {...{ place, state, dispatch }} onDecline={openDecline} />
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

/** Describes the field that was left last, until it is right. */
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
  readonly onDecline: () => void;
}

function StepsAndDocument({ place, state, dispatch, onDecline }: StepsAndDocumentProps) {
  const { view, client, onStale } = place;
  const text = useText();
  const isNarrow = useMediaQuery('(max-width: 40em)');
  const { assistant } = view;
  /** It is null until the assistant was asked for; it keeps its answers when it is closed. */
  const [isAsking, setIsAsking] = useState<boolean | null>(null);
  const [marks, setMarks] = useState<readonly DisplayedBox[]>([]);
  const [isReading, setIsReading] = useState(false);
  const steps = listSteps(view, state.values, state.taken);
  const optional = listOptionalFields(view, state.values).find(({ name }) => !state.visited.has(name));
  const rest = listRest(steps, state.inks);
  const stepPlace = { checks: view.checks, state, dispatch };

  /** A step that was asked for while the text was shown, until the pages are there again. */
  const waiting = useRef<GuideStep | null>(null);
  const goTo = (step: GuideStep): void => {
    if (!isReading) {
      goToStep(step, stepPlace);
      return;
    }
    waiting.current = step;
    setIsReading(false);
  };
  useLayoutEffect(() => {
    const step = waiting.current;
    waiting.current = null;
    if (!isReading && step !== null) goToStep(step, stepPlace);
  }, [isReading]);
  /** A quote is marked on its page. */
  const mark = (boxes: readonly DisplayedBox[]): void => {
    if (boxes.length > 0) setIsReading(false);
    setMarks(boxes);
  };

  return (
    <>
      <div class="before-document">
        <People signees={view.signees} />
        {isNarrow && (
          <LazyPart
            content={TASKS}
            fallback={steps.some(({ kind }) => kind !== 'mark') && <div class="tasks is-waiting" />}
          >
            {(Tasks) => (
              <Tasks {...{ view, steps, state, dispatch }} onStep={(step) => openStep(step, stepPlace)} />
            )}
          </LazyPart>
        )}
      </div>
      <main class={`workspace ${view.disablePrinting === true ? 'no-printing' : ''}`}>
        <DocumentFrame
          url={client.documentUrl(view)}
          textUrl={client.textUrl(view)}
          pictureUrl={client.pictureUrl(view)}
          pages={view.pages}
          send={client.send}
          onStale={onStale}
          reading={{ isOn: isReading, onChange: setIsReading }}
          renderLayers={({ pdf, page, scale }) => (
            <>
              <PageFields view={view} pdf={pdf} page={page} scale={scale} layers={{ state, dispatch }} />
              <SignatureBoxes view={view} page={page} scale={scale} layers={{ state, dispatch }} />
              {marks.map(
                (box) => box.page === page && <div class="quote-mark" style={placeOnPage(box, scale)} />,
              )}
            </>
          )}
        />
        <p class="decline-row">
          <button type="button" class="link-button" onClick={onDecline}>
            {text('decline')}
          </button>
        </p>
      </main>
      <div class="dock">
        <GuideBar
          steps={steps}
          // A dialog has its own problems.
          wrong={state.dialog.kind === 'none' ? describeWrong(view, state, text) : null}
          next={findNextStep(steps, state.current)}
          optional={optional ?? null}
          rest={rest.length}
          onRest={() => dispatch({ type: 'take', boxes: rest.map(markKey) })}
          onStep={goTo}
          onReview={() => dispatch({ type: 'open', dialog: { kind: 'review' } })}
          isAsking={isAsking}
          onAsk={assistant && (() => setIsAsking(isAsking !== true))}
        />
        {assistant && isAsking !== null && (
          <LazyDialog title={text('ask')} content={DIALOGS.assistant} onClose={() => setIsAsking(null)}>
            {(AssistantPanel) => (
              <AssistantPanel
                {...{ view, assistant, client, onStale }}
                isOpen={isAsking}
                onClose={() => setIsAsking(false)}
                onMark={mark}
              />
            )}
          </LazyDialog>
        )}
      </div>
    </>
  );
}
