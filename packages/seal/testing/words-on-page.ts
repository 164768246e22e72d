import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from './tools.ts';

/** Poppler's layout; displayed points from the page's top-left corner. */
export interface PlacedWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const WORD = /<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g;

/** In the order of `pdftotext`; `page` from 0. */
export function readWords(pdf: Uint8Array, page: number): readonly PlacedWord[] {
  const folder = mkdtempSync(join(tmpdir(), 'seal-words-'));
  try {
    const path = join(folder, 'in.pdf');
    writeFileSync(path, pdf);
    const number = String(page + 1);
    const { text } = runTool('pdftotext', ['-bbox', '-cropbox', '-f', number, '-l', number, path, '-']);
    return [...text.matchAll(WORD)].map(([, left, top, right, bottom, word = '']) => ({
      text: word,
      left: Number(left),
      top: Number(top),
      right: Number(right),
      bottom: Number(bottom),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
