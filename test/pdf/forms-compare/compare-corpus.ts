import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openPdf, PdfError, type PdfFile } from '@countersign/pdf';
import { type Difference, findDifferences, type Reader } from './differences.ts';
import type { StatedFacts } from './field-facts.ts';
import { readOurFacts } from './our-facts.ts';
import { readPdfjsFacts } from './pdfjs-facts.ts';
import { readQpdfFacts } from './qpdf-facts.ts';

/** A corpus of real PDFs next to the repository, or at PDF_CORPUS. */
export const CORPUS = process.env.PDF_CORPUS ?? resolve(import.meta.dirname, '../../../../shared/corpus');
export const hasCorpus = existsSync(join(CORPUS, 'MANIFEST.json'));

interface ManifestEntry {
  readonly file: string;
  readonly fields?: readonly unknown[] | null;
}

/** The result of one file; with `refused` nothing is compared. */
export interface FileComparison {
  readonly file: string;
  readonly refused: string | null;
  readonly fields: number;
  readonly differences: readonly Difference[];
}

/** Lists the corpus files in which any reader finds a field. */
export function listFormFiles(): string[] {
  const manifest: ManifestEntry[] = JSON.parse(readFileSync(join(CORPUS, 'MANIFEST.json'), 'utf8'));
  return manifest.filter(({ fields }) => (fields ?? []).length > 0).map(({ file }) => file);
}

export async function compareFile(name: string): Promise<FileComparison> {
  const path = join(CORPUS, name);
  const opened = openOrRefuse(path);
  if (typeof opened === 'string') return { file: name, refused: opened, fields: 0, differences: [] };
  const ours = readOurFacts(opened);
  const differences = [
    ...(await ask(name, 'pdf.js', ours, () => readPdfjsFacts(readFileSync(path), opened))),
    ...(await ask(name, 'qpdf', ours, () => readQpdfFacts(path, opened))),
  ];
  return { file: name, refused: null, fields: ours.size, differences };
}

function openOrRefuse(path: string): PdfFile | string {
  try {
    return openPdf(path);
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
}

type FactsByKey = ReadonlyMap<string, StatedFacts>;

/** A reader that gives up on the file disagrees about all of it. */
async function ask(
  file: string,
  reader: Reader,
  ours: FactsByKey,
  read: () => FactsByKey | Promise<FactsByKey>,
): Promise<Difference[]> {
  try {
    return findDifferences(file, reader, ours, await read());
  } catch (error) {
    const theirs = error instanceof Error ? error.name : String(error);
    return [{ file, reader, field: '', member: 'file', ours: `${ours.size} fields`, theirs }];
  }
}
