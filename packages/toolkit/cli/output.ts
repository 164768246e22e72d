import { once } from 'node:events';

/** Where a command's lines go. */
export interface Output {
  /** One line on stdout; resolves when the next one may be written. */
  line(text: string): Promise<void>;
  /** One line on stderr. */
  problem(text: string): void;
}

/** Lines wait for a slow reader, so that the output of thousands of files does not pile up in memory. */
export const processOutput: Output = {
  async line(text) {
    if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
  },
  problem(text) {
    process.stderr.write(`${text}\n`);
  },
};

/** A reader that has seen enough (`| head`) is no failure. */
export function endQuietlyOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}
