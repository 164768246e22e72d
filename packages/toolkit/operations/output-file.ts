import { randomUUID } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';

/**
 * Gives `write` a path beside `output` and renames what it wrote: readers see the whole file or none, two writers do not
 * meet, and a failure leaves nothing behind.
 */
export async function writeWhole(output: string, write: (path: string) => unknown): Promise<void> {
  const part = `${output}.${randomUUID()}.part`;
  try {
    await write(part);
    renameSync(part, output);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
