import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Empty if qpdf finds nothing or is not installed. */
export function complaintsOfQpdf(bytes: Uint8Array): string {
  return withTemporaryFile(bytes, (path) => {
    const result = spawnSync('qpdf', ['--check', path], { encoding: 'utf8', timeout: 20_000 });
    if (result.error !== undefined) return '';
    return result.status === 0 ? '' : result.stderr;
  });
}

/** At 72 dpi; undefined without pdftoppm. */
export function countInk(bytes: Uint8Array, page: number): number | undefined {
  return withTemporaryFile(bytes, (path) => {
    const number = String(page + 1);
    const options = ['-gray', '-r', '72', '-f', number, '-l', number, path];
    const result = spawnSync('pdftoppm', options, { timeout: 20_000, maxBuffer: 64 * 1024 * 1024 });
    if (result.error !== undefined) return undefined;
    const pixels = result.stdout.subarray(-lengthOfPixels(result.stdout));
    return pixels.reduce((ink, value) => ink + (255 - value), 0) / 255;
  });
}

/** Left, top, right, bottom; undefined without pdftoppm or red pixels. */
export function findRed(bytes: Uint8Array, page: number): readonly number[] | undefined {
  return withTemporaryFile(bytes, (path) => {
    const number = String(page + 1);
    const options = ['-r', '72', '-aa', 'no', '-aaVector', 'no', '-f', number, '-l', number, path];
    const { error, stdout } = spawnSync('pdftoppm', options, {
      timeout: 20_000,
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error !== undefined) return undefined;
    const [, width = '0', height = '0'] = /^P6\s+(\d+)\s+(\d+)/.exec(stdout.toString('latin1', 0, 40)) ?? [];
    return boxOfRed(stdout.subarray(-3 * Number(width) * Number(height)), Number(width));
  });
}

function boxOfRed(pixels: Buffer, width: number): readonly number[] | undefined {
  const box = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1] as [
    number,
    number,
    number,
    number,
  ];
  for (let at = 0; at < pixels.length; at += 3) {
    if (pixels[at] !== 255 || pixels[at + 1] !== 0 || pixels[at + 2] !== 0) continue;
    const x = (at / 3) % width;
    const y = Math.floor(at / 3 / width);
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x + 1);
    box[3] = Math.max(box[3], y + 1);
  }
  return box[2] < 0 ? undefined : box;
}

/** `P5 width height 255`, then the pixels. */
function lengthOfPixels(image: Buffer): number {
  const [, width = '0', height = '0'] = /^P5\s+(\d+)\s+(\d+)/.exec(image.toString('latin1', 0, 40)) ?? [];
  return Number(width) * Number(height);
}

function withTemporaryFile<T>(bytes: Uint8Array, use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pdf-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, bytes);
    return use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
