import { closeSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '@countersign/pdf';

/** Takes bytes and keeps none of them: the buffer is used again for the next ones. */
export interface ByteSink {
  update(chunk: Uint8Array): unknown;
}

/** Bytes in memory at a time (1 MiB), however large the file is. */
const CHUNK = 1 << 20;

/** Hands `length` bytes from `offset` to a hash. A file is read past the source's cache into one buffer. */
export function feedSource(source: ByteSource, offset: number, length: number, sink: ByteSink): void {
  const end = Math.min(source.size, offset + length);
  if (source.appended !== undefined) {
    const { head, tail } = source.appended;
    feedSource(head, offset, length, sink);
    sink.update(tail.subarray(Math.max(0, offset - head.size), Math.max(0, end - head.size)));
    return;
  }
  if (source.path !== undefined) feedFile(source.path, offset, end, sink);
  else for (let at = offset; at < end; at += CHUNK) sink.update(source.read(at, Math.min(CHUNK, end - at)));
}

function feedFile(path: string, offset: number, end: number, sink: ByteSink): void {
  const descriptor = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, end - offset)));
    for (let at = offset; at < end; ) {
      const count = readSync(descriptor, buffer, 0, Math.min(buffer.length, end - at), at);
      if (count === 0) return;
      sink.update(buffer.subarray(0, count));
      at += count;
    }
  } finally {
    closeSync(descriptor);
  }
}
