import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

export interface FileDescription {
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

export async function hashFile(path: string): Promise<FileDescription> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const { size } = await stat(path);
  return { size, sha256: hash.digest('hex') };
}
