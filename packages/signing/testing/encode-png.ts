import { crc32, deflateSync } from 'node:zlib';

/** RGBA, every other pixel black and the rest transparent; `idat` replaces its data. */
export function encodePng(width: number, height: number, idat?: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', idat ?? deflateSync(checkered(width, height))),
    chunk('IEND', new Uint8Array()),
  ]);
}

function checkered(width: number, height: number): Buffer {
  const rowBytes = 1 + width * 4;
  const rows = Buffer.alloc(height * rowBytes);
  for (let pixel = 0; pixel < width * height; pixel += 2) {
    rows[Math.floor(pixel / width) * rowBytes + 4 + (pixel % width) * 4] = 255;
  }
  return rows;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
