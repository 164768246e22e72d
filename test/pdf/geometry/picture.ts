/** A rendered page: rows of pixels of `channels` bytes, the first three RGB. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
}

/** A rectangle by its edges, origin top-left. */
export interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type IsMark = (red: number, green: number, blue: number) => boolean;

/** Finds the bounds of a mark in pixels; undefined if it has none. */
export function findMark({ width, height, channels, data }: Picture, isMark: IsMark): Edges | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += channels) {
      const red = data[at] as number;
      const green = data[at + 1] as number;
      const blue = data[at + 2] as number;
      if (!isMark(red, green, blue)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  return right < 0 ? undefined : { left, top, right, bottom };
}

export function readPpm(bytes: Buffer): Picture {
  const header = /^P6\s+(?:#.*\n)?(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 100));
  if (header === null) throw new Error('The renderer wrote no PPM');
  const [line, width = '0', height = '0'] = header;
  return {
    width: Number(width),
    height: Number(height),
    channels: 3,
    data: bytes.subarray(line.length),
  };
}
