import { PACKAGE_OF } from '@countersign/pdf/testing';
import { describe, expect, it, vi } from 'vitest';
import { listSourceFiles, type SourceFile } from './repository/source-files.ts';

/** Files that start what they are given, and the test of how that is done. */
const STARTERS = [
  'packages/pdf/testing/outside-programs.ts',
  'test/pdf/corpus-edits/readers/bounded-process.ts',
  // It says what it needs, and is no test.
  'packages/release/try-image.ts',
  // It asks for Python and starts Node or it.
  'test/service/webhook-receivers.test.ts',
  'test/small-process.ts',
  'test/spawn-by-small-process.test.ts',
  'test/spawn-by-small-process.ts',
];
/** Node and its scripts, and what every shell has. */
const BASICS = /^(process\.execPath|node\.path|path|command|TSC|'(sh|\/bin\/sh|mkfifo|npm)')$/;
const START = /(?<![.\w])(?:execFile|execFileSync|spawn|spawnSync|exec|execSync)\(\s*([^,)\s]+)/g;
/** In a script of a shell, as far as it begins with an option or a command. */
const IN_SCRIPT = new RegExp(`['"\`] ?(?:&& )?(?:${Object.keys(PACKAGE_OF).join('|')}) [-a-z]`);

const sources = ['packages', 'test', 'bench', 'fixtures', 'workers'].flatMap(listSourceFiles);

function startedBy({ path, text }: SourceFile): string[] {
  const started = [...text.matchAll(START)].map(([, program = '']) => program);
  return started.filter((program) => !BASICS.test(program)).map((program) => `${path} starts ${program}`);
}

describe('programs that no npm package brings', () => {
  it('are started in one place, which knows whether they are installed', () => {
    expect(sources.filter(({ path }) => !STARTERS.includes(path)).flatMap(startedBy)).toEqual([]);
  });

  it('are not started by a shell either, but in a test that asks whether they are there', () => {
    const wrong = sources.filter(
      ({ text }) => /spawnSync\('sh'/.test(text) && IN_SCRIPT.test(text) && !text.includes('hasPrograms('),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('are named when they are missing, with what to install', async () => {
    vi.stubEnv('PATH', '/nowhere');
    const { hasPrograms, missingPrograms, runProgram }: typeof import('@countersign/pdf/testing') =
      await import('../packages/pdf/testing/outside-programs.ts?bare' as string);
    expect(hasPrograms('qpdf')).toBe(false);
    expect(missingPrograms(['qpdf', 'pdfsig'])).toEqual([
      'qpdf is not installed (on Debian: apt-get install qpdf)',
      'pdfsig is not installed (on Debian: apt-get install poppler-utils)',
    ]);
    expect(() => runProgram('qpdf', ['--version'])).toThrow('apt-get install qpdf');
    vi.unstubAllEnvs();
  });
});
