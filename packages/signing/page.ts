import { invalid } from '@countersign/base';
import { refuseProblems, SigningError } from './errors.ts';

/** The largest page of a list [D5-30]. */
export const MAX_PAGE_SIZE = 50;
export const DEFAULT_PAGE_SIZE = 10;
/** The largest 32-bit integer of SQL. */
export const MAX_OFFSET = 2_147_483_647;

export interface PageQuery {
  readonly limit: number;
  readonly offset: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** It is null on the last page. */
  readonly nextOffset: number | null;
}

export async function readPage<Item>(
  { limit, offset }: PageQuery,
  list: (query: PageQuery) => Promise<readonly Item[]>,
): Promise<Page<Item>> {
  if (!isWholeBetween(limit, 1, MAX_PAGE_SIZE)) {
    refuseProblems([invalid('limit', 'whole_number', { min: 1, max: MAX_PAGE_SIZE })]);
  }
  if (!isWholeBetween(offset, 0, MAX_OFFSET)) {
    refuseProblems([invalid('offset', 'whole_number', { min: 0, max: MAX_OFFSET })]);
  }
  // One row more shows whether there is a next page.
  const rows = await list({ limit: limit + 1, offset });
  return { items: rows.slice(0, limit), nextOffset: rows.length > limit ? offset + limit : null };
}

/** Selects a page of a list that was read as a whole. */
export function selectPage<Item>(all: readonly Item[], { limit, offset }: PageQuery): Page<Item> {
  const end = offset + limit;
  return { items: all.slice(offset, end), nextOffset: end < all.length ? end : null };
}

function isWholeBetween(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

/** If others make changes at the same time. */
const MAX_ATTEMPTS = 5;

/**
 * `attempt` resolves with null if something came between. It checks the condition of the request again, so
 * that If-Match still decides.
 */
export async function untilUndisturbed<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let count = 1; count <= MAX_ATTEMPTS; count++) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new SigningError('service_busy');
}
