import type { ListedDocumentBody } from '@countersign/api/bodies';
import { EmptyState, Icon } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import { formatDateTime, formatDay, usePageLanguage } from '../../parts/language.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { navigate, useApp } from '../router.ts';
import { type RowAction, SavedRow } from '../saved/saved-row.tsx';
import { isFiltered, type ListQuery, listPath, StatusBadge } from './model.tsx';
import { WatchedRows } from './watched-documents.tsx';

type Selection = ReadonlyMap<string, ListedDocumentBody>;

interface DocumentListProps {
  readonly query: ListQuery;
  /** A change reads the list again. */
  readonly version: number;
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
}

/** The list stays current while it is visible. */
export function DocumentList({ query, version, selected, onSelect }: DocumentListProps) {
  const text = useDocumentsText();
  return (
    <WatchedRows<ListedDocumentBody>
      key={version}
      path={listPath(query)}
      member="documents"
      label={text('documentsTitle')}
      empty={<NoDocuments query={query} />}
      renderHead={(items) => <SelectAll items={items} selected={selected} onSelect={onSelect} />}
      renderRow={(document) => (
        <DocumentRow key={document.documentId} document={document} selected={selected} onSelect={onSelect} />
      )}
    />
  );
}

interface SelectAllProps extends Pick<DocumentListProps, 'selected' | 'onSelect'> {
  readonly items: readonly ListedDocumentBody[];
}

function SelectAll({ items, selected, onSelect }: SelectAllProps) {
  const text = useDocumentsText();
  const isAll = items.every(({ documentId }) => selected.has(documentId));
  const all = () => new Map(items.map((item) => [item.documentId, item]));
  return (
    <label class="select-all">
      <input
        type="checkbox"
        checked={isAll}
        indeterminate={!isAll && selected.size > 0}
        onChange={() => onSelect(isAll ? new Map() : all())}
      />
      {text('selectAll')}
    </label>
  );
}

interface DocumentRowProps extends Pick<DocumentListProps, 'selected' | 'onSelect'> {
  readonly document: ListedDocumentBody;
}

function DocumentRow({ document, selected, onSelect }: DocumentRowProps) {
  const text = useDocumentsText();
  const { language } = usePageLanguage();
  const { documentId, name, createdAt, progress } = document;
  const toggle = () => {
    const next = new Map(selected);
    if (!next.delete(documentId)) next.set(documentId, document);
    onSelect(next);
  };
  return (
    <li class="document-row">
      <label class="row-check">
        <input
          type="checkbox"
          aria-label={text('selectDocument', { name })}
          checked={selected.has(documentId)}
          onChange={toggle}
        />
      </label>
      <a class="document-link" href={`/documents/${documentId}`}>
        <span class="document-name">{name}</span>
        <span class="document-facts">
          <span>{formatDay(language, createdAt)}</span>
          {progress !== undefined && <Progress progress={progress} />}
        </span>
      </a>
      <StatusBadge document={document} />
      <Icon path={icons.next} />
    </li>
  );
}

function Progress({ progress }: { readonly progress: NonNullable<ListedDocumentBody['progress']> }) {
  const text = useDocumentsText();
  const { signees, signed, waitingFor } = progress;
  const [first] = waitingFor.filter((name) => name !== '');
  const others = waitingFor.length - 1;
  return (
    <>
      <span>{text('signedOf', { signed, signees })}</span>
      {first !== undefined && <span>{text('waitingFor', { name: first, others })}</span>}
    </>
  );
}

function NoDocuments({ query }: { readonly query: ListQuery }) {
  const text = useDocumentsText();
  if (isFiltered(query)) {
    return (
      <EmptyState icon={icons.search} title={text('nothingFound')}>
        <p>{text('nothingFoundText')}</p>
      </EmptyState>
    );
  }
  if (query.group !== null) return <EmptyState icon={icons.check} title={text('emptyGroup')} />;
  return (
    <EmptyState icon={icons.file} title={text('noDocuments')}>
      <p>{text('noDocumentsText')}</p>
      <a class="button button-primary button-large" href="/new">
        <Icon path={icons.plus} />
        {text('sendFirst')}
      </a>
    </EmptyState>
  );
}

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
        <EmptyState icon={icons.edit} title={text('noDrafts')}>
          <a class="button button-primary" href="/new">
            <Icon path={icons.plus} />
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
    icon: icons.copy,
    run: async () => {
      const made = await api.post<{ draftId: string }>(`/v1/docs/drafts/${draftId}/duplicate`, {});
      navigate(`/drafts/${made.draftId}`);
    },
  };
  const remove: RowAction = {
    label: text('delete'),
    icon: icons.trash,
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
