import { inflateRawSync } from 'node:zlib';

const CENTRAL_HEADER = 0x02014b50;
const END_RECORD_BYTES = 22;

/**
 * Reads a ZIP file by its directory, as programs do that have all of it. `export-zip.test.ts` has Python judge what the
 * service writes.
 */
export function readZip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.subarray(-END_RECORD_BYTES);
  const entries = new Map<string, Buffer>();
  let position = end.readUInt32LE(16);
  for (let left = end.readUInt16LE(10); left > 0; left -= 1) {
    if (zip.readUInt32LE(position) !== CENTRAL_HEADER) throw new Error('not an entry of the directory');
    const size = zip.readUInt32LE(position + 20);
    const [nameLength, extraLength] = [zip.readUInt16LE(position + 28), zip.readUInt16LE(position + 30)];
    const name = zip.toString('utf8', position + 46, position + 46 + nameLength);
    const offset = zip.readUInt32LE(position + 42);
    const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    if (entries.has(name)) throw new Error(`${name} is there twice`);
    entries.set(name, inflateRawSync(zip.subarray(start, start + size)));
    position += 46 + nameLength + extraLength;
  }
  return entries;
}
