import './documents.css';
import type { ListedDocumentBody } from '@countersign/api/bodies';
import type { GroupCounts } from '@countersign/signing';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useWatched } from '../../parts/polling.ts';
import { DocumentsTextProvider, useDocumentsText } from '../../parts/texts.tsx';
import { PageHeading } from '../page-heading.tsx';
import { type SectionProps, useApp } from '../router.ts';
import { BulkBar, BulkReport } from './bulk-bar.tsx';
import type { BulkOutcome } from './document-actions.ts';
import { DocumentFilters } from './document-filters.tsx';
import { DocumentList, DraftList } from './document-list.tsx';
import { addressOf, GROUPS, type ListQuery, listPath, readQuery } from './model.tsx';
import { readFresh } from './watched-documents.tsx';

const COUNTS = '/v1/docs/group-counts';

interface GroupCountsAnswer {
  readonly groups: GroupCounts;
}

const TABS = [null, ...GROUPS, 'drafts'] as const;
const LABELS = {
  waiting_for_me: 'group_waiting_for_me',
  waiting_for_others: 'group_waiting_for_others',
  done: 'group_done',
  ended: 'group_ended',
  drafts: 'group_drafts',
} as const;

interface GroupTabsProps {
  readonly query: ListQuery;
  /** A change reads the counts again. */
  readonly version: number;
}

/** The tabs are links, so that each list has an address. */
function GroupTabs({ query, version }: GroupTabsProps) {
  const text = useDocumentsText();
  const { api } = useApp();
  const { state, reload } = useWatched(COUNTS, readFresh<GroupCountsAnswer>(api, COUNTS));
  useEffect(() => {
    if (version > 0) void reload();
  }, [version, reload]);
  const counts = state.kind === 'ready' ? state.value.body.groups : null;
  const bar = useRef<HTMLElement>(null);
  // On a phone the tabs do not fit beside each other.
  useEffect(() => {
    const current = bar.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <nav ref={bar} class="group-tabs" aria-label={text('groupsLabel')}>
      {TABS.map((group) => (
        <a
          key={group}
          href={addressOf({ ...query, group })}
          aria-current={group === query.group ? 'page' : undefined}
        >
          {text(group === null ? 'group_all' : LABELS[group])}
          <GroupCount count={group === null || group === 'drafts' ? 0 : (counts?.[group] ?? 0)} />
        </a>
      ))}
    </nav>
  );
}

/** The tabs work without counts. */
function GroupCount({ count }: { readonly count: number }) {
  const text = useDocumentsText();
  if (count === 0) return null;
  return (
    <>
      <span class="group-count" aria-hidden="true">
        {text('countShown', { count })}
      </span>
      <span class="visually-hidden">{text('countRead', { count })}</span>
    </>
  );
}

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
        <BulkBar documents={documents} onDone={finish} onClear={() => setSelected(new Map())} />
      )}
    </>
  );
}
