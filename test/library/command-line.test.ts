import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { npm } from '../../packages/release/npm.ts';
import { NODES, runNode } from './run-node.ts';

/** Prints at exit which files of the command and which Node modules were loaded. */
const REPORT_LOADED = `
  const there = new Set(process.moduleLoadList);
  process.on('exit', () => {
    const files = Object.keys(require.cache).filter((path) => path.includes('@countersign'));
    const builtins = process.moduleLoadList.filter((name) => !there.has(name));
    require('node:fs').writeSync(2, JSON.stringify({ files, builtins }));
  });`;

const folder = inject('freshProject');
const bin = join(folder, 'node_modules/.bin/countersign-pdf');

describe.skipIf(folder === '')('npx countersign-pdf', () => {
  it('finds the command and calls it by its name', () => {
    expect(npm(['exec', '--offline', '--', 'countersign-pdf', '--help'], folder)).toMatch(
      /^usage: countersign-pdf COMMAND/,
    );
  });
});

describe.skipIf(folder === '').each(NODES)('the installed command on %s', (_, node) => {
  const file = (name: string): string => join(folder, `${node.major}-${name}`);
  const run = (...args: readonly string[]) => runNode(node, [bin, ...args], folder);

  it('reads fields', () => {
    copyFileSync(fixturePath('forms/contract.pdf'), file('contract.pdf'));
    const { stdout, stderr } = run('fields', file('contract.pdf'), '--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout).fields).toHaveLength(10);
  });

  it('fills, places and merges', () => {
    const [contract, filled, placed] = ['contract.pdf', 'filled.pdf', 'placed.pdf'].map(file) as [
      string,
      string,
      string,
    ];
    copyFileSync(fixturePath('forms/contract.pdf'), contract);
    writeFileSync(file('values.json'), JSON.stringify({ 'fullName|svc-input-fullname': 'Åsa Öberg' }));
    writeFileSync(
      file('boxes.json'),
      JSON.stringify([{ type: 'signature', placement: 'new_page', label: 'Åsa' }]),
    );
    const done = { status: 0, stderr: '' };
    expect(run('prefill', contract, '--values', file('values.json'), '-o', filled)).toMatchObject(done);
    expect(run('place', filled, '--boxes', file('boxes.json'), '-o', placed)).toMatchObject(done);
    expect(run('merge', placed, contract, '-o', file('merged.pdf'))).toMatchObject(done);
    expect(run('inspect', file('merged.pdf')).stdout).toContain(': 5 pages, 20 form fields');
  });

  it('loads two files to list fields, and nothing of Node that the file does not need', () => {
    copyFileSync(fixturePath('forms/contract.pdf'), file('contract.pdf'));
    writeFileSync(file('report.cjs'), REPORT_LOADED);
    const { stderr } = runNode(node, ['-r', file('report.cjs'), bin, 'fields', file('contract.pdf')], folder);
    const { files, builtins } = JSON.parse(stderr);
    expect(files).toHaveLength(2);
    expect(builtins.filter((name: string) => /crypto|zlib|worker/.test(name))).toEqual([]);
  });

  it('draws text, seals, verifies and strips', () => {
    copyFileSync(fixturePath('plain/a4.pdf'), file('a4.pdf'));
    const seal = ['seal', file('a4.pdf'), '--development-certificate', '-o', file('sealed.pdf')];
    expect(run(...seal)).toMatchObject({ status: 0, stderr: '' });
    expect(run('verify', file('sealed.pdf'))).toMatchObject({ status: 0, stderr: '' });
    expect(run('strip', file('sealed.pdf'), '-o', file('stripped.pdf'))).toMatchObject({ status: 0 });
    expect(run('verify', file('stripped.pdf'))).toMatchObject({ status: 1 });
    expect(readFileSync(file('sealed.pdf')).length).toBeGreaterThan(readFileSync(file('a4.pdf')).length);
  });

  it('answers wrong usage and a refused file as the sources do', () => {
    expect(run('fly')).toMatchObject({ status: 2, stdout: '' });
    const { status, stderr } = run('inspect', join(folder, 'package.json'));
    expect(status).toBe(1);
    expect(stderr).toContain('not_a_pdf');
  });
});
