import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inlineToolkit, type PdfToolkit } from '@countersign/toolkit';
import { createToolkitPool } from '@countersign/workers';
import { afterAll, describe, expect, it } from 'vitest';
import { buildFont, words } from '../../packages/pdf/testing/build-font.ts';

/** Private use: in no installed font. */
const LOGO = '\ue000';
const FIRST_GLYPH = 1;

function logoFont(): Buffer {
  const logo = LOGO.charCodeAt(0);
  const segments = [4, 32, 0, 4, 0, 0, 0, logo, 0xffff, 0, logo, 0xffff, FIRST_GLYPH - logo, 1, 0, 0];
  return buildFont({ tables: { cmap: words(0, 1, 3, 1, 0, 12, ...segments) } });
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-fonts-'));
const path = join(folder, 'logo.ttf');
writeFileSync(path, logoFont());
const toolkits: (PdfToolkit & AsyncDisposable)[] = [];

function poolWith(fonts?: readonly (Uint8Array | string)[]): PdfToolkit {
  const pool = createToolkitPool({ threads: 2, ...(fonts && { fonts }) });
  toolkits.push(pool);
  return pool;
}

afterAll(async () => {
  await Promise.all(toolkits.map((toolkit) => toolkit.close()));
  rmSync(folder, { recursive: true });
});

describe("a toolkit's own fonts", () => {
  it.each([
    ['a path', path],
    ['bytes', logoFont()],
  ])('given as %s are at hand on every thread of its pool', async (_, font) => {
    const pool = poolWith([font]);
    const checks = Array.from({ length: 4 }, () => pool.checkText({ texts: [LOGO, 'Łukasz'] }));
    await expect(Promise.all(checks)).resolves.toHaveLength(4);
  });

  it('are at hand on a thread that took the place of another', async () => {
    const pool = poolWith([path]);
    const stop = new AbortController();
    const stopped = [1, 2].map(() => pool.checkText({ texts: [LOGO] }, { signal: stop.signal }));
    stop.abort();
    for (const check of stopped) await expect(check).rejects.toMatchObject({ code: 'pdf_cancelled' });
    await expect(pool.checkText({ texts: [LOGO] })).resolves.toBeUndefined();
  });

  it('are not those of another pool', async () => {
    await expect(poolWith().checkText({ texts: [LOGO] })).rejects.toMatchObject({
      code: 'text_not_drawable',
    });
  });

  it('fail every task when one of them is no font', async () => {
    const pool = poolWith([path, Buffer.from('no font')]);
    for (let turn = 0; turn < 3; turn += 1) {
      await expect(pool.checkText({ texts: ['a'] })).rejects.toMatchObject({
        code: 'font_not_usable',
        origin: 'PdfError',
      });
    }
  });

  it('are at hand inline', async () => {
    const toolkit = inlineToolkit({ fonts: [path] });
    toolkits.push(toolkit);
    await expect(toolkit.checkText({ texts: [LOGO] })).resolves.toBeUndefined();
  });
});
