import type { Language } from '@countersign/base/locale';
import type { CheckView, SigningView } from '@countersign/signing';
import { useRef } from 'preact/hooks';
import { usePageLanguage } from '../../parts/language.tsx';
import { widgetElementId } from '../document-view.tsx';
import { collectValues } from '../fields/field-values.ts';
import type { Dispatch, SigningState } from '../finish/signing-state.ts';
import { type GuideStep, isSigningCheck, listMarkBoxes, listSteps, markKey } from '../finish/steps.ts';
import { boxElementId, pressBox } from '../ink/signature-boxes.tsx';
import { scrollToElement } from '../parts.tsx';
import type { ProofClient } from '../proofs/proof-client.ts';
import { type DraftStorage, forgetDraft, forgetInk } from '../session/kept-input.ts';
import {
  findReturnedCheck,
  type ProviderReturn,
  sendReturned,
  useProviderReturn,
} from '../session/provider-return.ts';
import { errorCodeOf, isStaleSession, refusalMessage } from '../session/session-failure.ts';
import { isVisitorView, type SignatureBody, type SigningClient } from '../session/signing-client.ts';

/** Goes to the field, or opens its sheet on small screens. Returns false if its page is not shown yet. */
function goToField(name: string): boolean {
  const element = document.getElementById(widgetElementId(name));
  if (element === null) return false;
  scrollToElement(widgetElementId(name), 'center');
  element.focus({ preventScroll: true });
  if (element instanceof HTMLButtonElement) element.click();
  return true;
}

export interface StepPlace {
  readonly checks: readonly CheckView[];
  readonly state: SigningState;
  readonly dispatch: Dispatch;
}

/** Goes to the step, and opens its dialog if it has one. */
export function goToStep(step: GuideStep, place: StepPlace): void {
  const { state, dispatch } = place;
  if ('field' in step) {
    if (!goToField(step.field.name)) openStep(step, place);
    return;
  }
  if (step.kind === 'check') {
    dispatch({ type: 'open', dialog: { kind: 'check', field: null, proof: step.check.kind } });
    return;
  }
  const key = markKey(step);
  scrollToElement(boxElementId(key), 'center');
  document.getElementById(boxElementId(key))?.focus({ preventScroll: true });
  dispatch(pressBox(state, step.mark, key));
}

/** Opens the step without its page, as the document may still be on its way. */
export function openStep(step: GuideStep, place: StepPlace): void {
  const { checks, dispatch } = place;
  if (!('field' in step)) {
    goToStep(step, place);
    return;
  }
  const { name } = step.field;
  const isOffered = checks.some((one) => one.field === name && one.isOffered);
  if (step.kind === 'field') dispatch({ type: 'open', dialog: { kind: 'field', name } });
  else if (isOffered) dispatch({ type: 'open', dialog: { kind: 'check', field: name } });
  else goToField(name);
}

export interface SigningPlace {
  readonly view: SigningView;
  readonly client: SigningClient;
  readonly storage: DraftStorage | null;
  readonly onSession: (view: SigningView) => void;
  /** Is called when the document has changed meanwhile. */
  readonly onStale: () => void;
}

interface Signing {
  /** Signs after the review. A check that is the act of signing comes first. */
  sign(): Promise<void>;
  /** Signs after that check. */
  signWithCheck(): Promise<void>;
  /** Closes the dialog of a check, unless the signature has begun: it may fail and then has to say so. */
  closeCheck(): void;
  decline(reason: string): Promise<void>;
}

export function useSigning(place: SigningPlace, state: SigningState, dispatch: Dispatch): Signing {
  const { view, client, storage, onSession, onStale } = place;
  const { language } = usePageLanguage();
  const hasBegun = useRef(false);

  const forget = (): void => {
    forgetDraft(storage, view);
    forgetInk(storage, view);
  };

  const send = async (): Promise<void> => {
    const body = signatureBody(view, state, language);
    if (body === null) return;
    dispatch({ type: 'send' });
    try {
      const signed = await client.sign(body);
      forget();
      onSession(signed);
    } catch (error) {
      const code = errorCodeOf(error);
      // Another e-ID or document may be used.
      if (code === 'identification_outdated' || code === 'name_differs')
        await withdrawChecks(client, language, onSession).catch(() => undefined);
      if (isStaleSession(error) || (await isOver(client, view))) onStale();
      else dispatch({ type: 'send_failed', message: refusalMessage(error) });
    }
  };

  return {
    async sign() {
      const check = view.checks.find(isSigningCheck);
      const isChecked = check?.proofs.some(({ status }) => status === 'succeeded') ?? true;
      if (check === undefined || isChecked) await send();
      else dispatch({ type: 'open', dialog: { kind: 'check', field: null, proof: check.kind } });
    },
    async signWithCheck() {
      hasBegun.current = true;
      dispatch({ type: 'open', dialog: { kind: 'review' } });
      await send();
    },
    closeCheck() {
      if (!hasBegun.current) dispatch({ type: 'close' });
      hasBegun.current = false;
    },
    async decline(reason) {
      try {
        onSession(await client.decline({ reason, errorLanguage: language }));
      } catch (error) {
        if (!isStaleSession(error)) throw error;
        onStale();
        return;
      }
      forget();
    },
  };
}

/** Returns null while a box was not taken, or without the ink that the method needs. */
function signatureBody(
  view: SigningView,
  { inks, values, fullName, taken }: SigningState,
  errorLanguage: Language,
): SignatureBody | null {
  const hasMissing = listSteps(view, values, taken).some(({ kind, isDone }) => kind === 'mark' && !isDone);
  const hasInitials = listMarkBoxes(view).some(({ type }) => type === 'initials');
  if (hasMissing || (view.hasInk && inks.signature === null)) return null;
  return {
    ink: (view.hasInk && inks.signature) || undefined,
    initials: (hasInitials && inks.initials) || undefined,
    values: collectValues(view.fields, values),
    consent: true,
    consentText: view.consentText,
    fileVersion: view.fileVersion ?? undefined,
    shownName: view.signee.fullName,
    fullName: view.signee.fullName === '' ? fullName : undefined,
    errorLanguage,
  };
}

/** The document may have been signed in another window, or with a lost answer. */
async function isOver(client: SigningClient, view: SigningView): Promise<boolean> {
  const current = await client.loadSession().catch(() => view);
  return !isVisitorView(current) && !current.canSign;
}

/** Takes back checks, because something else was signed with the e-ID. */
async function withdrawChecks(
  client: SigningClient,
  language: Language,
  onSession: SigningPlace['onSession'],
): Promise<void> {
  const proofs = await client.loadProofs(language);
  const changed = await client.loadSession();
  const checks = isVisitorView(changed) ? [] : changed.checks;
  const done = checks.find(isSigningCheck)?.proofs ?? [];
  for (const { proofId } of done) await proofs.cancel(proofId);
  const current = await client.loadSession();
  if (!isVisitorView(current)) onSession(current);
}

/** Opens the check from whose provider the browser came back. `onDone` is called if it succeeded. */
export function useReturnedCheck(
  { view, client, onSession }: SigningPlace,
  dispatch: Dispatch,
  onDone: () => Promise<void>,
): void {
  const { language } = usePageLanguage();
  /** The dialog shows the reason. A proof of another browser is not known here. */
  const openCheck = async (returned: ProviderReturn): Promise<void> => {
    const { proofId, input } = returned;
    const send = <Answer>(call: (proofs: ProofClient) => Promise<Answer>) =>
      sendReturned(async () => call(await client.loadProofs(language)));
    // The answer counts in any browser, and comes back without a nonce.
    const answered = input.nonce === undefined ? null : await send((proofs) => proofs.answer(proofId, input));
    const proof = answered ?? (await send((proofs) => proofs.get(proofId)));
    if (proof?.status === 'succeeded') await onDone();
    else if (proof !== null)
      dispatch({ type: 'open', dialog: { kind: 'check', field: proof.field, proof: proof.kind, returned } });
  };

  const openElectronicId = async (returned: ProviderReturn): Promise<void> => {
    // The order may have been started after the session was loaded.
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

  useProviderReturn((returned) =>
    returned.kind === 'check' ? openCheck(returned) : openElectronicId(returned),
  );
}
