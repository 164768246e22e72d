import type { GroupCounts } from '@countersign/signing';
import { MAX_COUNTED_IN_GROUP } from '@countersign/signing/limits';
import { useEffect, useRef } from 'preact/hooks';
import { useWatched } from '../../parts/polling.ts';
import { useDocumentsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { addressOf, type ListQuery } from './model.tsx';
import { readFresh } from './watched-documents.tsx';

const COUNTS = '/v1/docs/group-counts';

interface GroupCountsAnswer {
  readonly groups: GroupCounts;
  readonly drafts: number;
}

const TILES = [
  { group: null, label: 'group_all' },
  { group: 'waiting_for_me', label: 'group_waiting_for_me' },
  { group: 'waiting_for_others', label: 'group_waiting_for_others' },
  { group: 'done', label: 'group_done' },
  { group: 'ended', label: 'group_ended' },
  { group: 'drafts', label: 'group_drafts' },
] as const;

type Tile = (typeof TILES)[number]['group'];

function countOf(group: Tile, { groups, drafts }: GroupCountsAnswer): number {
  if (group === 'drafts') return drafts;
  if (group !== null) return groups[group];
  return Object.values(groups).reduce((sum, count) => sum + count, 0);
}

/** Counts of groups end at a number. */
function hasMore(group: Tile, { groups }: GroupCountsAnswer): boolean {
  if (group === 'drafts') return false;
  const counts = group === null ? Object.values(groups) : [groups[group]];
  return counts.some((count) => count >= MAX_COUNTED_IN_GROUP);
}

interface GroupTilesProps {
  readonly query: ListQuery;
  /** A change reads the counts again. */
  readonly version: number;
}

/** The tiles are links, so that each list has an address, and chips on a phone. They work without counts. */
export function GroupTiles({ query, version }: GroupTilesProps) {
  const text = useDocumentsText();
  const { api } = useApp();
  const { state, reload } = useWatched(COUNTS, readFresh<GroupCountsAnswer>(api, COUNTS));
  useEffect(() => {
    if (version > 0) void reload();
  }, [version, reload]);
  const counts = state.kind === 'ready' ? state.value.body : null;
  const bar = useRef<HTMLElement>(null);
  // On a phone the chips do not fit beside each other, and counts make them wider.
  useEffect(() => {
    const current = bar.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [counts === null]);
  return (
    <nav ref={bar} class="group-tiles" aria-label={text('groupsLabel')}>
      {TILES.map(({ group, label }) => {
        const count = counts === null ? null : countOf(group, counts);
        const isMore = counts !== null && hasMore(group, counts);
        return (
          <a
            key={label}
            class={group === 'waiting_for_me' && count !== null && count > 0 ? 'is-mine' : undefined}
            href={addressOf({ ...query, group })}
            aria-current={group === query.group ? 'page' : undefined}
          >
            <span>{text(label)}</span>
            <span class="tile-count" aria-hidden="true">
              {count === null ? '' : text(isMore ? 'countShownAtLeast' : 'countShown', { count })}
            </span>
            {count !== null && (
              <span class="visually-hidden">
                {text(isMore ? 'countReadAtLeast' : 'countRead', { count })}
              </span>
            )}
          </a>
        );
      })}
    </nav>
  );
}
