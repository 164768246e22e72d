import type { PageKey } from '@countersign/i18n';
import type { SigningView } from '@countersign/signing';
import { useEffect, useState } from 'preact/hooks';
import { Icon, type IconPath } from '../../parts/controls.tsx';
import { lazy } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { formatDateTime, usePageLanguage } from '../../parts/language.tsx';
import { recallDocumentPage } from '../../requests/navigation.ts';
import type { LinkCodeProps } from '../code-form.tsx';
import { FileLink, isFramed } from '../embedding.tsx';
import { useCountdown, useLazy, useText } from '../parts.tsx';
import { type Screen, screenOf } from '../session/session-state.ts';
import { formatDay, LastDay } from './language-menu.tsx';
import { Contact, MessageScreen, type Mood, People } from './message-screens.tsx';

interface StatusWords {
  readonly icon: IconPath;
  readonly mood: Mood;
  readonly title: PageKey;
  readonly text: PageKey;
}

const WORDS: Readonly<Record<Exclude<Screen, 'sign' | 'verification_required'>, StatusWords>> = {
  preparing: { icon: icons.clock, mood: 'calm', title: 'preparingTitle', text: 'preparingText' },
  not_your_turn: { icon: icons.clock, mood: 'calm', title: 'notYourTurnTitle', text: 'notYourTurnText' },
  signed: { icon: icons.check, mood: 'good', title: 'signedTitle', text: 'signedText' },
  completed: { icon: icons.check, mood: 'good', title: 'completedTitle', text: 'completedText' },
  revoked: { icon: icons.close, mood: 'calm', title: 'revokedTitle', text: 'revokedText' },
  declined: { icon: icons.close, mood: 'calm', title: 'declinedTitle', text: 'declinedText' },
  declined_by_other: {
    icon: icons.close,
    mood: 'calm',
    title: 'declinedByOtherTitle',
    text: 'declinedByOtherText',
  },
  expired: { icon: icons.clock, mood: 'calm', title: 'expiredTitle', text: 'expiredText' },
  failed: { icon: icons.warning, mood: 'problem', title: 'failedTitle', text: 'failedText' },
};

/** Says whose turn it is, if the sender gave a name. */
function NextPerson({ view: { signees } }: Pick<LinkCodeProps, 'view'>) {
  const text = useText();
  const next = signees.find(
    ({ signatureStatus, isSelf }) => signatureStatus !== 'signed' && !isSelf,
  )?.fullName;
  return next ? <p>{text('nextPerson', { name: next })}</p> : null;
}

/** Seconds before the page of the sender opens by itself [D10-15]. */
const GO_ON_AFTER = 5;

/** The one next step, which begins by itself unless the signee stays. */
function GoOn({ url, isPrimary }: { readonly url: string; readonly isPrimary: boolean }) {
  const text = useText();
  const [isStaying, setIsStaying] = useState(false);
  const [left] = useCountdown(GO_ON_AFTER);
  const host = new URL(url).host;
  useEffect(() => {
    if (left === 0 && !isStaying) location.assign(url);
  }, [left, isStaying, url]);
  return (
    <>
      <a class={`button button-large ${isPrimary ? 'button-primary' : ''}`} href={url} rel="noreferrer">
        {text('goOn', { host })}
      </a>
      {!isStaying && left > 0 && (
        <button type="button" class="link-button" onClick={() => setIsStaying(true)}>
          {text('goOnStay', { seconds: left })}
        </button>
      )}
    </>
  );
}

/** Says when the document is deleted, and whom to ask. */
function EndingFacts({ view }: Pick<LinkCodeProps, 'view'>) {
  const text = useText();
  const { language } = usePageLanguage();
  const { ending, status } = view;
  return (
    <>
      {ending !== undefined && (
        <p>
          {text('deletedOn', {
            date: formatDay(language, ending.deletedAt),
            isComplete: status === 'completed' ? 'yes' : 'no',
          })}
        </p>
      )}
      <Contact view={view} />
    </>
  );
}

const LINK_CODE = lazy(async () => (await import('../code-form.tsx')).LinkCode);

/** Most links open without a code, so its form is loaded when one is asked for. */
function LinkCode(props: LinkCodeProps) {
  const text = useText();
  const { loaded: Form, hasFailed, load } = useLazy(LINK_CODE);
  if (Form !== null) return <Form {...props} />;
  return (
    <>
      <p role="status">{text(hasFailed ? 'sendUnreachable' : 'loadingStep')}</p>
      {hasFailed && (
        <button type="button" class="button button-primary button-large" onClick={load}>
          {text('tryAgain')}
        </button>
      )}
    </>
  );
}

function VerificationScreen(props: LinkCodeProps) {
  const text = useText();
  const { documentName, senderName } = props.view;
  return (
    <MessageScreen view={props.view} icon={icons.lock} mood="calm" title={text('verifyTitle')}>
      <p>{text('verifyIntro', { name: documentName, sender: senderName })}</p>
      <LastDay view={props.view} />
      <LinkCode {...props} />
    </MessageScreen>
  );
}

/** Shows all states but signing. */
export function StatusScreen(props: LinkCodeProps) {
  const text = useText();
  const { language } = usePageLanguage();
  const { view, client } = props;
  const screen = screenOf(view);
  if (screen === 'verification_required') return <VerificationScreen {...props} />;
  if (screen === 'sign') return null;
  const words = WORDS[screen];
  const { signedAt } = view.signee;
  const isToldOf = (message: SigningView['messagesToCome'][number]) =>
    view.messagesToCome.includes(message) ? 'yes' : 'no';
  const documentPage = recallDocumentPage(location.pathname);
  return (
    <MessageScreen view={view} icon={words.icon} mood={words.mood} title={text(words.title)}>
      <p>
        {text(words.text, {
          name: view.documentName,
          sender: view.senderName,
          message: isToldOf('your_turn'),
          date: view.ending && formatDay(language, view.ending.endedAt),
          copy: view.copyTo,
        })}
      </p>
      {screen === 'not_your_turn' && <LastDay view={view} />}
      {(screen === 'signed' || screen === 'completed') && signedAt !== undefined && (
        <p>{text('signedAt', { time: formatDateTime(language, signedAt) })}</p>
      )}
      {screen === 'signed' && <NextPerson view={view} />}
      {screen === 'signed' && (
        <p class="waiting" role="status">
          <span class="spinner" aria-hidden="true" />
          {text('signedWaiting', { message: isToldOf('completed'), copy: view.copyTo })}
        </p>
      )}
      {screen === 'signed' && <People signees={view.signees} />}
      {screen === 'completed' && view.verification !== undefined && (
        <>
          <p>{text('completedVerify')}</p>
          <LinkCode {...props} />
        </>
      )}
      {screen === 'completed' && view.verification === undefined && (
        <FileLink
          client={client}
          href={client.sealedUrl}
          name={view.documentName}
          class="button button-primary button-large"
        >
          <Icon path={icons.download} />
          {text('download')}
        </FileLink>
      )}
      {screen !== 'preparing' && <EndingFacts view={view} />}
      {view.redirectUrl !== undefined && !isFramed && (
        <GoOn url={view.redirectUrl} isPrimary={screen !== 'completed'} />
      )}
      {documentPage !== null && (
        <a class="button" href={documentPage}>
          {text('backToDocument')}
        </a>
      )}
    </MessageScreen>
  );
}
