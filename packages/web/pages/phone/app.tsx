import { pageText } from '@countersign/i18n/page';
import { type ProofPageKey, type ProofText, proofText } from '@countersign/i18n/proofs';
import type { Language, PhoneView, ProofView } from '@countersign/signing';
import { useEffect, useState } from 'preact/hooks';
import { LabelContext } from '../parts/labels.ts';
import { usePolling } from '../parts/polling.ts';
import { documentOf, FaceSteps } from '../sign/proofs/face-steps.tsx';
import { ProviderSteps } from '../sign/proofs/provider-steps.tsx';
import { refusalKey } from '../sign/proofs/scan/refusal-key.ts';
import { ScanSteps } from '../sign/proofs/scan/scan-steps.tsx';
import { useCalls } from '../sign/proofs/use-calls.ts';
import { LoadingScreen } from '../sign/screens/loading-screen.tsx';
import { MessageScreen } from '../sign/screens/message-screen.tsx';
import { type ProviderReturn, sendReturned } from '../sign/session/provider-return.ts';
import { refusalMessage } from '../sign/session/session-failure.ts';
import type { PhoneClient } from './phone-client.ts';

/** For the result of a provider. */
const POLL_MS = 3000;

interface AppProps {
  readonly client: PhoneClient;
  /** Empty if the page was loaded again. */
  readonly code: string;
  readonly returned: ProviderReturn | null;
  /** Until the check has its own. */
  readonly language: Language;
  /** The code was used. */
  readonly onClaimed: () => void;
}

type PhoneState =
  /** A deceiver may have sent the code, so the person reads first what it is for. */
  | { readonly kind: 'asking' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'open'; readonly view: PhoneView }
  /** `message`: of the service; null if it was unreachable. */
  | { readonly kind: 'failed'; readonly message: string | null };

/** Of a signing page on another device. */
export function App({ client, code, returned, language: shellLanguage, onClaimed }: AppProps) {
  const [state, setState] = useState<PhoneState>({ kind: code === '' ? 'loading' : 'asking' });
  const take = (view: PhoneView) => setState({ kind: 'open', view });
  const fail = (error: unknown) => setState({ kind: 'failed', message: refusalMessage(error) });
  const load = (): void => {
    setState({ kind: 'loading' });
    const answered = returned && sendReturned(() => client.answer(returned.input), fail);
    // It has ended.
    Promise.resolve(answered)
      .then((view) => view ?? client.get())
      .then(take, fail);
  };
  const claim = (): void => {
    setState({ kind: 'loading' });
    client.claim(code).then((view) => {
      onClaimed();
      take(view);
    }, fail);
  };
  const begin = code === '' ? load : claim;
  useEffect(() => {
    if (code === '') load();
  }, [client, code, returned]);

  const language = state.kind === 'open' ? state.view.language : shellLanguage;
  const text = proofText(language);
  const labels = pageText(language);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = text('phoneTitle');
  }, [language]);

  return (
    <LabelContext.Provider value={labels}>
      {state.kind === 'loading' && <LoadingScreen label={labels('loadingStep')} />}
      {state.kind === 'asking' && (
        <MessageScreen icon="shield" mood="calm" title={text('phoneTitle')}>
          <p>{text('phoneAsk')}</p>
          <p>
            <button type="button" class="button button-primary" onClick={claim}>
              {text('phoneClaim')}
            </button>
          </p>
        </MessageScreen>
      )}
      {state.kind === 'failed' && state.message !== null && (
        <MessageScreen icon="warning" mood="calm" title={text('phoneOver')}>
          <p>{state.message}</p>
        </MessageScreen>
      )}
      {state.kind === 'failed' && state.message === null && (
        <MessageScreen icon="wifi" mood="problem" title={labels('unreachableTitle')}>
          <p>{labels('unreachableText')}</p>
          <button type="button" class="button button-primary button-large" onClick={begin}>
            {text('tryAgain')}
          </button>
        </MessageScreen>
      )}
      {state.kind === 'open' && (
        <Check text={text} view={state.view} client={client} onView={take} onFailed={fail} />
      )}
    </LabelContext.Provider>
  );
}

interface CheckProps {
  readonly text: ProofText;
  readonly view: PhoneView;
  readonly client: PhoneClient;
  readonly onView: (view: PhoneView) => void;
  readonly onFailed: (error: unknown) => void;
}

function Check({ text, view, client, onView, onFailed }: CheckProps) {
  const { proof } = view;
  const title = text(proof.kind === 'face_liveness' ? 'faceTitle' : 'scanTitle');
  const isHosted = proof.kind === 'id_scan' && typeof proof.details.url === 'string';
  const { run, isBusy, problem } = useCalls(text);
  const reload = async () => onView(await client.get());
  const isAtProvider = isHosted || proof.kind === 'face_liveness';
  usePolling(isAtProvider && proof.status === 'pending' && !isBusy ? proof.proofId : undefined, {
    delayMs: () => POLL_MS,
    load: client.get,
    onAnswer: onView,
  });

  if (proof.status === 'succeeded')
    return (
      <MessageScreen icon="check" mood="good" title={text('done')}>
        <p>{text('phoneDone')}</p>
      </MessageScreen>
    );
  if (proof.status !== 'pending')
    return (
      <MessageScreen icon="warning" mood="calm" title={text('phoneOver')}>
        <p>{text(failureOf(proof))}</p>
        {failureOf(proof) !== 'phoneEnded' && <p>{text('phoneDone')}</p>}
      </MessageScreen>
    );
  return (
    <MessageScreen icon="shield" mood="calm" title={title}>
      {isHosted && <ProviderSteps text={text} details={proof.details} opensHere />}
      {proof.kind === 'id_scan' && !isHosted && (
        <ScanSteps
          text={text}
          demand={proof.details}
          onSucceeded={reload}
          onOver={() => reload().catch(onFailed)}
          send={async (pictures) => (await client.sendFile(pictures)).proof}
        />
      )}
      {proof.kind === 'face_liveness' && (
        <>
          <p>{text('faceIntro', documentOf(proof))}</p>
          <p class="field-problem" role="alert">
            {problem}
          </p>
          <FaceSteps
            text={text}
            proof={proof}
            opensHere
            onAnswer={(outcome) => run(async () => onView(await client.answer({ outcome })))}
          />
        </>
      )}
    </MessageScreen>
  );
}

function failureOf({ kind, reason }: ProofView): ProofPageKey {
  if (kind === 'face_liveness') return 'faceFailed';
  return refusalKey(reason) ?? 'phoneEnded';
}
