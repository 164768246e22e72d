import type { Language } from '@countersign/base/locale';
import type { ProofPageKey } from '@countersign/i18n';
import { type ProofText, proofText } from '@countersign/i18n/proof-text';
import type { PhoneView, ProofView } from '@countersign/signing';
import { useEffect, useState } from 'preact/hooks';
import * as icons from '../parts/icons.ts';
import { LabelContext } from '../parts/language.tsx';
import { usePolling } from '../parts/polling.ts';
import { notUnderstood, requestJson } from '../requests/request-json.ts';
import { usePageText } from '../sign/parts.tsx';
import { isProofView } from '../sign/proofs/proof-client.ts';
import { documentOf, FaceSteps, ProviderSteps } from '../sign/proofs/provider-steps.tsx';
import { type PackedPictures, refusalKey, ScanSteps } from '../sign/proofs/scan-steps.tsx';
import { useCalls } from '../sign/proofs/use-proof.ts';
import { LoadingScreen, MessageScreen } from '../sign/screens/message-screens.tsx';
import { type ProviderReturn, sendReturned } from '../sign/session/provider-return.ts';
import { refusalMessage } from '../sign/session/session-failure.ts';

/** Every method rejects with `WebError`. */
export interface PhoneClient {
  claim(code: string): Promise<PhoneView>;
  get(): Promise<PhoneView>;
  answer(input: Readonly<Record<string, unknown>>): Promise<PhoneView>;
  sendFile(pictures: PackedPictures): Promise<PhoneView>;
}

/** `base` is the path of the page; the browser adds the cookie. */
export function createPhoneClient(base: string, language: Language, send: typeof fetch): PhoneClient {
  const request = async (path: string, init: RequestInit): Promise<PhoneView> => {
    const answer = await requestJson(send, `${base}${path}`, { cache: 'no-store', ...init });
    if (!isPhoneView(answer)) throw notUnderstood(200);
    return answer;
  };
  const post = (path: string, body: object) =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, errorLanguage: language }),
    });
  return {
    claim: (code) => post('/session', { code }),
    get: () => request(`/session?errorLanguage=${language}`, {}),
    answer: (input) => post('/proof', { input }),
    sendFile({ file, name, part }) {
      const body = new FormData();
      body.append('errorLanguage', language);
      body.append('file', file, name);
      return request(`/files?part=${encodeURIComponent(part)}`, { method: 'POST', body });
    },
  };
}

function isPhoneView(answer: unknown): answer is PhoneView {
  return typeof answer === 'object' && answer !== null && 'proof' in answer && isProofView(answer.proof);
}

interface AppProps {
  readonly client: PhoneClient;
  /** The code is empty if the page was loaded again. */
  readonly code: string;
  readonly returned: ProviderReturn | null;
  /** This language is used until the check has its own. */
  readonly language: Language;
  /** Is called when the code was used. */
  readonly onClaimed: () => void;
}

type PhoneState =
  /** A deceiver may have sent the code, so the person reads first what it is for. */
  | { readonly kind: 'asking' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'open'; readonly view: PhoneView }
  /** `message` is the service's, and null if it was unreachable. */
  | { readonly kind: 'failed'; readonly message: string | null };

/** The signing page is on another device. */
export function App({ client, code, returned, language: shellLanguage, onClaimed }: AppProps) {
  const [state, setState] = useState<PhoneState>({ kind: code === '' ? 'loading' : 'asking' });
  const take = (view: PhoneView) => setState({ kind: 'open', view });
  const fail = (error: unknown) => setState({ kind: 'failed', message: refusalMessage(error) });
  const load = (): void => {
    setState({ kind: 'loading' });
    const answered = returned && sendReturned(() => client.answer(returned.input), fail);
    // The check has ended.
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
  const labels = usePageText(language)?.text;
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = text('phoneTitle');
  }, [language]);

  if (labels === undefined) return null;
  return (
    <LabelContext.Provider value={labels}>
      {state.kind === 'loading' && <LoadingScreen label={labels('loadingStep')} />}
      {state.kind === 'asking' && (
        <MessageScreen icon={icons.shield} mood="calm" title={text('phoneTitle')}>
          <p>{text('phoneAsk')}</p>
          <p>
            <button type="button" class="button button-primary" onClick={claim}>
              {text('phoneClaim')}
            </button>
          </p>
        </MessageScreen>
      )}
      {state.kind === 'failed' && state.message !== null && (
        <MessageScreen icon={icons.warning} mood="calm" title={text('phoneOver')}>
          <p>{state.message}</p>
        </MessageScreen>
      )}
      {state.kind === 'failed' && state.message === null && (
        <MessageScreen icon={icons.wifi} mood="problem" title={labels('unreachableTitle')}>
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
    pace: 'proof',
    load: client.get,
    onAnswer: onView,
  });

  if (proof.status === 'succeeded')
    return (
      <MessageScreen icon={icons.check} mood="good" title={text('done')}>
        <p>{text('phoneDone')}</p>
      </MessageScreen>
    );
  if (proof.status !== 'pending')
    return (
      <MessageScreen icon={icons.warning} mood="calm" title={text('phoneOver')}>
        <p>{text(failureOf(proof))}</p>
        {failureOf(proof) !== 'phoneEnded' && <p>{text('phoneDone')}</p>}
      </MessageScreen>
    );
  return (
    <MessageScreen icon={icons.shield} mood="calm" title={title}>
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
