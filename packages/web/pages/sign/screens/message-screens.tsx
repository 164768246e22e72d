import type { SigningView } from '@countersign/signing';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Brand, Icon, type IconPath } from '../../parts/controls.tsx';
import { keepFocus } from '../../parts/dialog.tsx';
import * as icons from '../../parts/icons.ts';
import { useText } from '../parts.tsx';
import type { SessionFailure } from '../session/session-failure.ts';
import { LanguageMenu } from './language-menu.tsx';

/** Has the places of the header and the page that most visits lead to. */
export function LoadingScreen({ label }: { readonly label: string }) {
  return (
    <main class="loading-screen">
      <div class="loading-head">
        <Brand />
      </div>
      <p class="visually-hidden" role="status">
        {label}
      </p>
      <div class="loading-sheet" aria-hidden="true">
        {Array.from({ length: 8 }, (_, line) => (
          <span key={line} class="skeleton" />
        ))}
      </div>
    </main>
  );
}

export interface SenderBrandProps {
  readonly view: { readonly senderName: string; readonly senderLogoUrl?: string | undefined };
}

/** Shows the logo of the account, or the product's. */
export function SenderBrand({ view: { senderName, senderLogoUrl } }: SenderBrandProps) {
  if (senderLogoUrl === undefined) return <Brand />;
  return (
    <span class="brand">
      <img class="brand-logo" src={senderLogoUrl} alt={senderName} />
    </span>
  );
}

export type Mood = 'good' | 'calm' | 'problem';

interface MessageScreenProps {
  /** The sender is undefined until it is known. */
  readonly view?: SenderBrandProps['view'] | undefined;
  readonly icon: IconPath;
  readonly mood: Mood;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** The screen takes the focus for screen readers, and keeps it. */
export function MessageScreen({ view, icon, mood, title, children }: MessageScreenProps) {
  const element = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // A new title is a new message. Focus scrolls only the heading into view.
  useLayoutEffect(() => {
    heading.current?.focus();
    window.scrollTo(0, 0);
  }, [title]);
  useLayoutEffect(() => (element.current === null ? undefined : keepFocus(element.current)), []);
  return (
    <main ref={element} class="message-page">
      {view === undefined ? <Brand /> : <SenderBrand view={view} />}
      {view !== undefined && <LanguageMenu />}
      <div class="message-card">
        <span class={`message-icon is-${mood}`}>
          <Icon path={icon} />
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  );
}

interface ContactProps {
  readonly view: Pick<SigningView, 'senderName' | 'replyTo'>;
}

/** Says whom to ask, if the sender gave an address. */
export function Contact({ view: { senderName, replyTo } }: ContactProps) {
  const text = useText();
  if (replyTo === undefined) return null;
  return (
    <p>
      {text('questions', { sender: senderName })}{' '}
      <a class="text-link" href={`mailto:${encodeURI(replyTo)}`}>
        {replyTo}
      </a>
    </p>
  );
}

interface PeopleProps {
  readonly signees: SigningView['signees'];
}

/** Shows nothing if only one person signs. */
export function People({ signees }: PeopleProps) {
  const text = useText();
  if (signees.length < 2) return null;
  const signed = signees.filter(({ signatureStatus }) => signatureStatus === 'signed').length;
  return (
    <details class="people">
      <summary>{text('peopleSigned', { signed, count: signees.length })}</summary>
      <ul>
        {signees.map(({ fullName, signatureStatus, isSelf }, index) => {
          const hasSigned = signatureStatus === 'signed';
          const name = fullName === '' ? text('personUnnamed') : fullName;
          return (
            <li key={index} class={hasSigned ? 'is-signed' : ''}>
              <Icon path={hasSigned ? icons.check : icons.clock} />
              <span class="people-name">{isSelf ? text('personSelf', { name }) : name}</span>
              <span class="people-state">{text(hasSigned ? 'personSigned' : 'personWaiting')}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

interface SessionFailedScreenProps {
  readonly failure: SessionFailure;
  readonly onRetry: () => void;
}

export function SessionFailedScreen({ failure, onRetry }: SessionFailedScreenProps) {
  const text = useText();
  if (failure.kind === 'not_found') {
    return (
      <MessageScreen icon={icons.warning} mood="calm" title={text('notFoundTitle')}>
        <p>{text('notFoundText')}</p>
      </MessageScreen>
    );
  }
  const isLine = failure.kind === 'unreachable';
  return (
    <MessageScreen
      icon={isLine ? icons.wifi : icons.warning}
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
