import type { Migration } from 'kysely/migration';
import * as firstRelease from './0001-first-release.ts';

/**
 * Until the first release (a git tag) the schema is edited in 0001, and databases of earlier builds are thrown
 * away. After it 0001 is frozen, and every change of the schema is a further migration here.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-release': firstRelease,
};
