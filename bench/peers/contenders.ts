import type { Jobs } from './task.ts';

export interface Contender {
  readonly name: string;
  /** File beside this one, without its ending, and what it exports. */
  readonly module: string;
  readonly mode: 'standard' | 'incremental';
  /** The npm package whose version the report names. */
  readonly package?: string;
}

export const OURS: Contender = { name: 'countersign', module: 'countersign', mode: 'standard' };

/** All in one run, in this order; `incremental` appends to the original, `standard` writes the file anew. */
export const PEERS: readonly Contender[] = [
  { name: 'pdf-lib', module: 'pdf-lib', mode: 'standard', package: 'pdf-lib' },
  { name: '@cantoo/pdf-lib', module: 'cantoo-pdf-lib', mode: 'standard', package: '@cantoo/pdf-lib' },
  { name: '@cantoo/pdf-lib incremental', module: 'cantoo-pdf-lib', mode: 'incremental' },
  { name: '@libpdf/core', module: 'libpdf', mode: 'standard', package: '@libpdf/core' },
  { name: '@libpdf/core incremental', module: 'libpdf', mode: 'incremental' },
  { name: 'mupdf', module: 'mupdf', mode: 'standard', package: 'mupdf' },
  { name: 'mupdf incremental', module: 'mupdf', mode: 'incremental' },
  { name: '@signpdf', module: 'signpdf', mode: 'standard', package: '@signpdf/signpdf' },
  { name: 'pdfjs-dist', module: 'pdfjs', mode: 'standard', package: 'pdfjs-dist' },
];

/** What a contender can do; its library is loaded now. */
export async function loadJobs({ module, mode }: Contender): Promise<Jobs> {
  const exported: Record<string, Jobs | undefined> = await import(
    new URL(`${module}.ts`, import.meta.url).href
  );
  return exported[mode] ?? {};
}
