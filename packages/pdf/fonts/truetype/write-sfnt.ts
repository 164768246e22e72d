const HEADER = 12;
const ENTRY = 16;
/** OpenType "head", checksumAdjustment. */
const WHOLE = 0xb1b0afba;
const ADJUSTMENT = 8;

export function writeSfnt(tables: ReadonlyMap<string, Uint8Array>): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const start = HEADER + ENTRY * sorted.length;
  const file = Buffer.alloc(start + sorted.reduce((sum, [, { length }]) => sum + padded(length), 0));
  writeHeader(file, sorted.length);
  let place = start;
  let head = 0;
  sorted.forEach(([tag, bytes], index) => {
    file.set(bytes, place);
    if (tag === 'head') {
      head = place;
      file.writeUInt32BE(0, head + ADJUSTMENT);
    }
    const checksum = checksumOf(file.subarray(place, place + padded(bytes.length)));
    writeEntry(file, HEADER + ENTRY * index, { tag, checksum, place, length: bytes.length });
    place += padded(bytes.length);
  });
  file.writeUInt32BE((WHOLE - checksumOf(file)) >>> 0, head + ADJUSTMENT);
  return file;
}

function padded(length: number): number {
  return (length + 3) & ~3;
}

function writeHeader(file: Buffer, count: number): void {
  const selector = Math.floor(Math.log2(count));
  const range = ENTRY << selector;
  file.writeUInt32BE(0x00010000, 0);
  file.writeUInt16BE(count, 4);
  file.writeUInt16BE(range, 6);
  file.writeUInt16BE(selector, 8);
  file.writeUInt16BE(ENTRY * count - range, 10);
}

interface Entry {
  readonly tag: string;
  readonly checksum: number;
  readonly place: number;
  readonly length: number;
}

function writeEntry(file: Buffer, at: number, { tag, checksum, place, length }: Entry): void {
  file.write(tag, at, 'latin1');
  file.writeUInt32BE(checksum, at + 4);
  file.writeUInt32BE(place, at + 8);
  file.writeUInt32BE(length, at + 12);
}

function checksumOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0;
  for (let place = 0; place < view.byteLength; place += 4) sum = (sum + view.getUint32(place)) | 0;
  return sum >>> 0;
}
