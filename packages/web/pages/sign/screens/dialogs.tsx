import type { CheckView, SigningView } from '@countersign/signing';
import type { ComponentChildren } from 'preact';
import { labelOf } from '../../document/reading-order.ts';
import { type Lazy, lazy } from '../../parts/hooks.ts';
import { usePageLanguage } from '../../parts/language.tsx';
import { offerFor } from '../fields/field-values.ts';
import type { Dispatch, SigningState } from '../finish/signing-state.ts';
import { isSigningCheck, listMarkBoxes } from '../finish/steps.ts';
import { LazyDialog, useLazy, useText } from '../parts.tsx';
import { checkName } from '../proofs/proof-frame.tsx';
import { LoadingScreen, SessionFailedScreen } from './message-screens.tsx';
import type { SigningPlace } from './use-signing.ts';

/** Reading the document does not need these. */
export const DIALOGS = {
  field: lazy(async () => (await import('../fields/field-sheet.tsx')).FieldSheet),
  ink: lazy(async () => (await import('../ink/ink-dialog.tsx')).InkDialog),
  review: lazy(async () => (await import('../finish/review-dialog.tsx')).ReviewDialog),
  decline: lazy(async () => (await import('../finish/decline-dialog.tsx')).DeclineDialog),
  lostReturn: lazy(async () => (await import('../proofs/lost-return-dialog.tsx')).LostReturnDialog),
  check: lazy(async () => (await import('../proofs/check-dialog.tsx')).CheckDialog),
  assistant: lazy(async () => (await import('../assistant/assistant-panel.tsx')).AssistantPanel),
} satisfies Readonly<Record<string, Lazy<unknown>>>;

/** Beside the document on wide screens, or in its place. */
export const THUMBNAILS = lazy(async () => (await import('../view/thumbnails.tsx')).Thumbnails);
/** Phones list what is to be done before the document. */
export const TASKS = lazy(async () => (await import('../finish/tasks.tsx')).Tasks);
export const READING = lazy(async () => (await import('../view/reading-view.tsx')).ReadingView);

/** What is shown before and after signing. */
export const STATUS = lazy(async () => (await import('./status-screen.tsx')).StatusScreen);
/** Only public links show this screen. */
export const VISIT = lazy(async () => (await import('../visit/visit-screen.tsx')).VisitScreen);

/** Loads the dialogs ahead. A dialog shows its own failure to load. */
export function loadDialogs(): void {
  for (const { load } of [DIALOGS.field, DIALOGS.ink, DIALOGS.review, STATUS]) load().catch(() => undefined);
}

interface CheckDialogsProps {
  readonly place: SigningPlace;
  readonly state: SigningState;
  readonly dispatch: Dispatch;
  /** Is called when a check succeeded that is not the act of signing. */
  readonly onChanged: () => Promise<void>;
  readonly onSigned: () => Promise<void>;
  readonly onClose: () => void;
}

type CheckDialogState = Extract<SigningState['dialog'], { readonly kind: 'check' }>;

/** Checks of a signature method have no field. */
function isCheckOf({ field, kind }: CheckView, { field: open, proof }: CheckDialogState): boolean {
  return field === open && (proof === undefined || proof === kind);
}

/** Shows the check that is open, or that has come back to another browser. */
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
  const field = view.fields.find(({ name }) => name === check.field);
  return (
    <LazyDialog
      title={field === undefined ? checkName(check, text) : labelOf(field)}
      content={DIALOGS.check}
      onClose={close}
    >
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

interface LazyScreenProps<Loaded> {
  readonly content: Lazy<Loaded>;
  readonly children: (loaded: Loaded) => ComponentChildren;
}

/** The screen is loaded when it is shown, as most visits show another one. */
export function LazyScreen<Loaded>({ content, children }: LazyScreenProps<Loaded>) {
  const text = useText();
  const { loaded, hasFailed, load } = useLazy(content);
  if (loaded !== null) return <>{children(loaded)}</>;
  if (hasFailed) return <SessionFailedScreen failure={{ kind: 'unreachable' }} onRetry={load} />;
  return <LoadingScreen label={text('loading')} />;
}

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
            drafts={state.drafts}
            hasInitials={listMarkBoxes(view).some(({ type }) => type === 'initials')}
            box={dialog.box}
            dispatch={dispatch}
            onClose={close}
          />
        )}
      </LazyDialog>
    );
  }
  if (dialog.kind === 'review' && (state.inks.signature !== null || !view.hasInk)) {
    return (
      <LazyDialog title={text('reviewTitle')} content={DIALOGS.review} onClose={close}>
        {(ReviewDialog) => <ReviewDialog view={view} state={state} dispatch={dispatch} onSign={onSign} />}
      </LazyDialog>
    );
  }
  const field = dialog.kind === 'field' && view.fields.find(({ name }) => name === dialog.name);
  if (!field) return null;
  const offer = offerFor(view.offers, field);
  return (
    <LazyDialog title={labelOf(field)} content={DIALOGS.field} onClose={close}>
      {(FieldSheet) => (
        <FieldSheet fields={view.fields} field={field} offer={offer} state={state} dispatch={dispatch} />
      )}
    </LazyDialog>
  );
}
