/**
 * Entry point of a process of its own: code that decodes bytes of strangers has no keys there, and can be
 * ended.
 */
import type { DocumentPictures, ScanAnswer, ScannedImages, ScanRequest } from '@countersign/signing';
import { cutDocument } from './cut-document.ts';
import { scanDocument } from './scan-document.ts';

export type HostTask =
  | { readonly kind: 'scan'; readonly request: ScanRequest }
  | { readonly kind: 'cut'; readonly request: DocumentPictures };

/** The parts are null for a file that is not a picture. */
export type HostResult = ScanAnswer | { readonly outcome: 'cut'; readonly images: ScannedImages | null };

interface HostRequest {
  readonly id: number;
  readonly task: HostTask;
}

export type HostAnswer =
  | { readonly id: number; readonly answer: HostResult }
  | { readonly id: number; readonly error: string };

const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;
const MEMORY_INTERVAL_MS = 100;

setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) process.kill(process.pid, 'SIGKILL');
}, MEMORY_INTERVAL_MS);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', ({ id, task }: HostRequest) => {
  runTask(task).then(
    (answer) => send({ id, answer }),
    (error: unknown) => send({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});

async function runTask(task: HostTask): Promise<HostResult> {
  if (task.kind === 'scan') return scanDocument(task.request);
  return { outcome: 'cut', images: await cutDocument(task.request) };
}

function send(answer: HostAnswer): void {
  process.send?.(answer, undefined, undefined, () => undefined);
}
