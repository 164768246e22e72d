import type { RevisionCondition } from '@countersign/signing';
import type { FastifyRequest } from 'fastify';

/** `rest` is of what the answer has besides, such as counts: it matters to If-None-Match alone. */
export function revisionTag(revision: number, rest?: string): string {
  return rest === undefined ? `"${revision}"` : `"${revision}-${rest}"`;
}

/** RFC 9110 13.1.1. Absent: any revision may be changed. */
export function readIfMatch({ headers }: FastifyRequest): RevisionCondition {
  const given = headers['if-match'];
  if (given === undefined || given.trim() === '*') return () => true;
  const revisions = new Set(given.split(',').map((tag) => /^"(\d+)(?:-[^"]*)?"$/.exec(tag.trim())?.[1]));
  return (revision) => revisions.has(String(revision));
}
