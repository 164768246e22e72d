import type { GroupCounts } from '@countersign/signing';
import { useEffect, useRef } from 'preact/hooks';
import { useWatched } from '../../parts/use-watched.ts';
import { useApp } from '../app-context.ts';
import { addressOf, type ListQuery } from './list-query.ts';
import { GROUPS } from './model.ts';
import { useDocumentsText } from './text.ts';
import { readFresh } from './watched-list.ts';

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

/** Links, so that each list has an address. */
export function GroupTabs({ query, version }: GroupTabsProps) {
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

/** The tabs work without. */
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
