import { pageText } from '@countersign/i18n/page';
import { type ProofText, proofText } from '@countersign/i18n/proofs';
import type { Language, PhoneView, ProofView } from '@countersign/signing';
import { useEffect, useState } from 'preact/hooks';
import { LabelContext } from '../parts/labels.ts';
import { documentOf, FaceSteps } from '../sign/proofs/face-steps.tsx';
import { ScanSteps } from '../sign/proofs/scan/scan-steps.tsx';
import { useCalls } from '../sign/proofs/use-calls.ts';
import { MessageScreen } from '../sign/screens/message-screen.tsx';
import { refusalMessage } from '../sign/session/session-failure.ts';
import type { PhoneClient } from './phone-client.ts';

/** Milliseconds between two looks at a check that a provider does. */
const POLL_MS = 3000;

interface AppProps {
  readonly client: PhoneClient;
  /** After the # of the address; empty if the page was loaded again. */
  readonly code: string;
  /** Until the check has the document's language. */
  readonly language: Language;
  /** The code was used. */
  readonly onClaimed: () => void;
}

type PhoneState =
  /** The person reads what the code is for before it is used: a deceiver may have sent it. */
  | { readonly kind: 'asking' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'open'; readonly view: PhoneView }
  /** `message` is from the service, if any. */
  | { readonly kind: 'failed'; readonly message: string | null };

/** One check of a signing page that is open on another device. */
export function App({ client, code, language: shellLanguage, onClaimed }: AppProps) {
  const [state, setState] = useState<PhoneState>({ kind: code === '' ? 'loading' : 'asking' });
  const take = (view: PhoneView) => setState({ kind: 'open', view });
  const fail = (error: unknown) => setState({ kind: 'failed', message: refusalMessage(error) });
  useEffect(() => {
    if (code === '') client.get().then(take, fail);
  }, [client, code]);
  const claim = (): void => {
    setState({ kind: 'loading' });
    client.claim(code).then((view) => {
      onClaimed();
      take(view);
    }, fail);
  };

  const language = state.kind === 'open' ? state.view.language : shellLanguage;
  const text = proofText(language);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = text('phoneTitle');
  }, [language]);

  return (
    <LabelContext.Provider value={pageText(language)}>
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
      {state.kind === 'failed' && (
        <MessageScreen icon="warning" mood="calm" title={text('phoneOver')}>
          <p>{state.message ?? text('unreachable')}</p>
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
  const { run, problem } = useCalls(text);
  const reload = async () => onView(await client.get());
  useReport(client, proof, onView);

  if (proof.status === 'succeeded')
    return (
      <MessageScreen icon="check" mood="good" title={text('done')}>
        <p>{text('phoneDone')}</p>
      </MessageScreen>
    );
  if (proof.status !== 'pending')
    return (
      <MessageScreen icon="warning" mood="calm" title={text('phoneOver')}>
        <p>{text(proof.kind === 'face_liveness' ? 'faceFailed' : 'over')}</p>
      </MessageScreen>
    );
  return (
    <MessageScreen icon="shield" mood="calm" title={title}>
      {proof.kind === 'id_scan' && (
        <ScanSteps
          text={text}
          field={proof.field}
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

/** Looks how a provider's check stands. A look that fails is repeated. */
function useReport(
  client: PhoneClient,
  { kind, status }: ProofView,
  onView: (view: PhoneView) => void,
): void {
  const isWatched = kind === 'face_liveness' && status === 'pending';
  useEffect(() => {
    if (!isWatched) return;
    const timer = setInterval(() => client.get().then(onView, () => undefined), POLL_MS);
    return () => clearInterval(timer);
  }, [isWatched, client]);
}
