import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { compareWithMupdf } from './text-agreement.ts';

const FOLDERS = ['plain', 'forms', 'svc', 'signed', 'active'];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(fixturePath(folder))
    .filter((name) => name.endsWith('.pdf') && name !== 'xfa-only.pdf')
    .map((name) => join(folder, name)),
);

describe('readText has the words of MuPDF, where MuPDF has them', () => {
  it.each(files)('%s', (name) => {
    const { words, placed } = compareWithMupdf(readFileSync(fixturePath(name)), 20);
    // MuPDF cuts a word at the edge of the page.
    const cut = name.startsWith('plain/') ? 1 : 0;
    expect(words - placed).toBeLessThanOrEqual(cut);
  });
});
