import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useHasWaited } from '../../parts/hooks.ts';
import { useWatched } from '../../parts/polling.ts';
import { useDocumentsText } from '../../parts/texts.tsx';
import type { PageApi, Tagged } from '../../requests/page-api.ts';
import { useApp } from '../router.ts';

/** Each loaded page is watched. */
const PAGE_SIZE = 25;
/** A screen of a desktop has so many. */
const SKELETON_ROWS = 8;

interface ListAnswer {
  readonly nextOffset: number | null;
}

export interface WatchedList<Item> {
  readonly pages: readonly Tagged<ListAnswer>[];
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/** Reads each page only if it changed since `previous`. Resolves with null if none did. */
export async function readList<Item>(
  api: Pick<PageApi, 'getFresh'>,
  { path, member, count }: { readonly path: string; readonly member: string; readonly count: number },
  previous: WatchedList<Item> | null,
): Promise<WatchedList<Item> | null> {
  const pages: Tagged<ListAnswer>[] = [];
  const mark = path.includes('?') ? '&' : '?';
  let hasChanged = previous === null;
  for (let index = 0; index < count; index += 1) {
    const known = previous?.pages[index];
    const address = `${path}${mark}limit=${PAGE_SIZE}&offset=${index * PAGE_SIZE}`;
    const fresh = await api.getFresh<ListAnswer>(address, known?.etag ?? null);
    const page = fresh ?? known;
    if (page === undefined) break;
    hasChanged ||= fresh !== null;
    pages.push(page);
    if (page.body.nextOffset === null) break;
  }
  if (!hasChanged && pages.length === previous?.pages.length) return null;
  return {
    pages,
    items: pages.flatMap(({ body }) => itemsOf<Item>(body, member)),
    hasMore: (pages.at(-1)?.body.nextOffset ?? null) !== null,
  };
}

function itemsOf<Item>(page: ListAnswer, member: string): readonly Item[] {
  const items = (page as unknown as Readonly<Record<string, unknown>>)[member];
  return Array.isArray(items) ? items : [];
}

/** Adapts the client to `useWatched`. */
export function readFresh<T>(
  api: Pick<PageApi, 'getFresh'>,
  path: string,
): (previous: Tagged<T> | null) => Promise<Tagged<T> | null> {
  return (previous) => api.getFresh<T>(path, previous?.etag ?? null);
}

interface WatchedRowsProps<Item> {
  /** The path is one of the API. */
  readonly path: string;
  readonly member: string;
  readonly label: string;
  /** The class of the list. */
  readonly look?: string | undefined;
  /** Is shown in place of a list without items. */
  readonly empty: ComponentChildren;
  readonly renderHead?: ((items: readonly Item[]) => ComponentChildren) | undefined;
  /** Returns a `li`. `reload` shows changes. */
  readonly renderRow: (item: Item, reload: () => Promise<void>) => ComponentChildren;
}

/** The rows stay current while they are visible. */
export function WatchedRows<Item>(props: WatchedRowsProps<Item>) {
  const { path, member, label, look = '', empty, renderHead, renderRow } = props;
  const text = useDocumentsText();
  const { api } = useApp();
  const [count, setCount] = useState(1);
  const { state, reload } = useWatched<WatchedList<Item>>(path, (previous) =>
    readList(api, { path, member, count }, previous),
  );
  const shown = useRef(count);
  // The render that reads one page more comes first.
  useEffect(() => {
    if (shown.current === count) return;
    shown.current = count;
    void reload();
  }, [count, reload]);

  if (state.kind === 'loading') return <SkeletonRows label={text('loadingDocuments')} rows={SKELETON_ROWS} />;
  if (state.kind === 'failed') return <FailureNotice error={state.error} onRetry={reload} />;
  const { items, hasMore, pages } = state.value;
  if (items.length === 0) return <>{empty}</>;
  return (
    <>
      <div class={`list-frame ${look}`}>
        {renderHead?.(items)}
        <ul class="document-rows" aria-label={label}>
          {items.map((item) => renderRow(item, reload))}
        </ul>
      </div>
      {hasMore && (
        <p class="list-more">
          <Button isBusy={pages.length < count} onClick={() => setCount(count + 1)}>
            {text('loadMore')}
          </Button>
        </p>
      )}
    </>
  );
}

interface SkeletonRowsProps {
  readonly label: string;
  readonly rows: number;
}

/** Takes the place of a list in its final height, before it is seen too, so that nothing below it moves. */
function SkeletonRows({ label, rows }: SkeletonRowsProps) {
  const hasWaited = useHasWaited();
  return (
    <div class={`skeleton-rows${hasWaited ? ' is-shown' : ''}`} role="status">
      <span class="visually-hidden">{hasWaited ? label : ''}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} class="skeleton-row" aria-hidden="true">
          <span class="skeleton-part is-name" />
          <span class="skeleton-part is-fact" />
          <span class="skeleton-part is-tag" />
        </div>
      ))}
    </div>
  );
}
