import { WebError } from '../../errors.ts';
import { RequestRefused } from '../requests/request-json.ts';
import { Button } from './button.tsx';
import { type LabelKey, useLabels } from './labels.ts';
import { Notice } from './notice.tsx';
import { useScrollIntoView } from './use-scroll-into-view.ts';

interface FailureNoticeProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

export function FailureNotice({ error, onRetry }: FailureNoticeProps) {
  const label = useLabels();
  const element = useScrollIntoView();
  const retry = onRetry !== undefined && (
    <Button onClick={onRetry} icon="undo">
      {label('tryAgain')}
    </Button>
  );
  return (
    <Notice mood="problem" action={retry} element={element}>
      {failureMessage(error, label)}
    </Notice>
  );
}

export function failureMessage(error: unknown, label: (key: LabelKey) => string): string {
  if (error instanceof RequestRefused) return error.message;
  const isUnreachable = error instanceof WebError && error.code === 'service_unreachable';
  return label(isUnreachable ? 'unreachableText' : 'unexpectedText');
}

/** About one member, if the service refused it; `label` takes the place of its name. */
export function problemOf(error: unknown, path: string, label = path): string | undefined {
  if (!(error instanceof RequestRefused)) return undefined;
  const message = error.details.find((detail) => detail.path === path)?.message;
  return message?.startsWith(`${path} `) ? label + message.slice(path.length) : message;
}
