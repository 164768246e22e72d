/** All that the library needs to decode a JPEG. */
const JPEG_BEGIN = 0xffd8;
/** The marker of ITU-T T.81 B.1.1.3, without the leading 0xff. */
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const FIRST_WITH_LENGTH = 0xc0;
/** Restarts, and the begin and end of the image. */
const [FIRST_WITHOUT_LENGTH, LAST_WITHOUT_LENGTH] = [0xd0, 0xd9];
/** Encoders write about ten. */
const MAX_SCANS = 100;

/**
 * Returns true for too many scans: one of a few bytes makes a decoder visit all pixels, and 550 kB took a
 * minute. Returns false for other formats.
 */
export function hasTooManyScans(bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (content.length < 2 || content.readUInt16BE(0) !== JPEG_BEGIN) return false;
  let scans = 0;
  for (let at = findMarker(content, 2); at !== null; at = findMarker(content, endOfSegment(content, at))) {
    if (content[at] === END_OF_IMAGE) return false;
    if (content[at] === START_OF_SCAN) scans += 1;
    if (scans > MAX_SCANS) return true;
  }
  return false;
}

/** Offset of its second byte; decoders skip anything else. */
function findMarker(content: Buffer, from: number): number | null {
  for (let at = content.indexOf(0xff, from); at >= 0; at = content.indexOf(0xff, at + 1)) {
    const code = content[at + 1];
    if (code !== undefined && code !== 0 && code !== 0xff) return at + 1;
  }
  return null;
}

/** Thumbnails in metadata are JPEGs too. */
function endOfSegment(content: Buffer, at: number): number {
  const code = content[at] ?? 0;
  const isAlone = code < FIRST_WITH_LENGTH || (code >= FIRST_WITHOUT_LENGTH && code <= LAST_WITHOUT_LENGTH);
  return at + 1 + (isAlone || at + 3 > content.length ? 0 : content.readUInt16BE(at + 1));
}
