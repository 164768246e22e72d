import { EmptyState } from '../../parts/empty-state.tsx';
import { formatDateTime, formatDay } from '../../parts/format-date.ts';
import { Icon } from '../../parts/icon.tsx';
import { usePageLanguage } from '../../parts/language.ts';
import { useApp } from '../app-context.ts';
import { navigate } from '../router.ts';
import { type RowAction, SavedRow } from '../saved/saved-row.tsx';
import { useDocumentsText } from './text.ts';
import { WatchedRows } from './watched-rows.tsx';

interface DraftSummary {
  readonly draftId: string;
  readonly name: string;
  readonly status: 'draft' | 'sent' | 'expired';
  readonly documentId: string | null;
  readonly updatedAt: string;
  readonly expiresAt: string;
  readonly userId: string;
}

export function DraftList() {
  const text = useDocumentsText();
  return (
    <WatchedRows<DraftSummary>
      path="/v1/docs/drafts"
      member="drafts"
      label={text('group_drafts')}
      empty={
        <EmptyState icon="edit" title={text('noDrafts')}>
          <a class="button button-primary" href="/new">
            <Icon name="plus" />
            {text('newDocument')}
          </a>
        </EmptyState>
      }
      renderRow={(draft, reload) => <DraftRow key={draft.draftId} draft={draft} onChanged={reload} />}
    />
  );
}

interface DraftRowProps {
  readonly draft: DraftSummary;
  readonly onChanged: () => Promise<void>;
}

function DraftRow({ draft, onChanged }: DraftRowProps) {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const { api, user } = useApp();
  const { draftId, name, status, documentId, updatedAt, expiresAt } = draft;
  const copy: RowAction = {
    label: text('duplicate'),
    icon: 'copy',
    run: async () => {
      const made = await api.post<{ draftId: string }>(`/v1/docs/drafts/${draftId}/duplicate`, {});
      navigate(`/drafts/${made.draftId}`);
    },
  };
  const remove: RowAction = {
    label: text('delete'),
    icon: 'trash',
    run: async () => {
      await api.delete(`/v1/docs/drafts/${draftId}`);
      await onChanged();
    },
    question: { title: text('deleteNamed', { name }), text: text('deleteDraftText') },
  };
  const isOwn = draft.userId === user.userId;
  return (
    <SavedRow
      title={name}
      href={documentId === null ? `/drafts/${draftId}` : `/documents/${documentId}`}
      badge={status === 'draft' ? null : <span class="badge">{text(`draft_${status}`)}</span>}
      facts={
        <>
          <span>{text('changedAt', { date: formatDateTime(language, updatedAt) })}</span>
          {status === 'draft' && <span>{text('keptUntil', { date: formatDay(language, expiresAt) })}</span>}
        </>
      }
      actions={isOwn ? [copy, remove] : [copy]}
    />
  );
}
