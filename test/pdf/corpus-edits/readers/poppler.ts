import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { programPath } from '@countersign/pdf/testing';
import { readPpm } from '../../geometry/picture.ts';
import { type ProcessEnd, runBounded } from './bounded-process.ts';
import { MAX_MESSAGES, MAX_SIDE_PIXELS, type Picture, type Reader, type Reading } from './reader.ts';

export function createPoppler(folder: string): Reader {
  return {
    name: 'Poppler',
    read: (path, pages, patience) => readIn(mkdtempSync(join(folder, 'poppler-')), path, pages, patience),
    close() {
      // No process runs between files.
    },
  };
}

async function readIn(
  folder: string,
  path: string,
  pages: readonly number[],
  patience: number,
): Promise<Reading> {
  try {
    const ends: ProcessEnd[] = [];
    for (const run of joinRuns(pages)) ends.push(await draw(path, run, join(folder, 'page'), patience));
    return judge(ends, collectPictures(folder), pages);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Run = readonly [first: number, last: number];

/** Consecutive pages share a process. */
function joinRuns(pages: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const page of pages) {
    const before = runs.at(-1);
    if (before?.[1] === page - 1) runs[runs.length - 1] = [before[0], page];
    else runs.push([page, page]);
  }
  return runs;
}

function draw(path: string, [first, last]: Run, target: string, patience: number): Promise<ProcessEnd> {
  const range = ['-f', String(first + 1), '-l', String(last + 1)];
  const size = ['-cropbox', '-scale-to', String(MAX_SIDE_PIXELS)];
  return runBounded(programPath('pdftoppm'), [...size, ...range, path, target], patience);
}

/** By the page number in the name. A page that cannot be drawn is an empty file or a single pixel, and is left out. */
function collectPictures(folder: string): Map<number, Picture> {
  const pictures = new Map<number, Picture>();
  for (const name of readdirSync(folder)) {
    const number = Number(/-(\d+)\.ppm$/.exec(name)?.[1]);
    const bytes = readFileSync(join(folder, name));
    if (bytes.length === 0) continue;
    const { width, height, data } = readPpm(bytes);
    if (width > 1 || height > 1) pictures.set(number - 1, { width, height, rgb: data });
  }
  return pictures;
}

function judge(
  ends: readonly ProcessEnd[],
  pictures: ReadonlyMap<number, Picture>,
  pages: readonly number[],
): Reading {
  const lines = ends.flatMap(({ output }) => output.split('\n')).filter((line) => line !== '');
  const messages = [...new Set(lines)].slice(0, MAX_MESSAGES);
  const gaveUp = ends.find((end) => end.gaveUp !== undefined)?.gaveUp;
  const isWhole =
    gaveUp === undefined && ends.every(({ code }) => code === 0) && pages.every((page) => pictures.has(page));
  const grade = isWhole ? (messages.length === 0 ? 'clean' : 'complains') : 'fails';
  return { grade, messages, pictures, ...(gaveUp === undefined ? {} : { gaveUp }) };
}
