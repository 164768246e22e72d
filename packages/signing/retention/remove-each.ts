import { DatabaseUnavailable } from '../ports/database.ts';

export interface RemovalBatch {
  readonly listed: number;
  readonly failures: readonly RemovalFailure[];
}

export interface RemovalFailure {
  readonly id: string;
  readonly error: unknown;
}

/** Removes each item on its own; failures do not stop the others. Throws if the database is unavailable. */
export async function removeEach(
  ids: readonly string[],
  remove: (id: string) => Promise<unknown>,
): Promise<RemovalBatch> {
  const failures: RemovalFailure[] = [];
  for (const id of ids) {
    try {
      await remove(id);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      failures.push({ id, error });
    }
  }
  return { listed: ids.length, failures };
}
