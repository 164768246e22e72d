import type { SessionFailure } from '../session/session-failure.ts';
import { useText } from '../text/text-context.ts';
import { MessageScreen } from './message-screen.tsx';

interface SessionFailedScreenProps {
  readonly failure: SessionFailure;
  readonly onRetry: () => void;
}

export function SessionFailedScreen({ failure, onRetry }: SessionFailedScreenProps) {
  const text = useText();
  if (failure.kind === 'not_found') {
    return (
      <MessageScreen icon="warning" mood="calm" title={text('notFoundTitle')}>
        <p>{text('notFoundText')}</p>
      </MessageScreen>
    );
  }
  const isLine = failure.kind === 'unreachable';
  return (
    <MessageScreen
      icon={isLine ? 'wifi' : 'warning'}
      mood="problem"
      title={text(isLine ? 'unreachableTitle' : 'unexpectedTitle')}
    >
      <p>{isLine ? text('unreachableText') : (failure.message ?? text('unexpectedText'))}</p>
      <button type="button" class="button button-primary button-large" onClick={onRetry}>
        {text('tryAgain')}
      </button>
    </MessageScreen>
  );
}
