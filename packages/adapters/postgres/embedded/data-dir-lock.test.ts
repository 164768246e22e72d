import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { runChild } from '../../testing/run-child.ts';
import { makeTemporaryDir } from '../../testing/temporary-dir.ts';
import { lockDataDir } from './data-dir-lock.ts';

const dir = makeTemporaryDir();
let path: string;
let count = 0;
const lockModule = new URL('./data-dir-lock.ts', import.meta.url).href;

beforeEach(() => {
  count += 1;
  path = `${dir.path}/database-${count}.lock`;
});
afterAll(() => dir.remove());

const refusal = expect.objectContaining({ code: 'data_dir_locked' });

it('refuses a second holder and names the first', () => {
  const lock = lockDataDir(path);
  expect(() => lockDataDir(path)).toThrow(
    expect.objectContaining({ params: expect.objectContaining({ pid: process.pid }) }),
  );
  lock.release();
  lockDataDir(path).release();
  expect(existsSync(path)).toBe(false);
});

it('refuses another process, and lets it in at once when the holder was killed', async () => {
  const holder = runChild(`
    const { lockDataDir } = await import('${lockModule}');
    lockDataDir('${path}');
    say('locked');
    setInterval(() => {}, 1000);`);
  await holder.waitForLine('locked');
  expect(() => lockDataDir(path)).toThrow(refusal);
  holder.process.kill('SIGKILL');
  await holder.exited;
  lockDataDir(path).release();
});

it('takes over from a process whose number is used again by another', () => {
  const lock = lockDataDir(path);
  const holder = JSON.parse(readFileSync(path, 'utf8'));
  lock.release();
  writeFileSync(path, JSON.stringify({ ...holder, incarnation: 'an earlier boot:1' }));
  lockDataDir(path).release();
});

it('believes a holder on another host as long as it touches the file', () => {
  writeFileSync(path, JSON.stringify({ pid: 1, host: 'another-host', incarnation: 'x', nonce: 'n' }));
  expect(() => lockDataDir(path)).toThrow(refusal);
  const minuteAgo = new Date(Date.now() - 60_000);
  utimesSync(path, minuteAgo, minuteAgo);
  lockDataDir(path).release();
});

it('takes over a file that says nothing, and leaves no litter', () => {
  writeFileSync(path, '');
  lockDataDir(path).release();
  expect(readdirSync(dir.path)).toEqual([]);
});

it('lets exactly one of many processes take over a stale lock', async () => {
  writeFileSync(path, JSON.stringify({ pid: 2 ** 30, host: 'gone', incarnation: '', nonce: 'n' }));
  const minuteAgo = new Date(Date.now() - 60_000);
  utimesSync(path, minuteAgo, minuteAgo);
  const startAt = Date.now() + 1_000;
  const children = Array.from({ length: 6 }, () =>
    runChild(`
      const { lockDataDir } = await import('${lockModule}');
      while (Date.now() < ${startAt});
      try { lockDataDir('${path}'); say('won'); } catch (error) { say('lost ' + error.code); }
      setInterval(() => {}, 1000);`),
  );
  // All stay until the last has tried, so that none wins after the winner ended.
  await Promise.all(children.map((child) => child.waitForLine('')));
  for (const child of children) child.process.kill('SIGKILL');
  await Promise.all(children.map((child) => child.exited));
  const said = children.flatMap((child) => child.lines);
  expect(said.filter((line) => line === 'won')).toHaveLength(1);
  expect(said.filter((line) => line === 'lost data_dir_locked')).toHaveLength(5);
});
