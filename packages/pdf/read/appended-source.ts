import type { ByteSource } from './byte-source.ts';

/** `close` leaves the file open. */
export function openAppendedSource(head: ByteSource, tail: Uint8Array): ByteSource {
  return new AppendedSource(head, tail);
}

class AppendedSource implements ByteSource {
  readonly size: number;
  readonly appended: { readonly head: ByteSource; readonly tail: Uint8Array };
  bytesRead = 0;

  constructor(head: ByteSource, tail: Uint8Array) {
    this.appended = { head, tail };
    this.size = head.size + tail.length;
  }

  read(offset: number, length: number): Uint8Array {
    const { head, tail } = this.appended;
    const end = Math.min(this.size, offset + Math.max(0, length));
    this.bytesRead += Math.max(0, end - offset);
    if (offset >= head.size) return tail.subarray(offset - head.size, Math.max(0, end - head.size));
    if (end <= head.size) return head.read(offset, end - offset);
    const joined = new Uint8Array(end - offset);
    joined.set(head.read(offset, head.size - offset));
    joined.set(tail.subarray(0, end - head.size), head.size - offset);
    return joined;
  }

  close(): void {
    // Nothing is owned here.
  }
}
