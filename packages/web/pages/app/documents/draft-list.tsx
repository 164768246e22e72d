import { Icon } from '../../parts/controls.tsx';
import { EmptyList } from '../../parts/drawings.tsx';
import * as icons from '../../parts/icons.ts';
import { useDocumentsText } from '../../parts/texts.tsx';
import { DayTime } from '../../parts/times.tsx';
import { navigate, useApp } from '../router.ts';
import { type RowAction, SavedHead, SavedRow } from '../saved/saved-row.tsx';
import { WatchedRows } from './watched-documents.tsx';

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
      look="saved-table"
      renderHead={() => (
        <SavedHead columns={[text('columnDocument'), text('lastChanged'), text('fact_kept')]} />
      )}
      empty={
        <EmptyList drawing="draft" title={text('noDrafts')}>
          <p>{text('noDraftsText')}</p>
          <a class="button button-primary" href="/new">
            <Icon path={icons.plus} />
            {text('newDocument')}
          </a>
        </EmptyList>
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
  const { api, user, account } = useApp();
  const day = (moment: string) => <DayTime moment={moment} timeZone={account.timeZone} />;
  const path = `/v1/docs/drafts/${draft.draftId}`;
  const { draftId, name, status, documentId, updatedAt, expiresAt } = draft;
  const copy: RowAction = {
    label: text('duplicate'),
    icon: icons.copy,
    run: async () => {
      const made = await api.post<{ draftId: string }>(`${path}/duplicate`, {});
      navigate(`/drafts/${made.draftId}`);
    },
  };
  const remove: RowAction = {
    label: text('delete'),
    icon: icons.trash,
    run: async () => {
      await api.delete(path);
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
      path={path}
      updatedAt={updatedAt}
      facts={[
        { name: text('lastChanged'), value: day(updatedAt) },
        { name: text('fact_kept'), value: status === 'draft' ? day(expiresAt) : null },
      ]}
      actions={isOwn ? [copy, remove] : [copy]}
    />
  );
}
