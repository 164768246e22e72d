import { execFileSync, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { ask, connect } from './spawn-by-small-process.ts';

it('a program gets its input, folder and environment, and its streams and exit code come back', () => {
  const script = 'cat; pwd -P; printf %s "$WORD" >&2; exit 3';
  const options = { input: Buffer.from('input\n'), cwd: tmpdir(), env: { ...process.env, WORD: 'Å' } };
  const inBytes = spawnSync('sh', ['-c', script], options);
  expect(inBytes).toMatchObject({ status: 3, signal: null, stderr: Buffer.from('Å') });
  expect(inBytes.stdout.toString()).toMatch(/^input\n\/.*\n$/);
  const asText = spawnSync('sh', ['-c', 'printf %s "$WORD"'], { ...options, encoding: 'utf8' });
  expect(asText).toMatchObject({ status: 0, stdout: 'Å', stderr: '' });
});

it('a program is started by another process, whose memory is small', () => {
  const { stdout } = spawnSync('sh', ['-c', 'echo $PPID'], { encoding: 'utf8' });
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).not.toBe(process.pid);
});

it('a wrong argument is an error, and the next program starts', () => {
  expect(spawnSync('echo', ['\0']).error?.message).toContain('null bytes');
  expect(spawnSync('echo', undefined, { encoding: 'utf8' }).stdout).toBe('\n');
});

it('an environment that is set while tests run is of the program too', () => {
  process.env.WORD_OF_THE_TEST = 'here';
  const { stdout } = spawnSync('sh', ['-c', 'printf %s "$WORD_OF_THE_TEST"'], { encoding: 'utf8' });
  delete process.env.WORD_OF_THE_TEST;
  expect(stdout).toBe('here');
});

it('a program that does not exist, writes too much or takes too long is an error with its code', () => {
  expect(spawnSync('no-such-program')).toMatchObject({ status: null, error: { code: 'ENOENT' } });
  expect(spawnSync('yes', { maxBuffer: 1000 }).error).toMatchObject({ code: 'ENOBUFS' });
  expect(spawnSync('sleep', ['60'], { timeout: 50 })).toMatchObject({
    signal: 'SIGTERM',
    error: { code: 'ETIMEDOUT' },
  });
});

it('a program that fails is thrown with its exit code and what it said', () => {
  expect(execFileSync('sh', ['-c', 'printf done'], { encoding: 'utf8' })).toBe('done');
  const fail = () => execFileSync('sh', ['-c', 'echo why >&2; exit 4'], { encoding: 'utf8' });
  expect(fail).toThrow(expect.objectContaining({ status: 4, message: expect.stringContaining('why') }));
  expect(() => execFileSync('no-such-program')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});

// The worker waited for it without end.
it('a small process that ends at its start is an error, and the next program starts', () => {
  const connection = connect('/dev/null');
  expect(() => ask(connection, { command: 'true', args: [], options: {} })).toThrow('has ended');
  expect(spawnSync('true').status).toBe(0);
});
