/** Row by row. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Between the four nearest pixels; the border is repeated outside. */
export function shadeAt({ width, height, data }: GreyImage, x: number, y: number): number {
  const left = Math.min(Math.max(x, 0), width - 1.001);
  const top = Math.min(Math.max(y, 0), height - 1.001);
  const column = Math.floor(left);
  const row = Math.floor(top);
  const across = left - column;
  const down = top - row;
  const at = row * width + column;
  const upper = (data[at] ?? 0) * (1 - across) + (data[at + 1] ?? 0) * across;
  const lower = (data[at + width] ?? 0) * (1 - across) + (data[at + width + 1] ?? 0) * across;
  return upper * (1 - down) + lower * down;
}

/** Counter-clockwise, on a canvas that holds all of it. */
export function turn(image: GreyImage, radians: number): Turned {
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  const width = Math.ceil(Math.abs(image.width * cos) + Math.abs(image.height * sin));
  const height = Math.ceil(Math.abs(image.width * sin) + Math.abs(image.height * cos));
  const centre = { x: image.width / 2, y: image.height / 2 };
  const toSource = (x: number, y: number): Point => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    return { x: centre.x + dx * cos - dy * sin, y: centre.y + dx * sin + dy * cos };
  };
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    let { x: fromX, y: fromY } = toSource(0, y);
    for (let x = 0; x < width; x++) {
      data[y * width + x] = shadeAt(image, fromX, fromY);
      fromX += cos;
      fromY += sin;
    }
  }
  return { image: { width, height, data }, toSource };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Turned {
  readonly image: GreyImage;
  readonly toSource: (x: number, y: number) => Point;
}
