import type { Language, SigningView } from '@countersign/signing';
import { useRef } from 'preact/hooks';
import { usePageLanguage } from '../../parts/language.ts';
import { collectValues } from '../fields/field-values.ts';
import type { Dispatch } from '../finish/dispatch.ts';
import { isSigningCheck } from '../finish/guide-steps.ts';
import type { SigningState } from '../finish/signing-state.ts';
import { inkBody } from '../ink/ink-choice.ts';
import { forgetInk } from '../session/ink-keeping.ts';
import { errorCodeOf, isStaleSession, refusalMessage } from '../session/session-failure.ts';
import { isVisitorView, type SignatureBody, type SigningClient } from '../session/signing-client.ts';
import { type DraftStorage, forgetDraft } from '../session/value-draft.ts';

export interface SigningPlace {
  readonly view: SigningView;
  readonly client: SigningClient;
  readonly storage: DraftStorage | null;
  readonly onSession: (view: SigningView) => void;
  /** The document changed meanwhile. */
  readonly onStale: () => void;
}

interface Signing {
  /** After the review. A check that is the act of signing comes first. */
  sign(): Promise<void>;
  /** After that check. */
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

/** Null without the ink that the method needs. */
function signatureBody(
  view: SigningView,
  { ink, values, fullName }: SigningState,
  errorLanguage: Language,
): SignatureBody | null {
  if (view.hasInk && ink === null) return null;
  return {
    ...(ink === null || !view.hasInk ? {} : { ink: inkBody(ink) }),
    values: collectValues(view.fields, values),
    consent: true,
    consentText: view.consentText,
    ...(view.fileVersion === null ? {} : { fileVersion: view.fileVersion }),
    shownName: view.signee.fullName,
    ...(view.signee.fullName === '' ? { fullName } : {}),
    errorLanguage,
  };
}

/** In another window, or with a lost answer. */
async function isOver(client: SigningClient, view: SigningView): Promise<boolean> {
  const current = await client.loadSession().catch(() => view);
  return !isVisitorView(current) && !current.canSign;
}

/** Something else was signed with the e-ID. */
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
