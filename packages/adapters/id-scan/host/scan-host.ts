/** Entry point of the process that reads pictures: what decodes bytes of strangers has no keys, and can be ended. */
import type { ScanAnswer, ScanRequest } from '@countersign/signing';
import { scanDocument } from '../scan-document.ts';

export interface HostRequest {
  readonly id: number;
  readonly request: ScanRequest;
}

export type HostAnswer =
  | { readonly id: number; readonly answer: ScanAnswer }
  | { readonly id: number; readonly error: string };

const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;
const MEMORY_INTERVAL_MS = 100;

setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) process.kill(process.pid, 'SIGKILL');
}, MEMORY_INTERVAL_MS);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', ({ id, request }: HostRequest) => {
  scanDocument(request).then(
    (answer) => send({ id, answer }),
    (error: unknown) => send({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});

function send(answer: HostAnswer): void {
  process.send?.(answer, undefined, undefined, () => undefined);
}
