import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { type Asset, type AssetFile, CODINGS, type Coding } from './deps.ts';
import { readQualities } from './request/client.ts';

/** RFC 9110 12.5.3. */
export function chooseCoding(
  acceptEncoding: string | undefined,
  available: readonly Coding[],
): Coding | undefined {
  const weights = new Map<string, number>(readQualities(acceptEncoding));
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const accepted = available.filter((coding) => weightOf(coding) > 0);
  return accepted.toSorted((a, b) => weightOf(b) - weightOf(a))[0];
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

const CODED_EXTENSIONS: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };
const NOT_SERVED = new Set(['', '.html', ...Object.values(CODED_EXTENSIONS)]);

/** Names by vite (`signing-page-B3xk29aQ.js`), and the folder of a pdf.js version. */
const IMMUTABLE_ADDRESS = /-[A-Za-z0-9_-]{8}\.[a-z0-9]+$|^pdfjs-[\d.]+\//;

/** By address below /assets/. Nothing else is served. */
export function findAssets(root: string): ReadonlyMap<string, Asset> {
  const files = readFolder(root).filter((path) => !NOT_SERVED.has(extname(path)));
  return new Map(
    files.map((path) => {
      const address = relative(root, path).split(sep).join('/');
      return [address, describeAsset(path, address)];
    }),
  );
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

function describeAsset(path: string, address: string): Asset {
  return {
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    immutable: IMMUTABLE_ADDRESS.test(address),
    tag: createHash('sha256').update(readFileSync(path)).digest('base64url'),
    plain: describeFile(path),
    coded: findCoded(path),
  };
}

function findCoded(path: string): Asset['coded'] {
  const found = CODINGS.map((coding) => [coding, path + CODED_EXTENSIONS[coding]] as const)
    .filter(([, file]) => existsSync(file))
    .map(([coding, file]) => [coding, describeFile(file)]);
  return Object.fromEntries(found);
}

function describeFile(path: string): AssetFile {
  return { path, size: statSync(path).size };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
