import type { Readable } from 'node:stream';

/** Looks for malware in what signees upload. */
export interface VirusScanner {
  /** Resolves with the name of what was found, or null. Rejects if the scanner cannot be used now. */
  scan(content: Readable): Promise<string | null>;
}
