import type { UpdateResult } from 'kysely';
import { AdapterError } from '../../errors.ts';
import type { Tables } from '../tables.ts';

/** Throws `row_missing`. */
export function requireUpdated({ numUpdatedRows }: UpdateResult, table: keyof Tables, id: string): void {
  if (numUpdatedRows === 0n) throw new AdapterError('row_missing', { table, id });
}
