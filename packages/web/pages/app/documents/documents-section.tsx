import './documents.css';
import './list.css';
import { useMemo, useState } from 'preact/hooks';
import { DocumentsTextProvider, useDocumentsText } from '../../parts/texts.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { PageHeading } from '../page-heading.tsx';
import type { SectionProps } from '../router.ts';
import { BULK_DONE, BulkBar, BulkReport } from './bulk-bar.tsx';
import type { BulkOutcome } from './document-actions.ts';
import { DocumentFilters } from './document-filters.tsx';
import { DocumentList, type Selection } from './document-list.tsx';
import { DraftList } from './draft-list.tsx';
import { DropToSend } from './drop-to-send.tsx';
import { GroupTiles } from './group-tiles.tsx';
import { type ListQuery, listPath, readQuery } from './model.tsx';

/** Shows `/documents`. */
export function DocumentsSection({ query }: SectionProps) {
  return (
    <DocumentsTextProvider>
      <Documents query={readQuery(query)} />
    </DocumentsTextProvider>
  );
}

function Documents({ query }: { readonly query: ListQuery }) {
  const text = useDocumentsText();
  /** Counts changes made here, after which lists and counts are read again. */
  const [version, setVersion] = useState(0);
  return (
    <div class="documents list-page">
      <PageHeading title={text('documentsTitle')} />
      <GroupTiles query={query} version={version} />
      {query.group === 'drafts' ? (
        <DraftList />
      ) : (
        <>
          <DocumentFilters query={query} version={version} />
          <SelectableDocuments
            key={listPath(query)}
            query={query}
            version={version}
            onChanged={() => setVersion((count) => count + 1)}
          />
        </>
      )}
      <DropToSend />
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
  const text = useDocumentsText();
  const toast = useToast();
  const [selected, setSelected] = useState<Selection>(new Map());
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const documents = useMemo(() => [...selected.values()], [selected]);
  const finish = (result: BulkOutcome) => {
    const isDone = result.failed.length === 0;
    setOutcome(isDone ? null : result);
    if (isDone) toast({ text: text(BULK_DONE[result.action], { count: result.done }) });
    // The remaining documents stay selected for another try.
    const remaining = [...result.failed.map(({ document }) => document), ...result.left];
    setSelected(new Map(remaining.map((document) => [document.documentId, document])));
    onChanged();
  };
  return (
    <>
      {outcome !== null && <BulkReport outcome={outcome} onClose={() => setOutcome(null)} />}
      <DocumentList query={query} version={version} selected={selected} onSelect={setSelected} />
      {documents.length > 0 && (
        <BulkBar
          documents={documents}
          onDone={finish}
          onChanged={() => {
            setSelected(new Map());
            onChanged();
          }}
          onClear={() => setSelected(new Map())}
        />
      )}
    </>
  );
}
