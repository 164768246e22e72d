import type { VerifyText } from '@countersign/i18n';
import type { PageText } from '@countersign/i18n/page-text';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Brand, Icon } from '../parts/controls.tsx';
import { FilePicker, useDrop } from '../parts/file-picker.tsx';
import * as icons from '../parts/icons.ts';
import { LabelContext } from '../parts/language.tsx';
import { ResultView } from './result-view.tsx';
import {
  failureOf,
  useVerification,
  useVerifyText,
  type VerificationClient,
  type VerificationState,
  VerifyContext,
} from './verification.ts';

interface AppProps {
  readonly client: VerificationClient;
  readonly labels: PageText;
  readonly text: VerifyText;
}

export function App({ client, labels, text }: AppProps) {
  const { state, check } = useVerification(client);
  const checkFirst = useCallback(
    ([file]: readonly File[]) => {
      if (file !== undefined) check(file);
    },
    [check],
  );
  const isOver = useDrop(checkFirst);
  useTitle(state, text);
  return (
    <LabelContext.Provider value={labels}>
      <VerifyContext.Provider value={text}>
        <main class={`verify-page ${isOver ? 'is-over' : ''}`} aria-busy={state.kind === 'checking'}>
          <a class="verify-home" href="/">
            <Brand />
          </a>
          {state.kind === 'done' ? (
            <ResultView fileName={state.fileName} verification={state.verification}>
              <FilePicker label={text('chooseAnother')} isPlain onPick={check} />
              <p class="drop-hint">{text('orDrop')}</p>
            </ResultView>
          ) : (
            <DropCard state={state} onPick={check} />
          )}
        </main>
      </VerifyContext.Provider>
    </LabelContext.Provider>
  );
}

function useTitle(state: VerificationState, text: VerifyText): void {
  useEffect(() => {
    const subject = state.kind === 'idle' ? text('title') : `${state.fileName} – ${text('title')}`;
    document.title = subject;
  }, [state, text]);
}

interface DropCardProps {
  readonly state: Exclude<VerificationState, { readonly kind: 'done' }>;
  readonly onPick: (file: File) => void;
}

function DropCard({ state, onPick }: DropCardProps) {
  const text = useVerifyText();
  return (
    <div class="card drop-card">
      <h1>{text('title')}</h1>
      <p>{text('intro')}</p>
      {state.kind === 'failed' && <Failure error={state.error} />}
      <FilePicker label={text(state.kind === 'idle' ? 'choose' : 'chooseAnother')} onPick={onPick} />
      <p class="drop-hint">{text('orDrop')}</p>
      <p role="status" class="loading">
        {state.kind === 'checking' && (
          <>
            <span class="spinner" aria-hidden="true" />
            {text('checking', { name: state.fileName })}
          </>
        )}
      </p>
      <p class="note">{text('privacy')}</p>
    </div>
  );
}

function Failure({ error }: { readonly error: unknown }) {
  const text = useVerifyText();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [error]);
  const failure = failureOf(error);
  return (
    <div class="failure">
      <Icon path={icons.warning} />
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {text('failedTitle')}
        </h2>
        <p>{typeof failure === 'string' ? text(failure) : failure.message}</p>
      </div>
    </div>
  );
}
