import type { Caller } from '@countersign/identity';
import { invalid, refuseProblems } from '../problems.ts';
import type { DocumentPage, SigningDeps } from '../signing.ts';

/** Documents in one answer [D5-30]. */
const MAX_PAGE_SIZE = 50;

/** Own and shared documents, newest first. */
export async function listDocuments(
  { database }: SigningDeps,
  { accountId, userId }: Caller,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<DocumentPage> {
  if (!isWholeBetween(limit, 1, MAX_PAGE_SIZE)) {
    refuseProblems([invalid('limit', 'whole_number', { min: 1, max: MAX_PAGE_SIZE })]);
  }
  if (!isWholeBetween(offset, 0, MAX_OFFSET)) {
    refuseProblems([invalid('offset', 'whole_number', { min: 0, max: MAX_OFFSET })]);
  }
  // One more than asked for tells whether there is a next page.
  const rows = await database.read.documents.list({ accountId, userId, limit: limit + 1, offset });
  return { documents: rows.slice(0, limit), nextOffset: rows.length > limit ? offset + limit : null };
}

/** The largest number a 32-bit SQL integer holds. */
const MAX_OFFSET = 2_147_483_647;

function isWholeBetween(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
