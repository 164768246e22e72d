/** Baselines: moving the same bytes by the usual means. */
import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, copyFileSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { type Case, type FloorName, pathOf } from '../cases/case.ts';

/** Creates the timed function. `ours` is a file that we wrote; `output` is the baseline's own. */
type MakeFloor = (test: Case, ours: string, output: string) => () => void;

export const FLOORS: Readonly<Record<FloorName, MakeFloor>> = {
  'copy and append': copyAndAppend,
  'copy and hash': (test, ours, output) => {
    const copy = copyAndAppend(test, ours, output);
    return () => {
      copy();
      hashFile(output);
    };
  },
  'read and write': readAndWrite,
};

/** Copies the original by the kernel, as `cp` does, and appends as many bytes as our save appended. */
function copyAndAppend({ input }: Case, ours: string, output: string): () => void {
  const original = pathOf(input);
  const appended = Buffer.alloc(statSync(ours).size - statSync(original).size);
  return () => {
    copyFileSync(original, output);
    appendFileSync(output, appended);
  };
}

function readAndWrite({ input }: Case, ours: string, output: string): () => void {
  const buffer = Buffer.allocUnsafe(CHUNK);
  const size = statSync(ours).size;
  return () => {
    const target = openSync(output, 'w');
    let written = 0;
    for (const path of input.paths) {
      forEachChunk(path, buffer, (chunk) => {
        written += writeSync(target, chunk.subarray(0, size - written));
      });
    }
    closeSync(target);
  };
}

function forEachChunk(path: string, buffer: Buffer, take: (chunk: Buffer) => void): void {
  const descriptor = openSync(path, 'r');
  for (let count = 1; count > 0; ) {
    count = readSync(descriptor, buffer);
    take(buffer.subarray(0, count));
  }
  closeSync(descriptor);
}

const CHUNK = 512 * 1024;

function hashFile(path: string): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK);
  forEachChunk(path, buffer, (chunk) => hash.update(chunk));
  return hash.digest('hex');
}
