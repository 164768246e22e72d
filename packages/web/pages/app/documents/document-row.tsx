import type { ListedDocumentBody } from '@countersign/api/bodies';
import { Button, Icon } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { usePageLanguage } from '../../parts/language.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { DayTime, sayDay } from '../../parts/times.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { rememberDocumentPage } from '../../requests/navigation.ts';
import { initialsOf } from '../account-menu.tsx';
import { navigate, useApp } from '../router.ts';
import { duplicate, findSealedFile, openOwnLink, remindNext } from './document-actions.ts';
import { isMine, isSealing, isUnreached, StatusBadge, unreachedIn } from './model.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** More labels would push the name of the document away. */
const MAX_SHOWN_LABELS = 2;
/** Their number is said beside them. */
const MAX_DOTS = 3;

interface DocumentRowProps {
  readonly document: ListedDocumentBody;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onChanged: () => Promise<void>;
}

/** The file changes when it is prepared, signed and sealed. Others have none that can be shown, or not for long. */
function versionOf({ status, progress }: ListedDocumentBody): string | null {
  const hasFile = status === 'awaiting_signatures' || status === 'completed' || status === 'revoked';
  return hasFile ? `${status}-${progress?.signed ?? 0}` : null;
}

/** A row of the table on wide pages, and a card on phones. It has one action: the next one. */
export function DocumentRow({ document, isSelected, onSelect, onChanged }: DocumentRowProps) {
  const text = useDocumentsText();
  const { account } = useApp();
  const action = useAction();
  const { documentId, name, createdAt, progress } = document;
  const { timeZone } = account;
  return (
    <li class={`table-row${isSelected ? ' is-selected' : ''}${isMine(document) ? ' is-mine' : ''}`}>
      <label class="row-check">
        <input
          type="checkbox"
          aria-label={text('selectDocument', { name })}
          checked={isSelected}
          onChange={onSelect}
        />
      </label>
      <a class="row-document" href={`/documents/${documentId}`}>
        <Thumbnail path={`/v1/docs/${documentId}/file`} id={documentId} version={versionOf(document)} />
        <span class="row-words">
          <span class="document-name" title={name}>
            {name}
          </span>
          <span class="row-detail">
            <span>
              <Detail document={document} />
            </span>
            <RowLabels document={document} />
          </span>
        </span>
      </a>
      {progress !== undefined && <People progress={progress} />}
      <span class="row-status">
        <StatusBadge document={document} />
      </span>
      <span class="row-fact row-sent">
        <span class="fact-name">{text('fact_created')} </span>
        <DayTime moment={createdAt} timeZone={timeZone} />
      </span>
      <span class="row-fact row-due">
        {progress?.signBy != null && !isSealing(document) && (
          <>
            <span class="fact-name">{text('columnSignBy')} </span>
            <DayTime moment={progress.signBy} timeZone={timeZone} isDeadline />
          </>
        )}
      </span>
      <span class="row-action">
        <NextAction document={document} action={action} onChanged={onChanged} />
      </span>
      {action.error !== undefined && (
        <div class="row-failure">
          <FailureNotice error={action.error} />
        </div>
      )}
    </li>
  );
}

/** Says what the status leaves open: who is next, or when it ended. */
function Detail({ document }: Pick<DocumentRowProps, 'document'>) {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const { account } = useApp();
  const { status, progress } = document;
  if (progress === undefined) return null;
  const { waitingFor, endedAt, isDeclined, isExpired } = progress;
  if (endedAt !== null) {
    const date = sayDay(language, account.timeZone, new Date(endedAt), new Date());
    if (status === 'completed') return <>{text('signedByAll', { date })}</>;
    const end = isDeclined ? 'declined' : isExpired ? 'expired' : 'withdrawn';
    return <>{text('endedOn', { end, date })}</>;
  }
  if (isUnreached(document)) return <>{text('notReached', { name: unreachedIn(progress) ?? '' })}</>;
  if (isMine(document)) return <>{text('waitingForYou', { others: waitingFor.length - 1 })}</>;
  const [first] = waitingFor.filter((name) => name !== '');
  if (first === undefined) return null;
  return <>{text('waitingFor', { name: first, others: waitingFor.length - 1 })}</>;
}

function RowLabels({ document: { labels = [] } }: Pick<DocumentRowProps, 'document'>) {
  const text = useDocumentsText();
  if (labels.length === 0) return null;
  const rest = labels.slice(MAX_SHOWN_LABELS);
  return (
    <span class="row-labels">
      <span class="visually-hidden">{text('labelsTitle')}: </span>
      {labels.slice(0, MAX_SHOWN_LABELS).map((label) => (
        <span key={label} class="label-tag">
          {label}
        </span>
      ))}
      {rest.length > 0 && (
        <span class="label-tag" title={rest.join(', ')}>
          {text('moreLabels', { count: rest.length })}
        </span>
      )}
    </span>
  );
}

interface PeopleProps {
  readonly progress: NonNullable<ListedDocumentBody['progress']>;
}

/** The dots are for the eye: the words beside them, the status and the detail say the same. */
function People({ progress: { people, signees, signed } }: PeopleProps) {
  const text = useDocumentsText();
  return (
    <span class="row-people">
      <span class="people-dots" aria-hidden="true">
        {people.slice(0, MAX_DOTS).map(({ name, state }, index) => (
          <span key={index} class={`person-dot is-${state}`} title={name}>
            {state === 'signed' ? <Icon path={icons.check} /> : initialsOf(name)}
          </span>
        ))}
        {signees > MAX_DOTS && <span class="person-dot">+{signees - MAX_DOTS}</span>}
      </span>
      <span>{text('signedOf', { signed, signees })}</span>
    </span>
  );
}

interface NextActionProps extends Pick<DocumentRowProps, 'document' | 'onChanged'> {
  readonly action: ReturnType<typeof useAction>;
}

function NextAction({ document, action, onChanged }: NextActionProps) {
  const text = useDocumentsText();
  const { api } = useApp();
  const toast = useToast();
  const { documentId, name, status } = document;
  const button = (label: string, run: () => Promise<unknown>, kind: 'primary' | 'plain' = 'plain') => (
    <Button
      kind={kind}
      isBusy={action.isBusy}
      aria-label={`${label}: ${name}`}
      onClick={() => void action.run(run)}
    >
      {label}
    </Button>
  );
  if (isMine(document)) {
    const sign = async () => {
      const signingUrl = await openOwnLink(api, documentId);
      rememberDocumentPage(signingUrl, `/documents/${documentId}`);
      location.assign(signingUrl);
    };
    return button(text('sign'), sign, 'primary');
  }
  if (status === 'completed') {
    const download = async () => location.assign(await findSealedFile(api, documentId));
    return button(text('download'), download);
  }
  if (isUnreached(document)) {
    return (
      <a class="button" href={`/documents/${documentId}`} aria-label={`${text('fixContact')}: ${name}`}>
        {text('fixContact')}
      </a>
    );
  }
  if (status === 'awaiting_signatures' && !isSealing(document)) {
    const remind = async () => {
      const { remindersSentTo } = await remindNext(api, documentId);
      toast({ text: text('remindedOf', { count: remindersSentTo.length, name }) });
      await onChanged();
    };
    return button(text('remind'), remind);
  }
  if (status !== 'revoked' && status !== 'error') return null;
  const copy = async () => navigate(`/drafts/${await duplicate(api, documentId)}`);
  return button(text('duplicate'), copy);
}
