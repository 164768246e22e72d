import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inlineToolkit } from '@countersign/toolkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { acceptAndSeal, removeSealed } from './accept-and-seal.ts';
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
afterAll(() => {
  rmSync(folder, { recursive: true });
  removeSealed();
});

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
  await expect(toolkit.rehearse({ input: path })).rejects.toMatchObject({
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
