import type { ListedDocumentBody } from '@countersign/api/bodies';
import { EmptyList } from '../../parts/drawings.tsx';
import { useDocumentsText } from '../../parts/texts.tsx';
import { DocumentRow } from './document-row.tsx';
import { FirstSteps } from './first-steps.tsx';
import { isFiltered, type ListQuery, listPath } from './model.tsx';
import { WatchedRows } from './watched-documents.tsx';

export type Selection = ReadonlyMap<string, ListedDocumentBody>;

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
      look="document-table"
      empty={<NoDocuments query={query} />}
      renderHead={(items) => <TableHead items={items} selected={selected} onSelect={onSelect} />}
      renderRow={(document, reload) => (
        <DocumentRow
          key={document.documentId}
          document={document}
          isSelected={selected.has(document.documentId)}
          onSelect={() => onSelect(toggled(selected, document))}
          onChanged={reload}
        />
      )}
    />
  );
}

function toggled(selected: Selection, document: ListedDocumentBody): Selection {
  const next = new Map(selected);
  if (!next.delete(document.documentId)) next.set(document.documentId, document);
  return next;
}

interface TableHeadProps extends Pick<DocumentListProps, 'selected' | 'onSelect'> {
  readonly items: readonly ListedDocumentBody[];
}

/** Screen readers hear the names of the columns in the rows, which are also rows of a list on a phone: there the head comes with the first selected row. */
function TableHead({ items, selected, onSelect }: TableHeadProps) {
  const text = useDocumentsText();
  const isAll = items.every(({ documentId }) => selected.has(documentId));
  const all = () => new Map(items.map((item) => [item.documentId, item]));
  return (
    <div class={`table-head${selected.size === 0 ? ' is-idle' : ''}`}>
      <label class="row-check">
        <input
          type="checkbox"
          aria-label={text('selectAll')}
          checked={isAll}
          indeterminate={!isAll && selected.size > 0}
          onChange={() => onSelect(isAll ? new Map() : all())}
        />
      </label>
      <span class="head-document" aria-hidden="true">
        {text('columnDocument')}
      </span>
      {(['signeesTitle', 'columnStatus', 'fact_created', 'columnSignBy'] as const).map((key) => (
        <span key={key} class="head-fact" aria-hidden="true">
          {text(key)}
        </span>
      ))}
      <span class="head-select" aria-hidden="true">
        {text('selectAll')}
      </span>
    </div>
  );
}

function NoDocuments({ query }: { readonly query: ListQuery }) {
  const text = useDocumentsText();
  if (isFiltered(query)) {
    return (
      <EmptyList drawing="search" title={text('nothingFound')}>
        <p>{text('nothingFoundText')}</p>
      </EmptyList>
    );
  }
  if (query.group !== null) return <EmptyList drawing="done" title={text('emptyGroup')} />;
  return <FirstSteps />;
}
