import type { Readable } from 'node:stream';

export interface VirusScanner {
  /** The name of what was found, or null. Rejects if it cannot be used now. */
  scan(content: Readable): Promise<string | null>;
}
