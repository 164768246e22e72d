import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '@countersign/base';
import type { BlobStore } from '@countersign/signing';

export interface ExportFileDeps {
  readonly clock: Clock;
  readonly openBlobs: () => Promise<BlobStore>;
}

/** Its message is one sentence for the operator. */
export class ExportRefused extends Error {}

/**
 * Writes a ZIP file that only its owner may read, and gives it its name when it is complete. Resolves with its size in
 * bytes. Throws `ExportRefused`.
 */
export async function writeExportFile(
  deps: ExportFileDeps,
  path: string,
  write: (deps: { readonly blobs: BlobStore; readonly now: Date }) => AsyncIterable<Buffer>,
): Promise<number> {
  if (existsSync(path)) throw new ExportRefused(`--file: ${path} exists already`);
  if (!existsSync(dirname(path))) throw new ExportRefused(`--file: ${dirname(path)} is not a folder`);
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  const blobs = await deps.openBlobs();
  const file = await open(draft, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of write({ blobs, now: deps.clock.now() })) {
      await file.writeFile(chunk);
      size += chunk.length;
    }
    await file.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(draft, path);
  return size;
}
