import type { DocumentBody, DocumentEventBody, SigneeBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button, Icon } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { usePageLanguage } from '../../parts/language.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { sayMoment } from '../../parts/times.tsx';
import { useApp } from '../router.ts';
import { remind } from './document-actions.ts';
import { useTimeZone } from './document-state.tsx';
import { isOwn, nameOf, signeesInTurn } from './model.tsx';
import { ContactDialog, RecipientLinksDialog } from './signee-dialogs.tsx';

interface SigneeListProps {
  readonly document: DocumentBody;
  readonly events: readonly DocumentEventBody[];
  readonly onChanged: () => Promise<void>;
  readonly onMessage: (message: string) => void;
}

interface Asked {
  readonly dialog: 'contact' | 'links';
  readonly signee: SigneeBody;
}

/** The people in the order in which they sign. */
export function SigneeList({ document, events, onChanged, onMessage }: SigneeListProps) {
  const text = useDocumentsText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { documentId, signeeDetails, enableSigningOrder } = document;
  const inTurn = signeesInTurn(document);
  const signees = enableSigningOrder
    ? signeeDetails.toSorted((one, other) => one.signingOrder - other.signingOrder)
    : signeeDetails;
  return (
    <>
      <h2 id="signees-title" class="visually-hidden">
        {text('signeesTitle')}
      </h2>
      <ul class="signee-list">
        {signees.map((signee, index) => (
          <SigneeRow
            key={signee.signeeId}
            number={index + 1}
            {...{ document, events, signee, inTurn, onChanged, onMessage }}
            onAsk={(dialog) => setAsked({ dialog, signee })}
          />
        ))}
      </ul>
      {asked?.dialog === 'contact' && (
        <ContactDialog
          documentId={documentId}
          signee={asked.signee}
          onChanged={async () => {
            onMessage(text('contactChanged', { name: nameOf(asked.signee) }));
            await onChanged();
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.dialog === 'links' && (
        <RecipientLinksDialog
          documentId={documentId}
          signeeId={asked.signee.signeeId}
          onClose={() => {
            setAsked(null);
            void onChanged();
          }}
        />
      )}
    </>
  );
}

interface SigneeRowProps extends SigneeListProps {
  readonly signee: SigneeBody;
  /** The place in the list, from 1. */
  readonly number: number;
  readonly inTurn: readonly SigneeBody[];
  readonly onAsk: (dialog: Asked['dialog']) => void;
}

type State = 'signed' | 'declined' | 'undelivered' | 'yourTurn' | 'next' | 'later' | 'ended';

const MOODS = {
  signed: 'is-good',
  declined: 'is-problem',
  undelivered: 'is-problem',
  yourTurn: 'is-mark',
  next: 'is-mark',
  later: '',
  ended: '',
} as const satisfies Readonly<Record<State, string>>;

function SigneeRow(props: SigneeRowProps) {
  const { document, events, signee, number, inTurn, onChanged, onMessage, onAsk } = props;
  const text = useDocumentsText();
  const { api, user } = useApp();
  const action = useAction();
  const { signeeId, deliveryProblems = [], warnings = [] } = signee;
  const name = nameOf(signee);
  const isInTurn = inTurn.includes(signee);
  const state = stateOf(document, signee, isInTurn, isOwn(signee, user));
  const isChangeable =
    signee.signatureStatus !== 'signed' && ['created', 'awaiting_signatures'].includes(document.status);
  const remindOne = async () => {
    await remind(api, document.documentId, [signeeId]);
    onMessage(text('remindedNamed', { name }));
    await onChanged();
  };
  const isRemindable = isInTurn && !isOwn(signee, user) && signee.reminders.reminderCooldown === 0;
  const items: MenuItem[] = [];
  if (isRemindable)
    items.push({ icon: icons.bell, text: text('remind'), onChoose: () => void action.run(remindOne) });
  if (isChangeable)
    items.push({ icon: icons.edit, text: text('changeContactTitle'), onChoose: () => onAsk('contact') });
  if (isInTurn) items.push({ icon: icons.link, text: text('getLink'), onChoose: () => onAsk('links') });
  return (
    <li class="signee-row">
      <span class={`signee-mark ${MOODS[state]}`} aria-hidden="true">
        {state === 'signed' ? <Icon path={icons.check} /> : number}
      </span>
      <div class="row-main">
        <span class="row-title">{signee.fullName || name}</span>
        <SigneeFacts {...{ events, signee, inTurn, state }} />
        {deliveryProblems.map(({ channel, reason }) => (
          <span key={channel} class="field-problem">
            {text('notDelivered', { channel, reason })}
          </span>
        ))}
        {deliveryProblems.length > 0 && isChangeable && (
          <span class="signee-remedy">
            <Button kind="quiet" icon={icons.edit} onClick={() => onAsk('contact')}>
              {text('correctContact')}
            </Button>
          </span>
        )}
        {warnings.map(({ code, params }) => (
          <span key={params?.name} class="field-problem">
            {code === 'name_differs' ? text('nameDiffers', { name: '', sandbox: 'false', ...params }) : code}
          </span>
        ))}
        {action.error !== undefined && <FailureNotice error={action.error} />}
      </div>
      {state !== 'later' && state !== 'ended' && (
        <span class={`badge ${MOODS[state]}`}>{text(`signee_${state}`)}</span>
      )}
      <Menu label={text('moreFor', { name })} items={items} isBusy={action.isBusy} />
    </li>
  );
}

function stateOf(document: DocumentBody, signee: SigneeBody, isInTurn: boolean, isMine: boolean): State {
  if (signee.signatureStatus === 'signed') return 'signed';
  if (document.declined?.signeeId === signee.signeeId) return 'declined';
  if (!isInTurn) return document.status === 'awaiting_signatures' ? 'later' : 'ended';
  if (isMine) return 'yourTurn';
  return (signee.deliveryProblems ?? []).length > 0 ? 'undelivered' : 'next';
}

interface SigneeFactsProps extends Pick<SigneeRowProps, 'events' | 'signee' | 'inTurn'> {
  readonly state: State;
}

/** Names as many people as a line has room for. */
const MAX_NAMES = 2;

function SigneeFacts({ events, signee, inTurn, state }: SigneeFactsProps) {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const { signedAt, reminders, fullName, emailAddress, phoneNumber } = signee;
  const timeZone = useTimeZone();
  const dateOf = (type: string) => {
    const event = events.findLast((one) => one.type === type && one.actor?.id === signee.signeeId);
    return event === undefined ? null : sayMoment(language, timeZone, event.date);
  };
  const opened = dateOf('document.opened');
  const declined = dateOf('document.declined');
  const contacts = [emailAddress, phoneNumber].filter(
    (contact) => fullName !== '' || contact !== emailAddress,
  );
  const before = inTurn.slice(0, MAX_NAMES).map(nameOf);
  const facts = [
    ...contacts,
    signedAt !== null && text('signedAt', { date: sayMoment(language, timeZone, signedAt) }),
    declined !== null && text('declinedAt', { date: declined }),
    signedAt === null && declined === null && opened !== null && text('openedAt', { date: opened }),
    state === 'later' &&
      before.length > 0 &&
      text('signsAfter', { names: new Intl.ListFormat(language).format(before) }),
    signedAt === null &&
      reminders.reminderSentCount > 0 &&
      text('remindedTimes', { count: reminders.reminderSentCount }),
    inTurn.includes(signee) &&
      reminders.reminderCooldown > 0 &&
      text('remindLater', { minutes: Math.ceil(reminders.reminderCooldown / 60) }),
  ];
  return (
    <span class="row-facts">
      {facts.filter((fact) => typeof fact === 'string' && fact !== '').join(' · ')}
    </span>
  );
}
