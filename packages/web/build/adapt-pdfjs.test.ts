import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { adaptPdfjs } from './adapt-pdfjs.ts';

const { resolve } = createRequire(import.meta.url);

/** Returns a file of pdf.js as the bundler gets it, and as it is before. */
function adapt(file: string, change = (code: string) => code) {
  const path = resolve(`pdfjs-dist/build/${file}`);
  const before = change(readFileSync(path, 'utf8'));
  const { transform } = adaptPdfjs() as unknown as {
    transform(code: string, id: string): { readonly code: string } | null;
  };
  return { before, after: transform(before, path)?.code ?? '' };
}

describe('adaptPdfjs', () => {
  it.each([
    ['pdf.mjs', 'class AnnotationEditorLayer {}', 0.9],
    ['pdf.worker.mjs', 'class XFAFactory {}', 0.9],
  ])('omits the modules of %s that no page runs, and keeps their names', (file, name, share) => {
    const { before, after } = adapt(file);
    expect(after).toContain(name);
    expect(after.length).toBeLessThan(before.length * share);
  });

  it('finds a page without those before it', () => {
    const { before, after } = adapt('pdf.worker.mjs');
    expect(before).not.toContain('nodesToVisit.push(kids[pageIndex - currentPageIndex])');
    expect(after).toContain('nodesToVisit.push(kids[pageIndex - currentPageIndex])');
  });

  it('fails for a version of pdf.js that it does not know', () => {
    const rename = (code: string) =>
      code.replaceAll('pageKidsCountCache', 'cache').replaceAll('lastKid', 'kid');
    expect(() => adapt('pdf.worker.mjs', rename)).toThrow('pdf.worker.mjs does not have');
  });

  it('keeps the name and character of every glyph', () => {
    const { before, after } = adapt('pdf.worker.mjs');
    const namesOf = (code: string): Record<string, number> => {
      const table = /const getGlyphsUnicode = getLookupTableFactory\((function \(t\) \{[\s\S]*?\n\})\);/.exec(
        code,
      );
      const names = {};
      runInNewContext(`(${table?.[1]})(names)`, { names });
      return names;
    };
    expect(namesOf(after)).toEqual(namesOf(before));
    expect(namesOf(after)).toMatchObject({ A: 65, Euro: 8364, afii10017: 0x0410, '.notdef': 0 });
  });

  it('takes from the build for older browsers what these lack, and none of pdf.js', () => {
    const path = resolve('pdfjs-dist/legacy/build/pdf.worker.mjs');
    const { transform } = adaptPdfjs() as unknown as {
      transform(code: string, id: string): { readonly code: string } | null;
    };
    const { code = '' } = transform(readFileSync(path, 'utf8'), `${path}?polyfills`) ?? {};
    const names = ['getOrInsertComputed', 'setFromHex'];
    expect(names.filter((name) => code.includes(name))).toEqual(names);
    expect(code).not.toContain('class XRef');
  });

  it('leaves other files as they are', () => {
    const { transform } = adaptPdfjs() as unknown as { transform(code: string, id: string): unknown };
    expect(transform('code', '/node_modules/preact/dist/preact.mjs')).toBeNull();
  });
});
