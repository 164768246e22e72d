import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { useWatched } from '../../parts/use-watched.ts';
import { useApp } from '../app-context.ts';
import { useDocumentsText } from './text.ts';
import { readList, type WatchedList } from './watched-list.ts';

interface WatchedRowsProps<Item> {
  /** In the API. */
  readonly path: string;
  readonly member: string;
  readonly label: string;
  /** Instead of a list without items. */
  readonly empty: ComponentChildren;
  readonly renderHead?: (items: readonly Item[]) => ComponentChildren;
  /** A `li`; `reload` shows changes. */
  readonly renderRow: (item: Item, reload: () => Promise<void>) => ComponentChildren;
}

/** Current while it is visible. */
export function WatchedRows<Item>(props: WatchedRowsProps<Item>) {
  const { path, member, label, empty, renderHead, renderRow } = props;
  const text = useDocumentsText();
  const { api } = useApp();
  const [count, setCount] = useState(1);
  const { state, reload } = useWatched<WatchedList<Item>>(path, (previous) =>
    readList(api, { path, member, count }, previous),
  );
  const shown = useRef(count);
  // After the render that reads one page more.
  useEffect(() => {
    if (shown.current === count) return;
    shown.current = count;
    void reload();
  }, [count, reload]);

  if (state.kind === 'loading') return <Spinner label={text('loadingDocuments')} />;
  if (state.kind === 'failed') return <FailureNotice error={state.error} onRetry={reload} />;
  const { items, hasMore, pages } = state.value;
  if (items.length === 0) return <>{empty}</>;
  return (
    <>
      {renderHead?.(items)}
      <ul class="document-rows" aria-label={label}>
        {items.map((item) => renderRow(item, reload))}
      </ul>
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
