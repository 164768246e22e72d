import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf } from '@countersign/pdf';
import { complaintsOfQpdf, hasPrograms, runToSuccess } from '@countersign/pdf/testing';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { runCommandLine } from '../../packages/toolkit/cli/command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-pages-'));
const here = (name: string): string => join(folder, name);
const contract = fixturePath('forms/contract.pdf');
const twoPages = fixturePath('plain/two-pages.pdf');
const rotated = fixturePath('plain/rotated.pdf');

afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

async function pdf(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const output = { line: (text: string) => out.push(text), problem: (text: string) => err.push(text) };
  const code = await runCommandLine(args, output);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

function rotationsOf(path: string): number[] {
  const file = openPdf(path);
  const rotations = [...file.pages()].map(({ geometry }) => geometry.rotate);
  file.close();
  return rotations;
}

describe('pages', () => {
  it('chooses pages of several files in an order', async () => {
    const before = rotationsOf(rotated);
    const choice = [rotated, twoPages, '--pages', 'r1-1', '--pages', '2'];
    const run = await pdf('pages', ...choice, '-o', here('chosen.pdf'), '--json');
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(run.out)).toMatchObject({ pages: before.length + 1 });
    expect(rotationsOf(here('chosen.pdf'))).toEqual([...before.toReversed(), 0]);
    expect(complaintsOfQpdf(readFileSync(here('chosen.pdf')))).toBe('');
  });

  it('copies a page that is chosen again', async () => {
    const run = await pdf('pages', contract, '--pages', '1,1', '-o', here('twice.pdf'));
    expect(run).toMatchObject({ code: 0, out: `${here('twice.pdf')}: 2 pages` });
    const { fields } = JSON.parse((await pdf('fields', '--json', here('twice.pdf'))).out);
    const names = fields.map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(complaintsOfQpdf(readFileSync(here('twice.pdf')))).toBe('');
  });

  it('leaves pages out with their fields', async () => {
    const run = await pdf('pages', contract, '--pages', '1-z,x1', '-o', here('second.pdf'));
    expect(run).toMatchObject({ code: 0, out: `${here('second.pdf')}: 1 page` });
    interface Listed {
      readonly fields: readonly { readonly name: string; readonly boundingBox: { readonly page: number } }[];
    }
    const list = async (path: string) => JSON.parse((await pdf('fields', '--json', path)).out) as Listed;
    const onSecond = (await list(contract)).fields.filter(({ boundingBox }) => boundingBox.page === 1);
    const { fields } = await list(here('second.pdf'));
    expect(fields.map(({ name }) => name)).toEqual(onSecond.map(({ name }) => name));
    expect(fields.every(({ boundingBox }) => boundingBox.page === 0)).toBe(true);
  });

  it.each([
    ['9', 1, 'page_out_of_range'],
    ['one', 1, 'invalid_argument'],
  ])('refuses %s', async (ranges, code, reason) => {
    const run = await pdf('pages', twoPages, '--pages', ranges, '-o', here('no.pdf'));
    expect(run.code).toBe(code);
    expect(run.err).toContain(reason);
    expect(run.err).toContain(twoPages);
  });
});

describe('rotate', () => {
  it('turns some pages, or all', async () => {
    await pdf('rotate', twoPages, '--by', '90', '--pages', 'z', '-o', here('turned.pdf'));
    expect(rotationsOf(here('turned.pdf'))).toEqual([0, 90]);
    await pdf('rotate', here('turned.pdf'), '--by=-90', '-o', here('back.pdf'));
    expect(rotationsOf(here('back.pdf'))).toEqual([270, 0]);
    expect((await pdf('rotate', twoPages, '--by', '45', '-o', here('no.pdf'))).code).toBe(2);
  });
});

describe('split', () => {
  it('writes parts by number of pages, by ranges and by size', async () => {
    const run = await pdf('split', rotated, '--every', '1', '-o', here('page.pdf'), '--json');
    const { parts } = JSON.parse(run.out) as { parts: { output: string; pages: number; size: number }[] };
    expect(parts.map(({ output }) => output)).toEqual(
      rotationsOf(rotated).map((_, index) => here(`page-${index + 1}.pdf`)),
    );
    expect(parts.flatMap(({ output }) => rotationsOf(output))).toEqual(rotationsOf(rotated));
    await pdf('split', rotated, '--pages', '2-1', '--pages', 'z', '-o', here('%d-part.pdf'));
    const [first, second] = rotationsOf(rotated);
    expect(rotationsOf(here('1-part.pdf'))).toEqual([second, first]);
    const small = await pdf('split', rotated, '--max-bytes', '1', '-o', here('small.pdf'), '--json');
    expect(JSON.parse(small.out).parts).toHaveLength(parts.length);
  });

  it('takes one of its options', async () => {
    expect((await pdf('split', twoPages, '-o', here('x.pdf'))).code).toBe(2);
    expect((await pdf('split', twoPages, '--every', '1', '--pages', '1', '-o', here('x.pdf'))).code).toBe(2);
    expect((await pdf('split', twoPages, '--every', '0', '-o', here('x.pdf'))).code).toBe(2);
    expect((await pdf('split', twoPages, '--every', '1', '-o', '-')).code).toBe(2);
  });
});

describe('decrypt', () => {
  const secret = fixturePath('encrypted/user-password.pdf');

  it('takes the password of a user or owner from a file or the environment', async () => {
    for (const password of ['open-sesame', 'owner-secret']) {
      writeFileSync(here('password'), `${password}\n`);
      const run = await pdf('decrypt', secret, '--password-file', here('password'), '-o', here('plain.pdf'));
      expect(run).toMatchObject({ code: 0, err: '' });
      expect(JSON.parse((await pdf('inspect', '--json', here('plain.pdf'))).out)).toMatchObject({
        accepted: true,
        encrypted: false,
        formFields: 10,
      });
      expect(complaintsOfQpdf(readFileSync(here('plain.pdf')))).toBe('');
    }
    vi.stubEnv('PDF_PASSWORD', 'open-sesame');
    expect((await pdf('decrypt', secret, '-o', here('plain.pdf'))).code).toBe(0);
  });

  it('refuses without the password, with a wrong one, and what only the owner may', async () => {
    expect((await pdf('decrypt', secret, '-o', here('no.pdf'))).err).toContain('password_required');
    vi.stubEnv('PDF_PASSWORD', 'wrong');
    expect((await pdf('decrypt', secret, '-o', here('no.pdf'))).err).toContain('password_required');
    const locked = fixturePath('encrypted/owner-password.pdf');
    expect((await pdf('decrypt', locked, '-o', here('no.pdf'))).err).toContain('locked');
    vi.stubEnv('PDF_PASSWORD', 'owner-secret');
    expect((await pdf('decrypt', locked, '-o', here('unlocked.pdf'))).code).toBe(0);
    const missing = await pdf('decrypt', secret, '--password-file', here('none'), '-o', here('no.pdf'));
    expect(missing.code).toBe(2);
  });

  it.skipIf(!hasPrograms('qpdf'))('shows the pages that the encrypted file shows', async () => {
    vi.stubEnv('PDF_PASSWORD', 'open-sesame');
    await pdf('decrypt', secret, '-o', here('shown.pdf'));
    runToSuccess('qpdf', ['--decrypt', '--password=open-sesame', secret, here('by-qpdf.pdf')]);
    const fields = async (path: string) => JSON.parse((await pdf('fields', '--json', path)).out).fields;
    expect(await fields(here('shown.pdf'))).toEqual(await fields(here('by-qpdf.pdf')));
  });

  it('keeps a file that is not encrypted as it is', async () => {
    await pdf('decrypt', contract, '-o', here('same.pdf'));
    expect(readFileSync(here('same.pdf')).equals(readFileSync(contract))).toBe(true);
  });
});
