/**
 * Removes from `node_modules` what the running service never reads; the image of `deploy/Containerfile` is built with it.
 * Licence texts stay. `npm ci` brings everything back.
 */
import { lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Rule {
  /** The files below `node_modules`, with slashes. */
  readonly files: RegExp;
  readonly reason: string;
}

const RULES: readonly Rule[] = [
  { files: /^node-[^/]+\/(include|share)\//, reason: 'headers and manuals of Node' },
  { files: /^@napi-rs\/nice/, reason: 'priorities of threads, for which piscina is not asked' },
  {
    // The build for Node draws first pages; the built pages contain the other.
    files:
      /^pdfjs-dist\/(?!(?:cmaps|standard_fonts|iccs|wasm)\/|legacy\/build\/pdf(?:\.worker)?\.mjs$|package\.json$)|^pdfjs-dist\/wasm\/quickjs/,
    reason: 'pdf.js of browsers, which the built pages contain',
  },
  { files: /^@expo-google-fonts\/[^/]+\/(?!400Regular\/|package\.json$)/, reason: 'other weights of fonts' },
  { files: /^pdf-lib\/(dist|es|src|ts3\.4)\//, reason: 'pdf-lib for browsers' },
  { files: /^@opentelemetry\/[^/]+\/build\/(esm|esnext)\//, reason: 'OpenTelemetry for browsers' },
  { files: /^@(aws-sdk|smithy)\/[^/]+\/dist-types\//, reason: 'types' },
  { files: /\.d\.[cm]?ts$/, reason: 'types' },
  { files: /\.map$/, reason: 'source maps' },
  { files: /\.(md|markdown)$/i, reason: 'documentation' },
  { files: /\/(CHANGELOG|HISTORY)(\.txt)?$/i, reason: 'documentation' },
];

const LICENCE = /(^|\/)[^/]*(licen[cs]e|notice|copying|copyright)[^/]*$/i;

/** Returns the reason why the service does not need the file, and undefined if it may. */
export function reasonToRemove(path: string): string | undefined {
  if (LICENCE.test(path)) return undefined;
  return RULES.find(({ files }) => files.test(path))?.reason;
}

/** Returns the removed bytes by reason. */
function prune(modules: string): Map<string, number> {
  const removed = new Map<string, number>();
  const visit = (folder: string, inside: string): number => {
    let kept = 0;
    for (const entry of readdirSync(join(modules, folder), { withFileTypes: true })) {
      const path = join(modules, folder, entry.name);
      // A package of a package counts as the package that it is.
      const own = entry.name === 'node_modules' ? '' : `${inside}${entry.name}`;
      if (entry.isDirectory()) {
        const rest = visit(join(folder, entry.name), own === '' ? '' : `${own}/`);
        if (rest === 0) rmdirSync(path);
        kept += rest;
        continue;
      }
      const reason = reasonToRemove(own);
      if (reason === undefined) {
        kept += 1;
        continue;
      }
      removed.set(reason, (removed.get(reason) ?? 0) + lstatSync(path).size);
      rmSync(path);
    }
    return kept;
  };
  visit('', '');
  return removed;
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true });
  const removed = prune(positionals[0] ?? 'node_modules');
  for (const [reason, bytes] of [...removed].sort(([, a], [, b]) => b - a))
    console.log(`${(bytes / 1e6).toFixed(1).padStart(6)} MB  ${reason}`);
}
