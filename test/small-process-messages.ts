import type { SpawnSyncOptions, SpawnSyncReturns } from 'node:child_process';
import { readSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';

export interface ProgramRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: SpawnSyncOptions;
}

/** Errors lose their codes when they are serialized. */
export interface ProgramAnswer extends Omit<SpawnSyncReturns<string | Buffer>, 'error'> {
  readonly fault?: { readonly message: string };
}

/** After its length in four bytes. */
export function writeMessage(pipe: number, message: ProgramRequest | ProgramAnswer): void {
  const content = serialize(message);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  const bytes = Buffer.concat([length, content]);
  for (let written = 0; written < bytes.length; ) written += writeSync(pipe, bytes, written);
}

/** Returns undefined if the other end is closed. */
export function readMessage<T>(pipe: number): T | undefined {
  const length = readBytes(pipe, 4);
  const content = length && readBytes(pipe, length.readUInt32LE());
  return content && deserialize(content);
}

function readBytes(pipe: number, count: number): Buffer | undefined {
  const bytes = Buffer.alloc(count);
  for (let filled = 0; filled < count; ) {
    const length = readSync(pipe, bytes, filled, count - filled, null);
    if (length === 0) return undefined;
    filled += length;
  }
  return bytes;
}
