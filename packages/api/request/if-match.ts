import type { RevisionCondition } from '@countersign/signing';
import type { FastifyRequest } from 'fastify';

/** The strong entity tag of a revision. */
export function revisionTag(revision: number): string {
  return `"${revision}"`;
}

/** If-Match (RFC 9110 13.1.1). Absent: any revision may be changed. */
export function readIfMatch({ headers }: FastifyRequest): RevisionCondition {
  const given = headers['if-match'];
  if (given === undefined || given.trim() === '*') return () => true;
  const tags = new Set(given.split(',').map((tag) => tag.trim()));
  return (revision) => tags.has(revisionTag(revision));
}
