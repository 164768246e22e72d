import { openPdf } from '@countersign/pdf';
import { type PlacedWord, readWords } from '@countersign/pdf/testing';
import { readText, type TextWord } from '@countersign/pdf/text';

export interface Agreement {
  /** Words of MuPDF. */
  readonly words: number;
  /** Of these, words that our reader has too, and those that it has within a point of the same place. */
  readonly read: number;
  readonly placed: number;
}

/** Texts are compared with ligatures as letters, and without marks that only control the layout. */
function normalise(text: string): string {
  return text.normalize('NFKC').replace(/[\u00ad\u200b-\u200f\u202a-\u202e\ufeff]/g, '');
}

/** Compares the words of the first pages with those of MuPDF; hidden ones too, as MuPDF knows no such thing. */
export function compareWithMupdf(bytes: Uint8Array, maxPages: number): Agreement {
  const file = openPdf(bytes);
  const indexes = Array.from({ length: Math.min(file.pageCount, maxPages) }, (_, index) => index);
  let [words, read, placed] = [0, 0, 0];
  for (const page of readText(file, { pages: indexes })) {
    const passages = [...page.passages, ...page.hidden];
    const left = passages.flatMap(({ lines }) => lines.flatMap((line) => line.words));
    const byText = new Map<string, TextWord[]>();
    for (const word of left) {
      const text = normalise(word.text);
      if (byText.get(text)?.push(word) === undefined) byText.set(text, [word]);
    }
    for (const word of readWords(bytes, page.page)) {
      words += 1;
      const same = byText.get(normalise(word.text)) ?? [];
      const nearest = same.toSorted((one, other) => distance(word, one) - distance(word, other))[0];
      if (nearest === undefined) continue;
      same.splice(same.indexOf(nearest), 1);
      read += 1;
      if (distance(word, nearest) <= 2) placed += 1;
    }
  }
  file.close();
  return { words, read, placed };
}

/** Of both ends along the line; fonts have several heights, and every reader takes another. */
function distance(word: PlacedWord, { x, y, width, height }: TextWord): number {
  const across = Math.abs(word.left - x) + Math.abs(word.right - x - width);
  const down = Math.abs(word.top - y) + Math.abs(word.bottom - y - height);
  return Math.min(across, down);
}
