import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';

/** A ZIP file (PKWARE APPNOTE 6.3.10) that is written in one pass, without seeking and without knowing sizes. */

export interface ZipEntry {
  /** Folders are separated by `/`. */
  readonly path: string;
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
}

interface WrittenEntry {
  readonly path: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
}

const LOCAL_HEADER = 0x04034b50;
const DATA_DESCRIPTOR = 0x08074b50;
const CENTRAL_HEADER = 0x02014b50;
const END_RECORD_64 = 0x06064b50;
const END_LOCATOR_64 = 0x07064b50;
const END_RECORD = 0x06054b50;
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
const VERSION_64 = 45;
const MAX_16 = 0xffff;
/** A larger number is in the ZIP64 fields. */
const MAX_32 = 0xffffffff;
/** PDFs are compressed already. */
const COMPRESSION_LEVEL = 1;

/**
 * Yields the bytes of the ZIP file. The last entry is `SHA256SUMS`, in the format of `sha256sum --check`, so that a file
 * without it is not complete. Memory is needed for one chunk, and for about 200 bytes of each entry. Throws a
 * `RangeError` for an entry of 4 GiB or more.
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
  modifiedAt: Date,
): AsyncGenerator<Buffer, void, undefined> {
  const time = dosTime(modifiedAt);
  const written: WrittenEntry[] = [];
  const sums: string[] = [];
  let offset = 0;
  const add = async function* ({ path, content }: ZipEntry) {
    const name = Buffer.from(path);
    const start = offset;
    const header = localHeader(name, time);
    yield header;
    const hash = createHash('sha256');
    let [crc, size, compressedSize] = [0, 0, 0];
    const measure = (chunk: Uint8Array) => {
      hash.update(chunk);
      crc = crc32(chunk, crc);
      size += chunk.length;
      return chunk;
    };
    for await (const chunk of compress(content, measure)) {
      compressedSize += chunk.length;
      yield chunk;
    }
    if (size >= MAX_32 || compressedSize >= MAX_32) throw new RangeError(`${path} has 4 GiB or more`);
    const entry = { path: name, offset: start, crc, compressedSize, size };
    const descriptor = dataDescriptor(entry);
    yield descriptor;
    offset += header.length + compressedSize + descriptor.length;
    written.push(entry);
    sums.push(`${hash.digest('hex')}  ${path}\n`);
  };
  for await (const entry of entries) yield* add(entry);
  yield* add({ path: 'SHA256SUMS', content: Buffer.from(sums.join('')) });
  const start = offset;
  for (const entry of written) {
    const header = centralHeader(entry, time);
    offset += header.length;
    yield header;
  }
  yield endOf({ count: written.length, start, size: offset - start });
}

/** `measure` sees every chunk before it is compressed. */
async function* compress(
  content: ZipEntry['content'],
  measure: (chunk: Uint8Array) => Uint8Array,
): AsyncGenerator<Buffer, void, undefined> {
  // A stream for each of many small entries would cost more than their content.
  if (content instanceof Uint8Array) {
    yield deflateRawSync(measure(content), { level: COMPRESSION_LEVEL, ...memoryFor(content.length) });
    return;
  }
  const deflate = createDeflateRaw({ level: COMPRESSION_LEVEL });
  const measured = async function* () {
    for await (const chunk of content) yield measure(chunk);
  };
  // An error of the content reaches the loop, because it destroys what the loop reads.
  const piped = pipeline(measured, deflate).catch(() => undefined);
  yield* deflate;
  await piped;
}

/** What zlib allocates for a large content takes longer than to compress a small one. */
function memoryFor(length: number): Pick<ZlibOptions, 'windowBits' | 'memLevel' | 'chunkSize'> {
  const windowBits = Math.min(Math.max(Math.ceil(Math.log2(length + 1)), 9), 15);
  return { windowBits, memLevel: windowBits - 7, chunkSize: Math.min(Math.max(length, 256), 16_384) };
}

/** Returns the fields of a time in MS-DOS, which counts seconds by twos; it is in UTC. */
function dosTime(date: Date): { readonly day: number; readonly second: number } {
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const second =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | Math.floor(date.getUTCSeconds() / 2);
  return { day, second };
}

type Field = readonly [bytes: 2 | 4 | 8, value: number];

function pack(fields: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let position = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), position);
    else buffer.writeUIntLE(value, position, bytes);
    position += bytes;
  }
  return buffer;
}

function localHeader(path: Buffer, { day, second }: ReturnType<typeof dosTime>): Buffer {
  const sizes: readonly Field[] = [
    [4, 0],
    [4, 0],
    [4, 0],
  ];
  const fields: readonly Field[] = [
    [4, LOCAL_HEADER],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATE],
    [2, second],
    [2, day],
    ...sizes,
    [2, path.length],
    [2, 0],
  ];
  return Buffer.concat([pack(fields), path]);
}

function dataDescriptor({ crc, compressedSize, size }: WrittenEntry): Buffer {
  return pack([
    [4, DATA_DESCRIPTOR],
    [4, crc],
    [4, compressedSize],
    [4, size],
  ]);
}

function centralHeader(
  { path, offset, crc, compressedSize, size }: WrittenEntry,
  { day, second }: ReturnType<typeof dosTime>,
): Buffer {
  const isFar = offset >= MAX_32;
  const extra = isFar
    ? pack([
        [2, 1],
        [2, 8],
        [8, offset],
      ])
    : Buffer.alloc(0);
  const fields: readonly Field[] = [
    [4, CENTRAL_HEADER],
    [2, VERSION_64],
    [2, isFar ? VERSION_64 : VERSION],
    [2, FLAGS],
    [2, DEFLATE],
    [2, second],
    [2, day],
    [4, crc],
    [4, compressedSize],
    [4, size],
    [2, path.length],
    [2, extra.length],
    // No comment, first disk, no attributes.
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, Math.min(offset, MAX_32)],
  ];
  return Buffer.concat([pack(fields), path, extra]);
}

/** The directory of a large file has its numbers in the ZIP64 record. */
function endOf({
  count,
  start,
  size,
}: {
  readonly count: number;
  readonly start: number;
  readonly size: number;
}): Buffer {
  const end = pack([
    [4, END_RECORD],
    [2, 0],
    [2, 0],
    [2, Math.min(count, MAX_16)],
    [2, Math.min(count, MAX_16)],
    [4, Math.min(size, MAX_32)],
    [4, Math.min(start, MAX_32)],
    [2, 0],
  ]);
  if (count < MAX_16 && size < MAX_32 && start < MAX_32) return end;
  const record = pack([
    [4, END_RECORD_64],
    // The length of the rest of this record.
    [8, 44],
    [2, VERSION_64],
    [2, VERSION_64],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, start],
  ]);
  const locator = pack([
    [4, END_LOCATOR_64],
    [4, 0],
    [8, start + size],
    [4, 1],
  ]);
  return Buffer.concat([record, locator, end]);
}
