import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** The HTML has text put into it for each request; the others are compressed already. */
const NOT_COMPRESSED = new Set(['.html', '.png', '.woff2', '.br', '.gz']);
/** Bytes. A smaller answer fits one packet as it is. */
const MIN_BYTES = 1024;
/** A coded file is kept if it is at most this share of the plain one. */
const MAX_SHARE = 0.95;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Writes `name.br` and `name.gz` beside what compresses well, once, for every answer to come. */
export function precompress(folder: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    // After the other plugins have written what they copy.
    closeBundle: { order: 'post', sequential: true, handler: () => compressFolder(folder) },
  };
}

async function compressFolder(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !NOT_COMPRESSED.has(extname(entry.name)));
  await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))));
}

async function compressFile(path: string): Promise<void> {
  const content = readFileSync(path);
  if (content.length < MIN_BYTES) return;
  const [brotli, zipped] = await Promise.all([
    compressBrotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    compressGzip(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  writeIfSmaller(`${path}.br`, brotli, content);
  writeIfSmaller(`${path}.gz`, zipped, content);
}

function writeIfSmaller(path: string, coded: Buffer, content: Buffer): void {
  if (coded.length <= content.length * MAX_SHARE) writeFileSync(path, coded);
}
