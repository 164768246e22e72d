import type { DocumentBody, SigneeBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { formatDateTime, usePageLanguage } from '../../parts/language.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { remind } from './document-actions.ts';
import { isOwn, nameOf, signeesInTurn } from './model.tsx';
import { ContactDialog, RecipientLinksDialog } from './signee-dialogs.tsx';

interface SigneesCardProps {
  readonly document: DocumentBody;
  readonly onChanged: () => Promise<void>;
  readonly onMessage: (message: string) => void;
}

export function SigneesCard({ document, onChanged, onMessage }: SigneesCardProps) {
  const text = useDocumentsText();
  const [changed, setChanged] = useState<SigneeBody | null>(null);
  const [hasLinks, setHasLinks] = useState(false);
  const { signeeDetails, status, enableSigningOrder } = document;
  const isWaiting = status === 'awaiting_signatures';
  const inTurn = new Set(signeesInTurn(document).map(({ signeeId }) => signeeId));
  const signees = enableSigningOrder
    ? signeeDetails.toSorted((one, other) => one.signingOrder - other.signingOrder)
    : signeeDetails;
  return (
    <section class="card" aria-labelledby="signees-title">
      <div class="card-head">
        <h2 id="signees-title">{text('signeesTitle')}</h2>
        {isWaiting && inTurn.size > 0 && (
          <Button kind="quiet" icon={icons.link} onClick={() => setHasLinks(true)}>
            {text('signingLinks')}
          </Button>
        )}
      </div>
      <ul class="rows">
        {signees.map((signee) => (
          <SigneeRow
            key={signee.signeeId}
            document={document}
            signee={signee}
            isInTurn={inTurn.has(signee.signeeId)}
            onChanged={onChanged}
            onMessage={onMessage}
            onChange={() => setChanged(signee)}
          />
        ))}
      </ul>
      {changed !== null && (
        <ContactDialog
          documentId={document.documentId}
          signee={changed}
          onChanged={async () => {
            onMessage(text('contactChanged', { name: nameOf(changed) }));
            await onChanged();
          }}
          onClose={() => setChanged(null)}
        />
      )}
      {hasLinks && (
        <RecipientLinksDialog documentId={document.documentId} onClose={() => setHasLinks(false)} />
      )}
    </section>
  );
}

interface SigneeRowProps extends SigneesCardProps {
  readonly signee: SigneeBody;
  readonly isInTurn: boolean;
  readonly onChange: () => void;
}

function SigneeRow({ document, signee, isInTurn, onChanged, onMessage, onChange }: SigneeRowProps) {
  const text = useDocumentsText();
  const { api, user } = useApp();
  const action = useAction();
  const {
    signeeId,
    fullName,
    emailAddress,
    phoneNumber,
    reminders,
    deliveryProblems = [],
    warnings = [],
  } = signee;
  const name = nameOf(signee);
  const contacts = [emailAddress, phoneNumber].filter((contact) => contact !== null && contact !== name);
  const isChangeable =
    signee.signatureStatus !== 'signed' && ['created', 'awaiting_signatures'].includes(document.status);
  const isCooling = reminders.reminderCooldown > 0;
  const remindOne = async () => {
    await remind(api, document.documentId, [signeeId]);
    onMessage(text('remindedNamed', { name }));
    await onChanged();
  };
  return (
    <li class="row">
      <div class="row-main">
        <span class="row-title">
          {fullName || name}
          <SigneeBadge document={document} signee={signee} isInTurn={isInTurn} />
        </span>
        <SigneeFacts signee={signee} contacts={contacts} />
        {deliveryProblems.map(({ channel, reason }) => (
          <span key={channel} class="field-problem">
            {text('notDelivered', { channel, reason })}
          </span>
        ))}
        {warnings.map(({ code, params }) => (
          <span key={params?.name} class="field-problem">
            {code === 'name_differs' ? text('nameDiffers', { name: '', sandbox: 'false', ...params }) : code}
          </span>
        ))}
        {isInTurn && isCooling && (
          <span class="row-facts">
            {text('remindLater', { minutes: Math.ceil(reminders.reminderCooldown / 60) })}
          </span>
        )}
      </div>
      <div class="row-actions">
        {isInTurn && !isCooling && !isOwn(signee, user) && (
          <Button
            kind="quiet"
            icon={icons.bell}
            isBusy={action.isBusy}
            aria-label={text('remindNamed', { name })}
            onClick={() => action.run(remindOne)}
          >
            {text('remind')}
          </Button>
        )}
        {isChangeable && (
          <Button
            kind="quiet"
            icon={icons.edit}
            aria-label={text('changeNamed', { name })}
            onClick={onChange}
          >
            {text('change')}
          </Button>
        )}
      </div>
      {action.error !== undefined && <FailureNotice error={action.error} />}
    </li>
  );
}

interface SigneeFactsProps {
  readonly signee: SigneeBody;
  readonly contacts: readonly (string | null)[];
}

function SigneeFacts({ signee, contacts }: SigneeFactsProps) {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const { signedAt, reminders } = signee;
  const facts = [
    ...contacts,
    ...(signedAt === null ? [] : [text('signedAt', { date: formatDateTime(language, signedAt) })]),
    ...(reminders.reminderSentCount === 0 || signedAt !== null
      ? []
      : [text('remindedTimes', { count: reminders.reminderSentCount })]),
  ];
  return <span class="row-facts">{facts.join(' · ')}</span>;
}

interface SigneeBadgeProps {
  readonly document: DocumentBody;
  readonly signee: SigneeBody;
  readonly isInTurn: boolean;
}

function SigneeBadge({ document, signee, isInTurn }: SigneeBadgeProps) {
  const text = useDocumentsText();
  if (signee.signatureStatus === 'signed') return <span class="badge is-good">{text('hasSigned')}</span>;
  if (document.declined?.signeeId === signee.signeeId)
    return <span class="badge is-problem">{text('hasDeclined')}</span>;
  if (isInTurn) return <span class="badge is-calm">{text('isNext')}</span>;
  if (document.status === 'awaiting_signatures') return <span class="badge">{text('isLater')}</span>;
  return null;
}
