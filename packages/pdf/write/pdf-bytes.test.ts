import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { appendPageContent } from '../pages/page-content.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';

describe('writing a PDF to a path', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pdf-bytes-'));
    writeFileSync(join(folder, 'original.pdf'), buildPdf(pageBodies(2)));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function saveTo(name: string): void {
    const file = openPdf(join(folder, 'original.pdf'));
    try {
      appendPageContent(file, file.page(0), '0 0 9 9 re f');
      file.save().writeTo(join(folder, name));
    } finally {
      file.close();
    }
  }

  function revisionsOf(name: string): number {
    const bytes = readFileSync(join(folder, name));
    expect(openPdf(bytes).repaired).toBe(false);
    return bytes.toString('latin1').split('%%EOF').length - 1;
  }

  it('may replace the file it is read from', () => {
    saveTo('original.pdf');
    expect(revisionsOf('original.pdf')).toBe(2);
    expect(readdirSync(folder)).toEqual(['original.pdf']);
  });

  it('copies a file that must not be written to', () => {
    chmodSync(join(folder, 'original.pdf'), 0o444);
    saveTo('copy.pdf');
    expect(revisionsOf('copy.pdf')).toBe(3);
  });

  it('gives the copy the permissions of the original', () => {
    chmodSync(join(folder, 'original.pdf'), 0o600);
    saveTo('private.pdf');
    expect(statSync(join(folder, 'private.pdf')).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['replaced', (path: string) => replaceFile(path)],
    ['appended to', (path: string) => appendFileSync(path, '\n% more')],
  ])('saves what it opened when the file is %s meanwhile', (_, change) => {
    const path = join(folder, 'changing.pdf');
    const original = buildPdf(pageBodies(3));
    writeFileSync(path, original);
    const file = openPdf(path);
    change(path);
    appendPageContent(file, file.page(0), '0 0 9 9 re f');
    file.save().writeTo(join(folder, 'saved.pdf'));
    file.close();
    expect(readFileSync(join(folder, 'saved.pdf')).subarray(0, original.length)).toEqual(
      Buffer.from(original),
    );
    expect(revisionsOf('saved.pdf')).toBe(2);
  });

  it('removes its temporary file if it fails, and keeps the existing one', () => {
    mkdirSync(join(folder, 'taken.pdf'));
    const before = readdirSync(folder);
    expect(() => saveTo('taken.pdf')).toThrow(expect.objectContaining({ code: 'EISDIR' }));
    expect(() => saveTo('nowhere/out.pdf')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    expect(readdirSync(folder)).toEqual(before);
  });
});

/** As editors that write a new file and rename it. */
function replaceFile(path: string): void {
  writeFileSync(`${path}.new`, 'not a PDF any more');
  renameSync(`${path}.new`, path);
}
