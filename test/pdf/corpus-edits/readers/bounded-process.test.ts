import { describe, expect, it } from 'vitest';
import { runBounded } from './bounded-process.ts';

const node = process.execPath;
/** ms that no test takes. */
const LONG = 600_000;

describe('a program that is run within bounds', () => {
  it('answers with its exit code and what it said on both streams', async () => {
    const script = 'console.log("one"); console.error("two"); process.exitCode = 3';
    const { code, output, isStopped } = await runBounded(node, ['-e', script], LONG);
    expect({ code, isStopped }).toEqual({ code: 3, isStopped: false });
    expect(output).toContain('one');
    expect(output).toContain('two');
  });

  // Poppler complains without end about one file of the corpus.
  it('is stopped when there is no end of what it says', async () => {
    const script = 'const say = () => process.stderr.write("x".repeat(9999), say); say()';
    const { code, output, isStopped } = await runBounded(node, ['-e', script], LONG);
    expect({ code, isStopped }).toEqual({ code: undefined, isStopped: true });
    expect(output.length).toBeLessThan(1_000_000);
  });

  it('is stopped when its time is over', async () => {
    const { code, isStopped } = await runBounded(node, ['-e', 'setInterval(() => {}, 1000)'], 100);
    expect({ code, isStopped }).toEqual({ code: undefined, isStopped: true });
  });

  it('has no exit code when it is not there', async () => {
    expect((await runBounded('no-such-program', [], LONG)).code).toBeUndefined();
  });
});
