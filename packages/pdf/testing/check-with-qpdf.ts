import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An independent opinion on a file: empty when qpdf finds nothing wrong, or is not installed. */
export function complaintsOfQpdf(bytes: Uint8Array): string {
  return withTemporaryFile(bytes, (path) => {
    const result = spawnSync('qpdf', ['--check', path], { encoding: 'utf8', timeout: 20_000 });
    if (result.error !== undefined) return '';
    return result.status === 0 ? '' : result.stderr;
  });
}

/** Dark pixels of each page's picture at 72 dpi; undefined when pdftoppm is not installed. */
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

/** `P5 width height 255` and one byte a pixel. */
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
