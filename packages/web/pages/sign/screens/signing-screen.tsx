import type { PageText } from '@countersign/i18n/page-text';
import type { DisplayedBox, SigningView } from '@countersign/signing';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';
import { placeOnPage } from '../../document/page-scale.ts';
import { labelOf } from '../../document/reading-order.ts';
import { Icon } from '../../parts/controls.tsx';
import { useMediaQuery } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { type PageLayers, PdfPages } from '../document-view.tsx';
import { FileLink } from '../embedding.tsx';
import { problemMessage } from '../fields/field-input.tsx';
import { currentValue, findProblem } from '../fields/field-values.ts';
import { PageFields } from '../fields/page-fields.tsx';
import { findNextStep, GUIDE_ID, GuideBar, listOptionalFields, listSteps } from '../finish/guide.tsx';
import { type Dispatch, type SigningState, startSigning, updateSigning } from '../finish/signing-state.ts';
import { Tasks } from '../finish/tasks.tsx';
import { SignatureBoxes } from '../ink/signature-boxes.tsx';
import { LazyDialog, useText } from '../parts.tsx';
import { readDraft, readInk, writeDraft, writeInk } from '../session/kept-input.ts';
import { signedValues } from '../session/provider-return.ts';
import { isVisitorView, type SigningClient } from '../session/signing-client.ts';
import { CheckDialogs, DIALOGS, loadDialogs, OpenDialogs } from './dialogs.tsx';
import { LanguageMenu, LastDay } from './language-menu.tsx';
import { People, SenderBrand } from './message-screens.tsx';
import { goToStep, openStep, type SigningPlace, useReturnedCheck, useSigning } from './use-signing.ts';

interface DocumentViewProps {
  readonly view: SigningView;
  readonly client: SigningClient;
  readonly layers: PageLayers;
  /** Quotes of the assistant. */
  readonly marks: readonly DisplayedBox[];
  readonly onStale: () => void;
}

function DocumentView({ view, client, layers, marks, onStale }: DocumentViewProps) {
  return (
    <PdfPages
      url={client.documentUrl(view)}
      send={client.send}
      onStale={onStale}
      renderLayers={({ pdf, page, scale }) => (
        <>
          <PageFields view={view} pdf={pdf} page={page} scale={scale} layers={layers} />
          <SignatureBoxes view={view} page={page} scale={scale} layers={layers} />
          {marks.map(
            (box) => box.page === page && <div class="quote-mark" style={placeOnPage(box, scale)} />,
          )}
        </>
      )}
    />
  );
}

interface SigningHeaderProps {
  readonly view: SigningView;
  readonly client: SigningClient;
}

function SigningHeader({ view, client }: SigningHeaderProps) {
  const text = useText();
  return (
    <>
      <a class="skip-link" href={`#${GUIDE_ID}`}>
        {text('skipToNext')}
      </a>
      <header class="head">
        <div class="head-inner">
          <SenderBrand view={view} />
          <div class="head-title">
            <h1 tabIndex={-1} lang={view.language}>
              {view.documentName}
            </h1>
            <p>{text('from', { name: senderOf(view) })}</p>
            {view.slot !== undefined && view.slot.count > 1 && <SlotNote slot={view.slot} />}
          </div>
          <LanguageMenu />
          {view.disablePrinting !== true && (
            <FileLink
              client={client}
              href={client.documentUrl(view)}
              name={view.documentName}
              class="button head-pdf"
              opensTab
            >
              <Icon path={icons.file} />
              <span class="head-pdf-text">{text('openPdf')}</span>
            </FileLink>
          )}
        </div>
      </header>
      {view.personalMessage.trim() !== '' && (
        <aside class="personal-message" aria-label={text('messageFrom', { name: view.senderName })}>
          <p class="personal-message-from">{text('messageFrom', { name: view.senderName })}</p>
          <p class="personal-message-text" lang={view.language}>
            {view.personalMessage}
          </p>
        </aside>
      )}
    </>
  );
}

function senderOf({ senderName, senderOrganisation }: SigningView): string {
  return [senderName, senderOrganisation].filter(Boolean).join(', ');
}

/** The note is announced again with each signature of a public link. */
function SlotNote({ slot }: { readonly slot: NonNullable<SigningView['slot']> }) {
  const text = useText();
  const { number, count, label } = slot;
  return (
    <p class="head-slot" role="status">
      {text(label === '' ? 'slotOf' : 'slotNamed', { number, count, label })}
    </p>
  );
}

function startState({ view, storage }: SigningPlace): SigningState {
  const draft = { ...signedValues(view), ...readDraft(storage, view) };
  return startSigning(view.fields, view.signee.fullName, draft, readInk(storage, view));
}

/** Keeps the entries in layout effects, so that a reload before the next frame loses nothing. */
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
}

function StepsAndDocument({ place, state, dispatch }: StepsAndDocumentProps) {
  const { view, client, onStale } = place;
  const text = useText();
  const isNarrow = useMediaQuery('(max-width: 40em)');
  const { assistant } = view;
  /** It is null until the assistant was asked for; it keeps its answers when it is closed. */
  const [isAsking, setIsAsking] = useState<boolean | null>(null);
  const [marks, setMarks] = useState<readonly DisplayedBox[]>([]);
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
        <DocumentView
          view={view}
          client={client}
          layers={{ state, dispatch }}
          marks={marks}
          onStale={onStale}
        />
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
      <div class="dock">
        <GuideBar
          steps={steps}
          // A dialog has its own problems.
          wrong={state.dialog.kind === 'none' ? describeWrong(view, state, text) : null}
          next={findNextStep(steps, state.currentField)}
          optional={optional ?? null}
          onStep={(step) => goToStep(step, view.checks, dispatch)}
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
                onMark={setMarks}
              />
            )}
          </LazyDialog>
        )}
      </div>
    </>
  );
}
