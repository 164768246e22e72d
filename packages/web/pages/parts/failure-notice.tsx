import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { WebError } from '../../errors.ts';
import { RequestRefused } from '../requests/request-json.ts';
import { Button, Notice } from './controls.tsx';
import { useScrollIntoView } from './hooks.ts';
import * as icons from './icons.ts';
import { type LabelKey, useLabels } from './language.tsx';

interface FailureNoticeProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

export function FailureNotice({ error, onRetry }: FailureNoticeProps) {
  const label = useLabels();
  const element = useScrollIntoView();
  const retry = onRetry !== undefined && (
    <Button onClick={onRetry} icon={icons.undo}>
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
  if (error instanceof RequestRefused) return nameInWords(error);
  const isUnreachable = error instanceof WebError && error.code === 'service_unreachable';
  return label(isUnreachable ? 'unreachableText' : 'unexpectedText');
}

/** People read "Full name must be ...", whatever the API calls it. */
export function nameInWords({ message, details }: Pick<RequestRefused, 'message' | 'details'>): string {
  const [member] = details.map(({ path }) => path.replaceAll(/\.(\d+)/g, '[$1]'));
  if (member === undefined || member === '' || !message.startsWith(`${member} `)) return message;
  const name = member.split('.').at(-1) ?? member;
  const words = name.replaceAll(/[[\]_]+/g, ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const shown = words.trim().replaceAll(/\s+/g, ' ');
  return shown.charAt(0).toUpperCase() + shown.slice(1) + message.slice(member.length);
}

/** These codes are about one member of a form, and come without details. */
const MEMBER_OF_CODE: Readonly<Record<string, string>> = {
  code_wrong: 'code',
  password_wrong: 'currentPassword',
  user_exists: 'emailAddress',
  webhook_url_not_allowed: 'webhookUrl',
};

/** Returns the problem of one member, if the service refused it. `label` takes the place of its name. */
function problemOf(error: unknown, path: string, label = path): string | undefined {
  if (!(error instanceof RequestRefused)) return undefined;
  const message = error.details.find((detail) => detail.path === path)?.message;
  if (message === undefined) return MEMBER_OF_CODE[error.errorCode] === path ? error.message : undefined;
  const member = path.replace(/\.(\d+)$/, '[$1]');
  return message.startsWith(`${member} `) ? label + message.slice(member.length) : message;
}

/** Finds the problem of the field that shows it. */
export type ProblemAt = (path: string, label?: string) => string | undefined;

interface Refusal {
  readonly error: unknown;
  readonly shown: Set<string>;
  readonly problemAt: ProblemAt;
}

/** The first field that was refused takes the focus, once for each error, in the moment that shows the error. */
export function useRefusal(form: RefObject<HTMLElement | null>, error: unknown): Refusal {
  useLayoutEffect(() => {
    if (error === undefined) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
    // The problem is scrolled into view too, because it may be below the edge of a phone.
    field?.closest('.form-field')?.scrollIntoView({ block: 'nearest' });
  }, [form, error]);
  const shown = new Set<string>();
  const problemAt: ProblemAt = (path, label) => {
    const problem = problemOf(error, path, label);
    if (problem !== undefined) shown.add(path);
    return problem;
  };
  return { error, shown, problemAt };
}

/** Shows nothing if the fields before it show all. */
export function RefusalNotice({ refusal: { error, shown } }: { readonly refusal: Refusal }) {
  const isShown =
    error instanceof RequestRefused && shown.size > 0 && error.details.every(({ path }) => shown.has(path));
  return error === undefined || isShown ? null : <FailureNotice error={error} />;
}
