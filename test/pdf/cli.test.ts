import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms, runToSuccess } from '@countersign/pdf/testing';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { buildManyFieldForm } from '../../fixtures/build/large.ts';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { runCommandLine } from '../../packages/toolkit/cli/command-line.ts';

const main = new URL('../../packages/toolkit/cli/main.ts', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'countersign-cli-'));
const contract = fixturePath('forms/contract.pdf');
const here = (name: string): string => join(folder, name);

afterAll(() => rmSync(folder, { recursive: true }));

interface Run {
  readonly code: number | null;
  readonly bytes: Buffer;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in this process, without the time that a start takes. */
async function pdf(...args: readonly string[]): Promise<Run> {
  const [out, err]: [string[], string[]] = [[], []];
  const output = {
    line: (text: string) => out.push(`${text}\n`),
    problem: (text: string) => err.push(`${text}\n`),
  };
  const code = await runCommandLine(args, output);
  return { code, bytes: Buffer.from(out.join('')), out: out.join(''), err: err.join('') };
}

interface Surroundings {
  readonly input?: Uint8Array;
}

function runProcess({ input }: Surroundings, ...args: readonly string[]): Promise<Run> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(input);
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({
        code,
        bytes: Buffer.concat(out),
        out: Buffer.concat(out).toString(),
        err: Buffer.concat(err).toString(),
      }),
    );
  });
}

function jsonLines({ out }: Run): Record<string, unknown>[] {
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function writeJson(name: string, value: unknown): string {
  writeFileSync(here(name), JSON.stringify(value));
  return here(name);
}

describe('usage', () => {
  it.each([
    [[], 'missing command'],
    [['fly'], 'unknown command: fly'],
    [['inspect'], 'missing file argument'],
    [['inspect', '--colour', contract], '--colour'],
    [['strip', contract], 'missing option: -o OUT'],
    [['strip', contract, contract, '-o', 'x.pdf'], 'too many file arguments: at most 1'],
    [['merge', contract, '-o', 'x.pdf'], 'missing file arguments: at least 2'],
    [['strip', contract, '-o', contract], 'is the input'],
    [['strip', contract, '-o', '/no/such/folder/x.pdf'], 'not a folder: /no/such/folder'],
    [['prefill', contract, '-o', 'x.pdf'], 'missing option: --values FILE'],
    [['prefill', contract, '--values', contract, '-o', 'x.pdf'], 'JSON'],
    [['place', contract, '-o', 'x.pdf', '--boxes', 'missing.json'], 'missing.json'],
  ])('%j is answered with exit code 2 and one clear line', async (args, text) => {
    const { code, out, err } = await pdf(...args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(text);
    expect(err).not.toContain('    at ');
  });

  it.each([
    [['fly'], { code: 2, out: '', err: expect.stringContaining('unknown command: fly') }],
    [['verify', contract], { code: 1, err: '' }],
    [['inspect', contract], { code: 0, err: '' }],
  ])('%j ends its process with the exit code and writes to its streams', async (args, expected) => {
    expect(await runProcess({}, ...args)).toMatchObject(expected);
  });

  it('does not write over the input by way of a link', async () => {
    copyFileSync(contract, here('original.pdf'));
    linkSync(here('original.pdf'), here('link.pdf'));
    expect(await pdf('strip', here('original.pdf'), '-o', here('link.pdf'))).toMatchObject({ code: 2 });
  });

  it('has help for all commands and for each', async () => {
    const all = await pdf('--help');
    expect(all.code).toBe(0);
    const names = [
      'inspect',
      'rehearse',
      'fields',
      'prefill',
      'add-fields',
      'flatten',
      'place',
      'merge',
      'strip',
      'rewrite',
      'decrypt',
      'pages',
      'rotate',
      'split',
      'seal',
      'verify',
    ];
    for (const name of names) expect(all.out).toContain(`  ${name}`);
    const one = await pdf('place', '--help');
    expect(one).toMatchObject({ code: 0, err: '' });
    expect(one.out).toContain('--boxes');
  });

  it('names the place of a mistake in a JSON file', async () => {
    const boxes = writeJson('wrong.json', [{ type: 'signature', placement: 'nowhere' }]);
    const { code, err } = await pdf('place', contract, '--boxes', boxes, '-o', here('x.pdf'));
    expect(code).toBe(2);
    expect(err).toContain('boxes[0].placement: expected one of');
  });
});

describe('rehearse', () => {
  it('says which files can be sealed, and why not', async () => {
    const run = await pdf('rehearse', '--json', contract, fixturePath('encrypted/owner-password.pdf'));
    expect(run.code).toBe(1);
    expect(jsonLines(run)).toMatchObject([
      { file: contract, accepted: true, stampedPages: 3, flattenedFields: 10 },
      { accepted: false, code: 'locked' },
    ]);
    expect((await pdf('rehearse', contract)).out).toContain('can be sealed');
  });
});

describe('inspect', () => {
  it('says one line of JSON per file; a refused file does not stop the rest', async () => {
    const files = ['malformed/html.pdf', 'forms/contract.pdf', 'encrypted/owner-password.pdf'].map(
      fixturePath,
    );
    const run = await pdf('inspect', '--json', ...files, here('none.pdf'), fixturePath('signed/signed.pdf'));
    expect(run).toMatchObject({ code: 1, err: '' });
    const [html, form, locked, none, signed] = jsonLines(run);
    expect(html).toEqual({ file: files[0], accepted: false, code: 'not_a_pdf', message: expect.any(String) });
    expect(form).toEqual({
      file: files[1],
      accepted: true,
      repaired: false,
      encrypted: false,
      code: null,
      message: null,
      pages: 2,
      signatureFields: 0,
      signed: 0,
      formFields: 10,
    });
    expect(locked).toMatchObject({ accepted: false, code: 'locked' });
    expect(none).toMatchObject({ accepted: false, code: 'file_not_readable' });
    expect(signed).toMatchObject({ accepted: true, signatureFields: 1, signed: 1 });
  });

  it('without --json writes refusals to stderr, one line each', async () => {
    const run = await pdf('inspect', contract, fixturePath('malformed/empty.pdf'));
    expect(run.code).toBe(1);
    expect(run.out).toContain('2 pages');
    expect(run.err.trimEnd().split('\n')).toHaveLength(1);
    expect(run.err).toContain('not_a_pdf');
  });
});

describe('fields', () => {
  it('lists the records of every file', async () => {
    const run = await pdf('fields', '--json', contract, fixturePath('svc/attributes.pdf'));
    expect(run).toMatchObject({ code: 0, err: '' });
    const [form, attributes] = jsonLines(run) as { fields: { name: string }[] }[];
    expect(form?.fields).toHaveLength(10);
    expect(attributes?.fields).toHaveLength(28);
  });

  it('lists them for a person without --json', async () => {
    const run = await pdf('fields', contract);
    expect(run).toMatchObject({ code: 0, err: '' });
    const lines = run.out.trimEnd().split('\n');
    expect(lines).toHaveLength(13);
    expect(lines[2]).toMatch(/^ {2}fullName\|svc-input-fullname +textField +0 +71\.5 +261\.4 .* required$/);
    expect(lines.at(-1)).toContain('6 text, 1 check box, 1 radio, 1 combo box, 1 list box; 1 required');
  });

  it('gets a line of several hundred kilobytes through a pipe whole', async () => {
    const file = buildManyFieldForm();
    const run = await runProcess({}, 'fields', '--json', file, file, file);
    expect(run.code).toBe(0);
    expect(run.out.length).toBeGreaterThan(1_000_000);
    expect(jsonLines(run).map(({ fields }) => (fields as unknown[]).length)).toEqual([1000, 1000, 1000]);
  });
});

describe('text', () => {
  it('prints lines and passages of the pages that are named', async () => {
    const run = await pdf('text', contract, '--pages', 'z');
    expect(run.code).toBe(0);
    expect(run.out).toContain('page 2\n\nAppendix A\n\nChoose what is to be delivered.\n');
  });

  it('has words with their boxes as JSON', async () => {
    const run = await pdf('text', contract, '--pages', '1', '--json');
    const [page] = JSON.parse(run.out).pages;
    expect(page).toMatchObject({
      page: 0,
      hidden: [],
      passages: [{ text: 'Contract', x: 72 }, {}, {}, {}, {}, {}, {}],
    });
  });

  it('refuses ranges that are none and pages that do not exist', async () => {
    expect((await pdf('text', contract, '--pages', 'one')).err).toContain('page ranges such as');
    expect((await pdf('text', contract, '--pages', '3', '--json')).out).toContain('page_out_of_range');
  });
});

describe('commands that write', () => {
  it('prefill fills from a list or an object', async () => {
    const list = writeJson('list.json', [{ name: 'plan', value: ['Basic'] }]);
    const record = writeJson('record.json', { plan: 'Basic', notes: 'Ελένη' });
    for (const values of [list, record]) {
      const args = [contract, '--values', values, '--readonly', 'filled', '-o', here('filled.pdf'), '--json'];
      expect(await pdf('prefill', ...args)).toMatchObject({ code: 0, err: '' });
      const [result] = jsonLines(await pdf('fields', '--json', here('filled.pdf')));
      const fields = result?.fields as { name: string; value: string[]; readOnly: boolean }[];
      expect(fields.find(({ name }) => name === 'plan')).toMatchObject({ value: ['Basic'], readOnly: true });
    }
  });

  it('prefill takes values from standard input, unless that is the file', async () => {
    const input = Buffer.from('{"plan": "Basic"}');
    const args = ['prefill', contract, '--values', '-', '-o', here('piped.pdf')];
    expect(await runProcess({ input }, ...args)).toMatchObject({ code: 0, err: '' });
    const [result] = jsonLines(await pdf('fields', '--json', here('piped.pdf')));
    const fields = result?.fields as { name: string; value: string[] }[];
    expect(fields.find(({ name }) => name === 'plan')).toMatchObject({ value: ['Basic'] });
    const both = await pdf('prefill', '-', '--values', '-', '-o', here('piped.pdf'));
    expect(both).toMatchObject({ code: 2 });
    expect(both.err).toContain('only one of the file and --values');
  });

  it('prefill refuses a value that the form does not take', async () => {
    const values = writeJson('unknown.json', [{ name: 'nobody', value: 'x' }]);
    const run = await pdf('prefill', contract, '--values', values, '-o', here('no.pdf'));
    expect(run.code).toBe(1);
    expect(run.err).toContain('unknown_field');
  });

  it('add-fields creates fields, and flatten makes page content of some', async () => {
    const box = { page: 0, x: 50, width: 200, height: 20 };
    const fields = writeJson('fields.json', [
      { ...box, name: 'Full name', y: 50, value: 'Ada' },
      { ...box, name: 'agree', type: 'checkbox', y: 80 },
    ]);
    const plain = fixturePath('plain/a4.pdf');
    const [made] = jsonLines(await pdf('add-fields', plain, fields, '-o', here('made.pdf'), '--json'));
    expect(made).toMatchObject({ added: ['Full name', 'agree'], warnings: [] });
    const flatten = ['flatten', here('made.pdf'), '--field', 'Full name', '-o', here('flat.pdf')];
    expect(await pdf(...flatten)).toMatchObject({ code: 0, err: '' });
    const [left] = jsonLines(await pdf('fields', '--json', here('flat.pdf')));
    expect(left?.fields).toEqual([expect.objectContaining({ name: 'agree' })]);
    expect((await pdf('flatten', here('made.pdf'), '-o', here('flat.pdf'))).out).toContain(
      '2 fields flattened',
    );
  });

  it('add-fields names the member that is wrong', async () => {
    const fields = writeJson('fields.json', [{ name: 'a', page: 0, x: 1, y: 1, width: '20', height: 20 }]);
    const run = await pdf('add-fields', fixturePath('plain/a4.pdf'), fields, '-o', here('no.pdf'));
    expect(run.code).toBe(1);
    expect(run.err).toContain('fields[0].width');
    const none = await pdf(
      'add-fields',
      fixturePath('plain/a4.pdf'),
      writeJson('none.json', {}),
      '-o',
      here('no.pdf'),
    );
    expect(none).toMatchObject({ code: 2 });
  });

  it('place prints the positions of the boxes', async () => {
    const boxes = writeJson('boxes.json', [
      { type: 'signature', placement: 'existing', page: 0, x: 376, y: 700, label: 'Ada' },
      { type: 'signature', placement: 'new_page', label: 'Łukasz' },
    ]);
    const run = await pdf(
      'place',
      fixturePath('plain/a4.pdf'),
      '--boxes',
      boxes,
      '-o',
      here('placed.pdf'),
      '--json',
    );
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(jsonLines(run)[0]).toMatchObject({
      pages: 2,
      boxes: [{ page: 0, x: 376, y: 700, width: 219, height: 58 }, { page: 1 }],
    });
  });

  it('place warns of what covers something and of what has no effect', async () => {
    const box = { type: 'signature', placement: 'existing', page: 0 };
    const boxes = writeJson('crowd.json', [
      { ...box, x: 70, y: 250, colour: 'red' },
      { ...box, id: 'second', x: 200, y: 280 },
      { type: 'signature', placement: 'new_page', scale: 0.5 },
    ]);
    const args = ['place', contract, '--boxes', boxes, '-o', here('crowd.pdf')];
    const { warnings } = jsonLines(await pdf(...args, '--json'))[0] as {
      warnings: { code: string; params: object }[];
    };
    expect(warnings.map(({ code, params }) => ({ code, params }))).toEqual(
      expect.arrayContaining([
        { code: 'unknown_member', params: { path: '0.colour' } },
        { code: 'member_without_effect', params: { path: '2.scale' } },
        { code: 'boxes_overlap', params: { page: 0, box: '0', other: 'second' } },
        { code: 'box_over_field', params: { page: 0, box: '0', field: 'fullName|svc-input-fullname' } },
      ]),
    );
    const { out } = await pdf(...args);
    expect(out).toContain('! boxes_overlap: box 0 covers box second on page 0');
    expect(out).toContain('! member_without_effect: 2.scale');
  });

  it('place refuses a box beside the page', async () => {
    const box = { type: 'signature', placement: 'existing', page: 0, x: 500, y: 700 };
    const run = await pdf('place', contract, '--boxes', writeJson('out.json', [box]), '-o', here('no.pdf'));
    expect(run.code).toBe(1);
    expect(run.err).toContain('box_outside_page');
  });

  it('strip, merge, seal and verify follow one another', async () => {
    const signed = fixturePath('signed/signed.pdf');
    expect(await pdf('strip', signed, '-o', here('stripped.pdf'))).toMatchObject({ code: 0, err: '' });
    expect(await pdf('merge', here('stripped.pdf'), contract, '-o', here('merged.pdf'))).toMatchObject({
      code: 0,
    });
    expect(await pdf('verify', here('merged.pdf'))).toMatchObject({
      code: 1,
      out: expect.stringContaining('not sealed'),
    });
    expect(await pdf('seal', here('merged.pdf'), '-o', here('sealed.pdf'))).toMatchObject({
      code: 0,
      err: expect.stringContaining('for trying out'),
    });
    const run = await pdf('verify', '--json', here('sealed.pdf'));
    expect(run.code).toBe(0);
    expect(jsonLines(run)[0]).toMatchObject({ sealed: true, valid: true, signatures: [{ valid: true }] });
    const words = await pdf('verify', here('sealed.pdf'));
    expect(words.out).toMatch(
      /: valid\n {2}Seal: valid, covers the whole document, by Countersign development, at 20/,
    );
    expect(words.out).toMatch(/\n {4}revision 1, the first \d+ bytes; nothing was added after it\n/);
    expect(words.out).toMatch(
      /\n {4}digest sha256 [0-9a-f]{64}\n {4}certificate of Countersign development by /,
    );
  });

  it('verify and strip print no line that the file wrote', async () => {
    const path = here('named.pdf');
    expect(await pdf('seal', contract, '-o', path)).toMatchObject({ code: 0 });
    const sealed = readFileSync(path, 'latin1');
    expect(sealed).toContain('/T(Seal)');
    writeFileSync(path, sealed.replace('/T(Seal)', '/T(a\nb:)'), 'latin1');
    const { code, out } = await pdf('verify', path);
    expect(code).toBe(1);
    expect(out).toContain('\n  a b:: NOT VALID');
    expect(out).not.toMatch(/^b:/m);
    const stripped = await pdf('strip', path, '-o', here('stripped.pdf'));
    expect(stripped.out).toContain('a b:: signed by Countersign development');
    expect(stripped.out).not.toMatch(/^b:/m);
  });

  it('strip and merge list signatures by field, signer and time', async () => {
    const certified = fixturePath('signed/certified.pdf');
    const signer = 'Signature1: signed by Fixture Signer at 2026-01-02T03:04:05.000Z';
    const stripped = await pdf('strip', certified, '-o', here('listed.pdf'));
    expect(stripped.out).toContain(`\n  ${signer}\n  certification`);
    const merged = await pdf('merge', contract, certified, '-o', here('listed.pdf'));
    expect(merged.out).toContain(`\n  ${certified}: removed: ${signer}\n`);
  });

  it('merge names the file that is refused', async () => {
    const locked = fixturePath('encrypted/owner-password.pdf');
    const run = await pdf('merge', contract, locked, '-o', here('no.pdf'), '--json');
    expect(run.code).toBe(1);
    expect(jsonLines(run)).toMatchObject([{ file: locked, accepted: false, code: 'locked' }]);
    const missing = await pdf('merge', contract, here('missing.pdf'), '-o', here('no.pdf'));
    expect(missing).toMatchObject({ code: 1, out: '' });
    expect(missing.err).toContain(`${here('missing.pdf')}: file_not_readable`);
  });

  it('do not pass on what a name would do to the terminal', async () => {
    const label = '\u001b[31mred\u009b';
    const boxes = writeJson('red.json', [{ type: 'signature', placement: 'new_page', id: label }]);
    const { out } = await pdf('place', contract, '--boxes', boxes, '-o', here('red.pdf'));
    expect(out).toContain(' [31mred');
    expect(out).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it('rewrite leaves out what earlier revisions had, and refuses what it cannot open', async () => {
    const boxes = writeJson('box.json', [{ type: 'signature', placement: 'new_page' }]);
    await pdf('place', contract, '--boxes', boxes, '-o', here('revised.pdf'));
    const run = await pdf('rewrite', '--json', here('revised.pdf'), '-o', here('rewritten.pdf'));
    expect(run).toMatchObject({ code: 0, err: '' });
    const [revised, rewritten] = ['revised.pdf', 'rewritten.pdf'].map((name) =>
      readFileSync(here(name), 'latin1'),
    );
    expect(jsonLines(run)[0]).toMatchObject({ size: rewritten?.length });
    expect([revised, rewritten].map((text) => text?.split('%%EOF').length)).toEqual([3, 2]);
    const refused = await pdf('rewrite', fixturePath('forms/xfa-only.pdf'), '-o', here('none.pdf'));
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('xfa') });
  });

  it('verify finds a changed byte', async () => {
    const run = await pdf(
      'verify',
      '--json',
      fixturePath('signed/tampered.pdf'),
      fixturePath('signed/signed.pdf'),
    );
    expect(run.code).toBe(1);
    expect(jsonLines(run).map(({ valid }) => valid)).toEqual([false, true]);
  });

  it('leave the input as it was', async () => {
    const before = readFileSync(contract);
    await pdf('seal', contract, '-o', here('again.pdf'));
    expect(readFileSync(contract).equals(before)).toBe(true);
  });
});

describe('standard input and output', () => {
  const strip = (...args: readonly string[]) =>
    runProcess({ input: readFileSync(contract) }, 'strip', ...args);

  it('reads the file - from standard input and writes -o - to standard output, the report to stderr', async () => {
    for (const out of ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']) {
      const run = await strip('-', '-o', out, '--json');
      expect(run.code, run.err).toBe(0);
      expect(run.bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(run.bytes.subarray(-6).toString()).toContain('%%EOF');
      expect(JSON.parse(run.err)).toMatchObject({ file: '-' });
    }
    expect(lstatSync('/dev/stdout').isSymbolicLink()).toBe(true);
  });

  it('takes commands apart by pipes: what one writes the next reads', async () => {
    const sealed = await runProcess({ input: readFileSync(contract) }, 'seal', '-', '-o', '-');
    const run = await runProcess({ input: sealed.bytes }, 'verify', '-');
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('-: valid') });
    const merged = await runProcess({ input: sealed.bytes }, 'merge', '-', contract, '-o', '-');
    expect(await runProcess({ input: merged.bytes }, 'inspect', '-')).toMatchObject({
      out: expect.stringContaining('-: 4 pages'),
    });
  });

  it('reads a named pipe as any other file', async () => {
    spawnSync('mkfifo', [here('in.fifo')]);
    const run = runProcess({}, 'inspect', here('in.fifo'));
    const feeder = spawn('sh', ['-c', 'cat "$0" > "$1"', contract, here('in.fifo')]);
    await new Promise((resolve) => feeder.on('close', resolve));
    expect(await run).toMatchObject({ code: 0, out: expect.stringContaining('2 pages') });
  });

  it('refuses standard input given twice, and a result that has no file to go to', async () => {
    expect(await strip('-', '-')).toMatchObject({ code: 2 });
    expect(await pdf('merge', '-', '-', '-o', '-')).toMatchObject({
      code: 2,
      err: expect.stringContaining('standard input'),
    });
  });

  it('writes through a symbolic link and leaves it', async () => {
    writeFileSync(here('real.pdf'), 'old');
    symlinkSync('real.pdf', here('alias.pdf'));
    expect(await pdf('strip', contract, '-o', here('alias.pdf'))).toMatchObject({ code: 0 });
    expect(lstatSync(here('alias.pdf')).isSymbolicLink()).toBe(true);
    expect(readFileSync(here('real.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    symlinkSync(contract, here('input-alias.pdf'));
    expect(await pdf('strip', contract, '-o', here('input-alias.pdf'))).toMatchObject({ code: 2 });
  });
});

describe('what the command says of itself and of the key', () => {
  it('answers --version with that of the package', async () => {
    const manifest = new URL('../../packages/toolkit/package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
    expect(await runProcess({}, '--version')).toMatchObject({ code: 0, out: `${version}\n`, err: '' });
  });

  it('merges more than eight files', async () => {
    const files = Array.from({ length: 10 }, () => contract);
    const run = await pdf('merge', ...files, '-o', here('ten.pdf'));
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('20 pages of 10 files') });
  });

  it('warns of a seal without a key, unless that was asked for', async () => {
    const loud = await pdf('seal', contract, '-o', here('loud.pdf'), '--json');
    expect(loud.err).toMatch(/WARNING.*certificate made for this one run/);
    expect(jsonLines(loud)).toMatchObject([{ developmentCertificate: true }]);
    const asked = await pdf('seal', contract, '--development-certificate', '-o', here('asked.pdf'));
    expect(asked).toMatchObject({ code: 0, err: '' });
  });

  it.skipIf(!hasPrograms('openssl'))('names the variable of a passphrase that is not set', async () => {
    const pair = ['-keyout', here('enc.key'), '-out', here('enc.crt'), '-passout', 'pass:x'];
    runToSuccess('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-days',
      '30',
      '-subj',
      '/CN=Test',
      ...pair,
    ]);
    const given = ['-inkey', here('enc.key'), '-in', here('enc.crt'), '-passin', 'pass:x'];
    const result = ['-out', here('enc.p12'), '-passout', 'pass:x'];
    runToSuccess('openssl', ['pkcs12', '-export', ...given, ...result]);
    const p12 = ['seal', contract, '--p12', here('enc.p12'), '-o', here('p12.pdf')] as const;
    const pem = ['--certificate', here('enc.crt'), '--key', here('enc.key'), '-o', here('pem.pdf')] as const;
    expect((await pdf(...p12)).err).toContain('SEAL_P12_PASSPHRASE is not set');
    expect((await pdf('seal', contract, ...pem)).err).toContain('SEAL_KEY_PASSPHRASE is not set');
    vi.stubEnv('SEAL_P12_PASSPHRASE', 'y');
    expect((await pdf(...p12)).err).toContain('The passphrase is wrong');
    vi.stubEnv('SEAL_P12_PASSPHRASE', 'x');
    expect(await pdf(...p12)).toMatchObject({ code: 0, err: '' });
    vi.unstubAllEnvs();
  });
});
