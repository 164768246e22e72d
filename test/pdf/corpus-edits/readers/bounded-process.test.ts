import { describe, expect, it } from 'vitest';
import { runBounded } from './bounded-process.ts';

const node = process.execPath;
const LONG = 600_000;

describe('a program that is run within bounds', () => {
  it('answers with its exit code and what it said on both streams', async () => {
    const script = 'console.log("one"); console.error("two"); process.exitCode = 3';
    const { code, output, gaveUp } = await runBounded(node, ['-e', script], LONG);
    expect({ code, gaveUp }).toEqual({ code: 3, gaveUp: undefined });
    expect(output).toContain('one');
    expect(output).toContain('two');
  });

  // As Poppler does for one corpus file.
  it('is stopped when there is no end of what it says', async () => {
    const script = 'const say = () => process.stderr.write("x".repeat(9999), say); say()';
    const { code, output, gaveUp } = await runBounded(node, ['-e', script], LONG);
    expect({ code, gaveUp }).toEqual({ code: undefined, gaveUp: 'output' });
    expect(output.length).toBeLessThan(1_000_000);
  });

  it('is stopped when its time is over', async () => {
    const { code, gaveUp } = await runBounded(node, ['-e', 'setInterval(() => {}, 1000)'], 100);
    expect({ code, gaveUp }).toEqual({ code: undefined, gaveUp: 'time' });
  });

  // As qpdf does for one corpus file.
  it('may crash', async () => {
    const script = 'process.kill(process.pid, "SIGSEGV")';
    expect(await runBounded(node, ['-e', script], LONG)).toMatchObject({ code: undefined, gaveUp: 'crash' });
  });

  it.skipIf(process.platform === 'win32')('gets so much memory and no more', async () => {
    const script = 'for (const kept = []; ; ) kept.push(Buffer.alloc(16 * 1024 * 1024, 1))';
    const { gaveUp } = await runBounded(node, ['-e', script], LONG, { memory: 1024, cpu: 600 });
    expect(gaveUp).toBe('memory');
  });

  it('fails when it is not there', async () => {
    expect((await runBounded('no-such-program', [], LONG)).code).not.toBe(0);
  });
});
