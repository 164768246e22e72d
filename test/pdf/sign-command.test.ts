import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { complaintsOfQpdf, hasPrograms, runProgram, withMupdf } from '@countersign/pdf/testing';
import { inlineToolkit } from '@countersign/toolkit';
import { verifyFile } from '@countersign/verify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { runCommandLine } from '../../packages/toolkit/cli/command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-sign-'));
const here = (name: string): string => join(folder, name);
const twoPages = fixturePath('plain/two-pages.pdf');
const image = here('signature.png');

beforeAll(async () => {
  await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c02020' } })
    .png()
    .toFile(image);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function pdf(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const output = { line: (text: string) => out.push(text), problem: (text: string) => err.push(text) };
  const code = await runCommandLine(args, output);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const seal = (input: string, output: string, ...args: readonly string[]) =>
  pdf('seal', input, '--development-certificate', ...args, '-o', here(output));

const textOf = (name: string, page: number) =>
  withMupdf(readFileSync(here(name)), (document) =>
    document.loadPage(page).toDisplayList(true).toStructuredText('').asText(),
  );

describe('seal', () => {
  it('signs twice, visibly, and the first signature stays valid', async () => {
    const look = ['--text', 'Signed by {name} in {location}', '--text', '{reason}, {date}', '--image', image];
    const facts = ['--name', 'Ada', '--location', 'Göteborg', '--reason', 'Agreed'];
    const box = ['--rect', '60,700,200,60', '--page', '2'];
    const first = await seal(twoPages, 'first.pdf', '--field', 'Ada', ...facts, ...look, ...box);
    expect(first).toMatchObject({ code: 0, err: '' });
    const text = textOf('first.pdf', 1).replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/Signed by Ada in Göteborg Agreed, \d{4}-\d\d-\d\d \d\d:\d\d/);
    expect(textOf('first.pdf', 0)).not.toContain('Ada');

    const second = await seal(here('first.pdf'), 'second.pdf', '--json');
    expect(JSON.parse(second.out)).toMatchObject({ output: here('second.pdf'), seal: { level: 'B-B' } });
    const { state, signatures } = verifyFile(here('second.pdf'));
    expect([state, signatures.map(({ fieldName }) => fieldName)]).toEqual(['intact', ['Ada', 'Seal']]);
    expect(complaintsOfQpdf(readFileSync(here('second.pdf')))).toBe('');
    if (!hasPrograms('pdfsig')) return;
    const opinion = runProgram('pdfsig', ['-nocert', here('second.pdf')]).text;
    expect(opinion.match(/Signature is Valid/g)).toHaveLength(2);
  });

  it('certifies at the level that is asked for, and refuses what it forbids', async () => {
    await seal(twoPages, 'certified.pdf', '--certify', '2');
    const visible = ['--field', 'Board', '--text', 'x', '--rect', '1,1,90,30', '--json'];
    const refused = await seal(here('certified.pdf'), 'refused.pdf', ...visible);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject({ accepted: false, code: 'signing_not_allowed' });
    expect(await seal(here('certified.pdf'), 'again.pdf', '--field', 'Board')).toMatchObject({ code: 0 });
    const taken = await seal(here('again.pdf'), 'refused.pdf', '--field', 'Board');
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('field_not_usable')]);
  });

  it('certifies without an option, unless a field is named', async () => {
    await seal(twoPages, 'default.pdf');
    expect(await seal(here('default.pdf'), 'refused.pdf')).toMatchObject({ code: 1 });
  });

  it.each([
    [['--rect', '1,1,90,30'], '--rect requires --text or --image'],
    [['--text', 'x'], '--text and --image require --rect'],
    [['--text', 'x', '--rect', '1,1,90'], '--rect takes X,Y,WIDTH,HEIGHT'],
    [['--text', 'x', '--rect', '1,1,90,'], '--rect takes X,Y,WIDTH,HEIGHT'],
    [['--text', 'x', '--rect', '1,1,90,30', '--page', '0'], '--page takes a number from 1'],
    [['--page', '1'], '--page requires --rect'],
    [['--certify', '4'], '--certify must be one of none, 1, 2, 3'],
    [['--image', here('missing.png'), '--field', 'a'], '--image'],
  ])('%j is wrong usage', async (args, sentence) => {
    const run = await seal(twoPages, 'wrong.pdf', ...args);
    expect([run.code, run.err]).toEqual([2, expect.stringContaining(sentence)]);
  });
});

describe('the operation seal', () => {
  const toolkit = inlineToolkit({ signer: { kind: 'development' } });
  const statement = { reason: 'Agreed', signedAt: '2026-11-28T12:00:00Z' };

  it('takes the image as bytes or a path', async () => {
    for (const picture of [image, readFileSync(image)]) {
      const box = { page: 0, x: 10, y: 10, width: 90, height: 30 };
      const appearance = { image: picture, description: 'The seal', box };
      await toolkit.seal({ input: twoPages, output: here('image.pdf'), ...statement, appearance });
      expect(verifyFile(here('image.pdf')).state).toBe('intact');
    }
  });

  it.each([
    ['another level', { certify: 4 }],
    ['a field that is no text', { field: 7 }],
    ['another member', { appearance: { lines: ['a'], size: 4 } }],
    ['an image that is none', { appearance: { image: 7 } }],
  ])('refuses %s', async (_, wrong) => {
    const args = { input: twoPages, output: here('wrong.pdf'), ...statement, ...wrong };
    await expect(toolkit.seal(args as never)).rejects.toMatchObject({ code: 'invalid_argument' });
  });
});
