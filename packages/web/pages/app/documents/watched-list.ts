import type { PageApi, Tagged } from '../../requests/page-api.ts';

/** Each loaded page is watched. */
const PAGE_SIZE = 25;

interface ListAnswer {
  readonly nextOffset: number | null;
}

export interface WatchedList<Item> {
  readonly pages: readonly Tagged<ListAnswer>[];
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/** Each page only if it changed since `previous`. Null if none did. */
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

/** For `useWatched`. */
export function readFresh<T>(
  api: Pick<PageApi, 'getFresh'>,
  path: string,
): (previous: Tagged<T> | null) => Promise<Tagged<T> | null> {
  return (previous) => api.getFresh<T>(path, previous?.etag ?? null);
}
