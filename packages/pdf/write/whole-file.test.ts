import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeWhole } from './pdf-bytes.ts';

let folder: string;
const here = (name: string) => join(folder, name);
const write = (path: string, text: string) => writeWhole(path, (descriptor) => writeSync(descriptor, text));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whole-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('writing a whole file', () => {
  it('writes what a chain of relative links leads to, and the links stay', () => {
    writeFileSync(here('target'), 'old');
    symlinkSync('target', here('first'));
    symlinkSync('first', here('second'));
    write(here('second'), 'new');
    expect(readFileSync(here('target'), 'utf8')).toBe('new');
    expect([readlinkSync(here('first')), readlinkSync(here('second'))]).toEqual(['target', 'first']);
    expect(readdirSync(folder).sort()).toEqual(['first', 'second', 'target']);
  });

  it('makes the file that a dangling link names', () => {
    symlinkSync('missing', here('link'));
    write(here('link'), 'new');
    expect(lstatSync(here('link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(here('missing'), 'utf8')).toBe('new');
  });

  it('fails on a loop of links as the system does, and leaves nothing', () => {
    symlinkSync('b', here('a'));
    symlinkSync('a', here('b'));
    expect(() => write(here('a'), 'new')).toThrow(/ELOOP/);
    expect(readdirSync(folder).sort()).toEqual(['a', 'b']);
  });

  it('writes into a named pipe, by a link too, and replaces neither', () => {
    expect(spawnSync('mkfifo', [here('pipe')]).status).toBe(0);
    symlinkSync('pipe', here('link'));
    // Open for both: neither end blocks.
    const reader = openSync(here('pipe'), constants.O_RDWR);
    try {
      write(here('link'), 'through');
      const bytes = Buffer.alloc(16);
      expect(bytes.toString('utf8', 0, readSync(reader, bytes))).toBe('through');
    } finally {
      closeSync(reader);
    }
    expect(lstatSync(here('pipe')).isFIFO()).toBe(true);
    expect(lstatSync(here('link')).isSymbolicLink()).toBe(true);
  });

  it('writes to a device through a link', () => {
    symlinkSync('/dev/null', here('null'));
    write(here('null'), 'gone');
    expect(readlinkSync(here('null'))).toBe('/dev/null');
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('appends to an open descriptor by its name and leaves it open', () => {
    const descriptor = openSync(here('log'), 'a');
    try {
      writeSync(descriptor, 'before ');
      symlinkSync(`/proc/self/fd/${descriptor}`, here('link'));
      write(here('link'), 'between ');
      writeSync(descriptor, 'after');
    } finally {
      closeSync(descriptor);
    }
    expect(readFileSync(here('log'), 'utf8')).toBe('before between after');
  });
});
