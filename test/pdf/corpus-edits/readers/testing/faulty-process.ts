/** A reader's process that fails on files of certain names and draws one black pixel for all others. */
import { basename } from 'node:path';
import { answerRequests, type OpenDocument } from '../reader-request.ts';

const crash = () => process.kill(process.pid, 'SIGSEGV');

const FAULTS: Readonly<Record<string, () => void>> = {
  hang() {
    for (;;);
  },
  crash,
  place: crash,
  crashLater: () => void setImmediate(() => setImmediate(() => process.exit(1))),
  eatBuffers() {
    for (const kept: Buffer[] = []; ; ) kept.push(Buffer.alloc(16 * 1024 * 1024, 1));
  },
  eatHeap() {
    for (const kept: object[] = []; ; ) kept.push(new Array(1_000_000).fill(kept.length));
  },
};

answerRequests((path): OpenDocument => {
  FAULTS[basename(path, '.pdf')]?.();
  return {
    draw: () => ({ width: 1, height: 1, rgb: new Uint8Array(3) }),
    close() {
      // Nothing is open.
    },
  };
});
