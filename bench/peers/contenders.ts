import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Jobs } from './task.ts';

export interface Contender {
  readonly name: string;
  /** Module name in this folder, or the URL of a module without its ending; and its export. */
  readonly module: string;
  readonly mode: 'standard' | 'incremental' | 'keepingFields';
  /** The npm package, for the version in the report. */
  readonly package?: string;
}

export const OURS: Contender = { name: 'countersign', module: 'countersign', mode: 'standard' };

/**
 * All contenders in order of the report; `incremental` appends to the original, `standard` rewrites it. Only
 * `keepingFields` merges forms too.
 */
export const PEERS: readonly Contender[] = [
  { name: 'pdf-lib', module: 'pdf-lib', mode: 'standard', package: 'pdf-lib' },
  { name: '@cantoo/pdf-lib', module: 'cantoo-pdf-lib', mode: 'standard', package: '@cantoo/pdf-lib' },
  { name: '@cantoo/pdf-lib incremental', module: 'cantoo-pdf-lib', mode: 'incremental' },
  { name: '@libpdf/core', module: 'libpdf', mode: 'standard', package: '@libpdf/core' },
  { name: '@libpdf/core incremental', module: 'libpdf', mode: 'incremental' },
  { name: 'mupdf', module: 'mupdf', mode: 'standard', package: 'mupdf' },
  { name: 'mupdf incremental', module: 'mupdf', mode: 'incremental' },
  { name: 'mupdf keeping fields', module: 'mupdf', mode: 'keepingFields' },
  { name: '@signpdf', module: 'signpdf', mode: 'standard', package: '@signpdf/signpdf' },
  { name: 'pdfjs-dist', module: 'pdfjs', mode: 'standard', package: 'pdfjs-dist' },
];

/** Our packages of another checkout of this repository. */
export function oursAt(checkout: string): Contender {
  const module = pathToFileURL(join(resolve(checkout), 'bench/peers', OURS.module)).href;
  return { name: `countersign in ${checkout}`, module, mode: 'standard' };
}

export async function loadJobs({ module, mode }: Contender): Promise<Jobs> {
  const exported: Record<string, Jobs | undefined> = await import(
    new URL(`${module}.ts`, import.meta.url).href
  );
  return exported[mode] ?? {};
}
