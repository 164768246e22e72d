import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inlineToolkit, ToolkitError } from '@countersign/toolkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { corpusFolder, listCorpus } from '../../packages/pdf/testing/corpus.ts';
import { MALFORMED_ANNOTATIONS, MALFORMED_FORMS, MALFORMED_PAGES } from './malformed-parts.ts';

/**
 * documenso #1360: a file with malformed annotations was accepted and signed, and the seal failed. Here an accepted
 * file can always be sealed.
 */
const toolkit = inlineToolkit();
/** Refused, since its value would be missing from the sealed page. */
const UNSEEN_VALUE = 'a value that no font has, without an appearance';
const REFUSED_FIXTURES: Readonly<Record<string, string>> = {
  'encrypted/owner-password-aes128.pdf': 'locked',
  'encrypted/owner-password-object-streams.pdf': 'locked',
  'encrypted/owner-password.pdf': 'locked',
  'encrypted/user-password-rc4.pdf': 'password_required',
  'encrypted/user-password.pdf': 'password_required',
  'forms/xfa-only.pdf': 'xfa_not_supported',
  'malformed/empty.pdf': 'not_a_pdf',
  'malformed/garbage-after-header.pdf': 'damaged',
  'malformed/header-only.pdf': 'damaged',
  'malformed/html.pdf': 'not_a_pdf',
  'malformed/no-catalog.pdf': 'damaged',
  'malformed/no-pages.pdf': 'no_pages',
  'malformed/text-named-pdf.pdf': 'not_a_pdf',
  'malformed/truncated-half.pdf': 'damaged',
};
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-accepted-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ['annotations', MALFORMED_ANNOTATIONS],
  ['forms', MALFORMED_FORMS],
  ['pages', MALFORMED_PAGES],
])('malformed %s', (_, cases) => {
  it.each(Object.entries(cases))('%s', async (name, bytes) => {
    const path = join(folder, `${name.replaceAll(/\W/g, '-')}.pdf`);
    writeFileSync(path, bytes);
    expect(await acceptAndSeal(path)).toBe(name === UNSEEN_VALUE ? 'refused: text_not_drawable' : 'sealed');
  });
});

it('an invisible value is refused before anyone signs', async () => {
  const path = join(folder, 'unseen.pdf');
  writeFileSync(path, MALFORMED_FORMS[UNSEEN_VALUE] ?? '');
  await expect(toolkit.rehearse(path)).rejects.toMatchObject({
    code: 'text_not_drawable',
    params: { field: 'name' },
  });
});

describe('a fixture that is accepted can be sealed:', () => {
  const names = readdirSync(fixturePath('.'), { recursive: true, encoding: 'utf8' });
  it.each(names.map((name) => name.replaceAll('\\', '/')).filter((name) => name.endsWith('.pdf')))(
    '%s',
    async (name) => {
      const refused = REFUSED_FIXTURES[name];
      const expected = refused === undefined ? 'sealed' : `refused: ${refused}`;
      expect(await acceptAndSeal(fixturePath(name))).toBe(expected);
    },
  );
});

const corpus = listCorpus();
describe.skipIf(corpus.length === 0)('a file of the corpus that is accepted can be sealed', () => {
  it.each(corpus.map(({ file }) => file))('%s', { timeout: 300_000 }, async (file) => {
    expect(await acceptAndSeal(join(corpusFolder, file))).toMatch(/^(sealed|refused: [a-z_]+)$/);
  });
});

async function acceptAndSeal(path: string): Promise<string> {
  let accepted: string;
  try {
    accepted = await accept(path);
  } catch (error) {
    if (error instanceof ToolkitError) return `refused: ${error.code}`;
    throw error;
  }
  await seal(accepted);
  await expectCleanMerge(accepted);
  return 'sealed';
}

/** POST /files/merge treats its result as an upload: nothing that was stripped may return. */
async function expectCleanMerge(path: string): Promise<void> {
  const merged = outputPath('merged');
  const { pages } = await toolkit.merge([fixturePath('plain/a4.pdf'), path], merged);
  expect(await toolkit.inspectUpload(merged)).toMatchObject({
    pages,
    repaired: false,
    signatureFields: 0,
    signed: 0,
    activeContent: 0,
  });
  await toolkit.rehearse(merged);
}

/** As signing/files/admit-pdf.ts does. */
async function accept(path: string): Promise<string> {
  const report = await toolkit.inspectUpload(path);
  const needsRewrite = report.repaired || report.needsStripping;
  const accepted = needsRewrite ? outputPath('stripped') : path;
  if (needsRewrite) await toolkit.strip(path, accepted);
  await toolkit.rehearse(accepted);
  return accepted;
}

async function seal(path: string): Promise<void> {
  const [prepared, sealed] = [outputPath('prepared'), outputPath('sealed')];
  const { boxes } = await toolkit.prepare(path, prepared, {
    values: [],
    mode: 'all',
    boxes: [{ id: 'a', type: 'signature', placement: 'new_page', label: 'Łukasz Żółć' }],
  });
  const lines = ['Łukasz Żółć', '2026-03-04 05:06:07 UTC'];
  // On the first page, which has the file's own annotations.
  const first = { id: 'b', type: 'signature', page: 0, x: 0, y: 0, width: 50, height: 20 } as const;
  const stamps = [...boxes, first].map((box) => ({ box, typedName: 'Łukasz Żółć', lines }));
  const statement = { reason: 'test', signedAt: '2026-03-04T05:06:07.000Z' };
  await toolkit.complete(prepared, sealed, { values: [], stamps, seal: statement });
  const { signatures } = await toolkit.verify(sealed);
  expect(signatures.at(-1)).toMatchObject({ valid: true, coversWholeDocument: true });
}

function outputPath(name: string): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}-${Math.random().toString(36).slice(2)}.pdf`);
}
