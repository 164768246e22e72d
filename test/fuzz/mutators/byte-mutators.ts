import type { Random } from '../random.ts';

/** Changes bytes regardless of structure. */
export type ByteMutator = (bytes: Buffer, random: Random, donor: Buffer) => Buffer;

/** Characters of delimiters, escapes and keywords. */
const SYNTAX_BYTES = [
  0, 0x0a, 0x0d, 0x20, 0x25, 0x28, 0x29, 0x2f, 0x3c, 0x3e, 0x5b, 0x5c, 0x5d, 0x52, 0x30, 0x39, 0xff,
];
const MAX_RANGE_BYTES = 20_000;

function flipBytes(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  for (let count = random.length(32); count > 0 && copy.length > 0; count -= 1) {
    copy[random.below(copy.length)] = random.chance(0.6) ? random.pick(SYNTAX_BYTES) : random.below(256);
  }
  return copy;
}

function insertBytes(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length);
  const byte = random.pick(SYNTAX_BYTES);
  return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(random.length(2_000), byte), bytes.subarray(at)]);
}

function deleteBytes(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.length(MAX_RANGE_BYTES))]);
}

function duplicateBytes(bytes: Buffer, random: Random): Buffer {
  const from = random.below(bytes.length);
  const part = bytes.subarray(from, from + random.length(MAX_RANGE_BYTES));
  const at = random.below(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]);
}

/** Overwrites, so that later offsets stay correct. */
function overwriteFromDonor(bytes: Buffer, random: Random, donor: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const from = random.below(donor.length);
  donor.copy(copy, random.below(copy.length), from, from + random.length(MAX_RANGE_BYTES));
  return copy;
}

function splice(bytes: Buffer, random: Random, donor: Buffer): Buffer {
  const end = random.below(bytes.length);
  return Buffer.concat([bytes.subarray(0, end), donor.subarray(random.below(donor.length))]);
}

function truncate(bytes: Buffer, random: Random): Buffer {
  return bytes.subarray(0, random.below(bytes.length + 1));
}

function appendDonor(bytes: Buffer, _random: Random, donor: Buffer): Buffer {
  return Buffer.concat([bytes, donor]);
}

export const BYTE_MUTATORS: Readonly<Record<string, ByteMutator>> = {
  flipBytes,
  insertBytes,
  deleteBytes,
  duplicateBytes,
  overwriteFromDonor,
  splice,
  truncate,
  appendDonor,
};
