import { createHash } from 'node:crypto';
import type { Migration } from 'kysely/migration';
import * as firstRelease from './0001-first-release.ts';

const edition = createHash('sha256').update(firstRelease.STATEMENTS.join(';')).digest('hex').slice(0, 8);

/**
 * Until the first release (a git tag) the schema is edited in 0001, and databases of earlier builds are thrown
 * away: its name has a hash of its text, so that a start refuses them. After it 0001 is frozen with the name of
 * that day, and every change of the schema is a further migration here.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  [`0001-first-release-${edition}`]: firstRelease,
};
