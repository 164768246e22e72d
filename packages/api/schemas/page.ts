import { z } from 'zod';

/** Items in one answer: at most 50 [4.4-42], by default 10 [D5-29]. */
const MAX_PAGE_SIZE = 50;
const DEFAULT_PAGE_SIZE = 10;
/** The largest number that a 32-bit SQL integer holds. */
const MAX_OFFSET = 2_147_483_647;

/** The query of every list. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  offset: z.coerce.number().int().min(0).max(MAX_OFFSET).default(0),
});

/** What every list answers beside its items; `nextOffset` is null on the last page. */
export const pageAnswer = z.object({
  limit: z.int(),
  offset: z.int(),
  nextOffset: z.int().nullable(),
});

/** One page of a list that is short enough to be read as a whole. */
export function selectPage<Item>(all: readonly Item[], { limit, offset }: z.output<typeof pageQuery>) {
  const end = offset + limit;
  return {
    page: { limit, offset, nextOffset: end < all.length ? end : null },
    items: all.slice(offset, end),
  };
}
