import type { ListedDocumentBody } from '@countersign/api/bodies';
import { EmptyState } from '../../parts/empty-state.tsx';
import { formatDay } from '../../parts/format-date.ts';
import { Icon } from '../../parts/icon.tsx';
import { usePageLanguage } from '../../parts/language.ts';

import { isFiltered, type ListQuery, listPath } from './list-query.ts';
import { StatusBadge } from './status-badge.tsx';
import { useDocumentsText } from './text.ts';
import { WatchedRows } from './watched-rows.tsx';

type Selection = ReadonlyMap<string, ListedDocumentBody>;

interface DocumentListProps {
  readonly query: ListQuery;
  /** A change reads the list again. */
  readonly version: number;
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
}

/** Current while it is visible. */
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
      <Icon name="next" />
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
      <EmptyState icon="search" title={text('nothingFound')}>
        <p>{text('nothingFoundText')}</p>
      </EmptyState>
    );
  }
  if (query.group !== null) return <EmptyState icon="check" title={text('emptyGroup')} />;
  return (
    <EmptyState icon="file" title={text('noDocuments')}>
      <p>{text('noDocumentsText')}</p>
      <a class="button button-primary button-large" href="/new">
        <Icon name="plus" />
        {text('sendFirst')}
      </a>
    </EmptyState>
  );
}
