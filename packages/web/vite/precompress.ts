import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** HTML is rendered per request; the others are compressed. */
const NOT_COMPRESSED = new Set(['.html', '.ico', '.png', '.woff2', '.br', '.gz']);
/** Smaller responses fit one packet. */
const MIN_BYTES = 1024;
/** Of the original. */
const MAX_SHARE = 0.95;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** `name.br` and `name.gz`, and at last `complete`: without it the service builds again. */
export function precompress(folder: string): Plugin {
  let isWritten = false;
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: () => {
      isWritten = true;
    },
    // After the other plugins, and also when the build failed.
    closeBundle: { order: 'post', sequential: true, handler: () => (isWritten ? finish(folder) : undefined) },
  };
}

async function finish(folder: string): Promise<void> {
  await compressFolder(folder);
  writeFileSync(join(folder, 'complete'), '');
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
