import { readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

export interface Asset {
  readonly path: string;
  readonly contentType: string;
  /** Its name holds a hash of its content: a reader may keep it for ever. */
  readonly immutable: boolean;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/** As vite names them: `signing-page-B3xk29aQ.js`. */
const HASHED_NAME = /-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;

/** Every file under the folder by its address below /assets/. What is not in the map is not served. */
export function findAssets(root: string): ReadonlyMap<string, Asset> {
  // Pages are answered by their own routes, with their own headers.
  const files = readFolder(root).filter((path) => extname(path) !== '.html');
  return new Map(files.map((path) => [relative(root, path).split(sep).join('/'), describeAsset(path)]));
}

function readFolder(root: string): string[] {
  try {
    const entries = readdirSync(root, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function describeAsset(path: string): Asset {
  const contentType = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
  return { path, contentType, immutable: HASHED_NAME.test(path) };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
