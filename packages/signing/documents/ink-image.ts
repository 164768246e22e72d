/**
 * Whether bytes are a whole PNG with something on it (PNG third edition, sections 5 and 11). The image is stamped long
 * after the signee has left, so a broken or blank one must be refused while they are still there.
 */
export async function isReadablePng(bytes: Uint8Array): Promise<boolean> {
  const chunks = readChunks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const header = chunks?.[0];
  if (chunks === null || header === undefined || chunks.at(-1)?.type !== 'IEND') return false;
  const size = readHeader(header);
  return size !== null && hasPixels(chunks, size);
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Pixels of the largest ink: a 4K screen at double density is 33 million. Bounds what inflates from few bytes. */
const MAX_PIXELS = 40_000_000;

/** Bytes around the data of a chunk: length, type, CRC. */
const CHUNK_OVERHEAD = 12;

interface PngChunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Null when the signature, a length or a CRC is wrong. */
function readChunks(bytes: Buffer): readonly PngChunk[] | null {
  if (!bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return null;
  const chunks: PngChunk[] = [];
  for (let at = PNG_SIGNATURE.length; at < bytes.length; ) {
    const chunk = readChunk(bytes, at);
    if (chunk === null) return null;
    chunks.push(chunk);
    at += chunk.data.length + CHUNK_OVERHEAD;
  }
  return chunks;
}

function readChunk(bytes: Buffer, at: number): PngChunk | null {
  if (at + CHUNK_OVERHEAD > bytes.length) return null;
  const end = at + 8 + bytes.readUInt32BE(at);
  if (end + 4 > bytes.length) return null;
  if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null;
  return { type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) };
}

/** What the inflated data of an image must be. */
interface PixelData {
  readonly minBytes: number;
  readonly maxBytes: number;
  /** Bytes of a row, its filter byte first; null where rows differ (interlaced). */
  readonly rowBytes: number | null;
}

/** Null for a size no ink has. */
function readHeader({ type, data }: PngChunk): PixelData | null {
  if (type !== 'IHDR' || data.length !== 13) return null;
  const [width, height, depth] = [data.readUInt32BE(0), data.readUInt32BE(4), data.readUInt8(8)];
  const channels = [1, 0, 3, 1, 2, 0, 4][data.readUInt8(9)] ?? 0;
  if (width * height === 0 || width * height > MAX_PIXELS || channels === 0) return null;
  const pixelBytes = Math.ceil((width * channels * depth) / 8);
  const isInterlaced = data.readUInt8(12) !== 0;
  return {
    minBytes: height * pixelBytes,
    // Interlacing (Adam7) adds filter bytes and rounds every pass up: at most seven more a row.
    maxBytes: height * (pixelBytes + 16) + 1024,
    rowBytes: isInterlaced ? null : pixelBytes + 1,
  };
}

async function hasPixels(chunks: readonly PngChunk[], expected: PixelData): Promise<boolean> {
  const compressed = chunks.filter((chunk) => chunk.type === 'IDAT').map((chunk) => chunk.data);
  try {
    const { size, isBlank } = await inflate(Buffer.concat(compressed), expected);
    return size >= expected.minBytes && size <= expected.maxBytes && !isBlank;
  } catch {
    return false; // not zlib data, or cut off
  }
}

/** Counts what inflates from zlib data, piece by piece; stops once there is more than the header announced. */
async function inflate(
  compressed: Buffer<ArrayBuffer>,
  { maxBytes, rowBytes }: PixelData,
): Promise<{ readonly size: number; readonly isBlank: boolean }> {
  let size = 0;
  let isBlank = rowBytes !== null;
  for await (const chunk of new Blob([compressed]).stream().pipeThrough(new DecompressionStream('deflate'))) {
    if (isBlank && rowBytes !== null) isBlank = isBlankPiece(chunk, size, rowBytes);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return { size, isBlank };
}

/** A canvas nobody drew on is all zeros (transparent black), whatever the rows' filters: each gives zeros for zeros. */
function isBlankPiece(piece: Uint8Array, offset: number, rowBytes: number): boolean {
  return piece.every((byte, index) => byte === 0 || (offset + index) % rowBytes === 0);
}

/** The CRC of PNG (annex D): reflected polynomial 0xEDB88320. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
