import type { ListedDocumentBody } from '@countersign/api/bodies';
import './documents.css';
import { useMemo, useState } from 'preact/hooks';
import { PageHeading } from '../page-heading.tsx';
import type { SectionProps } from '../sections.ts';
import { BulkBar, BulkReport } from './bulk-bar.tsx';
import type { BulkOutcome } from './document-actions.ts';
import { DocumentFilters } from './document-filters.tsx';
import { DocumentList } from './document-list.tsx';
import { DraftList } from './draft-list.tsx';
import { GroupTabs } from './group-tabs.tsx';
import { type ListQuery, listPath, readQuery } from './list-query.ts';
import { DocumentsTextProvider, useDocumentsText } from './text.ts';

/** `/documents` */
export function DocumentsSection({ query }: SectionProps) {
  return (
    <DocumentsTextProvider>
      <Documents query={readQuery(query)} />
    </DocumentsTextProvider>
  );
}

function Documents({ query }: { readonly query: ListQuery }) {
  const text = useDocumentsText();
  /** Of changes made here, after which lists and counts are read again. */
  const [version, setVersion] = useState(0);
  return (
    <div class="documents">
      <PageHeading title={text('documentsTitle')} />
      <GroupTabs query={query} version={version} />
      {query.group === 'drafts' ? (
        <DraftList />
      ) : (
        <>
          <DocumentFilters query={query} />
          <SelectableDocuments
            key={listPath(query)}
            query={query}
            version={version}
            onChanged={() => setVersion((count) => count + 1)}
          />
        </>
      )}
    </div>
  );
}

interface SelectableDocumentsProps {
  readonly query: ListQuery;
  readonly version: number;
  readonly onChanged: () => void;
}

/** A new list begins without a selection. */
function SelectableDocuments({ query, version, onChanged }: SelectableDocumentsProps) {
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedDocumentBody>>(new Map());
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const documents = useMemo(() => [...selected.values()], [selected]);
  const finish = (result: BulkOutcome) => {
    setOutcome(result);
    // For another try.
    const remaining = [...result.failed.map(({ document }) => document), ...result.left];
    setSelected(new Map(remaining.map((document) => [document.documentId, document])));
    onChanged();
  };
  return (
    <>
      {outcome !== null && <BulkReport outcome={outcome} onClose={() => setOutcome(null)} />}
      <DocumentList query={query} version={version} selected={selected} onSelect={setSelected} />
      {documents.length > 0 && (
        <BulkBar documents={documents} onDone={finish} onClear={() => setSelected(new Map())} />
      )}
    </>
  );
}
