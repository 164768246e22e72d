import type { DocumentGroup } from '@countersign/signing';
import { GROUPS } from './model.ts';

/** Kept in the address. */
export interface ListQuery {
  /** Null: all documents. */
  readonly group: DocumentGroup | 'drafts' | null;
  readonly search: string;
  /** Days as `2026-11-23`, inclusive; empty: no bound. */
  readonly from: string;
  readonly to: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

export function readQuery(query: URLSearchParams): ListQuery {
  const group = query.get('group');
  return {
    group: group === 'drafts' ? group : (GROUPS.find((known) => known === group) ?? null),
    search: query.get('search') ?? '',
    from: dayOf(query.get('from')),
    to: dayOf(query.get('to')),
  };
}

function dayOf(text: string | null): string {
  return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

/** Of the page. */
export function addressOf({ group, search, from, to }: ListQuery): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ group: group ?? '', search, from, to }))
    if (value.trim() !== '') query.set(name, value);
  return query.size === 0 ? '/documents' : `/documents?${query}`;
}

/** In the API. Days begin and end in the time zone of the browser. */
export function listPath({ group, search, from, to }: ListQuery): string {
  const query = new URLSearchParams({ include: 'progress' });
  if (group !== null && group !== 'drafts') query.set('group', group);
  if (search.trim() !== '') query.set('search', search.trim());
  // Exclusive in the API.
  if (from !== '') query.set('createdAfter', new Date(startOf(from).getTime() - 1).toISOString());
  if (to !== '') {
    const next = startOf(to);
    next.setDate(next.getDate() + 1);
    query.set('createdBefore', next.toISOString());
  }
  return `/v1/docs?${query}`;
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

export function isFiltered({ search, from, to }: ListQuery): boolean {
  return search.trim() !== '' || from !== '' || to !== '';
}
