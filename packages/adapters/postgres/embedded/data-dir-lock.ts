/**
 * PGlite has no lock of its own: a second process on the same folder loses rows. Node has no flock, so the holder is
 * written into a file: who it is, so that a lock left by a killed process is taken over at once.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { AdapterError } from '../../errors.ts';

/** How often the holder touches the file. */
const HEARTBEAT_MS = 5_000;
/** A holder on another host (a container with the same volume) that has not touched the file for so long is gone. */
const FOREIGN_HOLDER_STALE_MS = 30_000;
/** Taking over is a handful of file operations; a guard older than this was left by a process killed among them. */
const TAKEOVER_STALE_MS = 10_000;

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Boot id and start tick of the process: a pid alone is used again. Empty where /proc is missing. */
  readonly incarnation: string;
  readonly nonce: string;
}

export interface DataDirLock {
  release(): void;
}

/** Takes `path`, or throws `data_dir_locked` naming who has it. The parent folder must exist. */
export function lockDataDir(path: string): DataDirLock {
  const mine = describeSelf();
  const draft = `${path}.${mine.nonce}`;
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    takeLock(path, draft);
  } finally {
    rmSync(draft, { force: true });
  }
  return holdLock(path, mine);
}

function takeLock(path: string, draft: string): void {
  if (tryLink(draft, path)) return;
  const holder = readHolder(path);
  if (holder !== null && isAlive(holder, path)) throw lockedBy(path, holder);
  takeOver(path, draft);
}

/** Replaces the file, one process at a time. It is never absent, so no other process can link it meanwhile. */
function takeOver(path: string, draft: string): void {
  const guard = `${path}.takeover`;
  if (readAgeMs(guard) > TAKEOVER_STALE_MS) rmSync(guard, { force: true });
  if (!tryLink(draft, guard)) throw lockedBy(path, readHolder(guard));
  try {
    const holder = readHolder(path);
    if (holder !== null && isAlive(holder, path)) throw lockedBy(path, holder);
    renameSync(draft, path);
  } finally {
    rmSync(guard, { force: true });
  }
}

/** A link appears whole or not at all, unlike a file that is opened and then written. */
function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function holdLock(path: string, mine: Holder): DataDirLock {
  const timer = setInterval(() => touch(path), HEARTBEAT_MS);
  timer.unref();
  return {
    release() {
      clearInterval(timer);
      if (readHolder(path)?.nonce === mine.nonce) rmSync(path, { force: true });
    },
  };
}

function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch (error) {
    // The file was removed by hand; release() handles that.
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

function isAlive(holder: Holder, path: string): boolean {
  if (holder.host !== hostname()) return readAgeMs(path) < FOREIGN_HOLDER_STALE_MS;
  if (!isRunning(holder.pid)) return false;
  return holder.incarnation === readIncarnation(holder.pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, under another user.
    return errorCode(error) === 'EPERM';
  }
}

function describeSelf(): Holder {
  return {
    pid: process.pid,
    host: hostname(),
    incarnation: readIncarnation(process.pid),
    nonce: randomUUID(),
  };
}

/**
 * proc(5): in stat, the state follows the name in brackets (which may contain spaces), and 19 fields later the
 * start time in ticks since boot. A killed process that was not waited for (Z) is not running.
 */
function readIncarnation(pid: number): string {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields[0] === 'Z' ? 'ended' : `${bootId}:${fields[19]}`;
  } catch {
    // No /proc on this system: the pid alone must do.
    return '';
  }
}

/** Since the file was last touched; 0 when it is not there. */
function readAgeMs(path: string): number {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modified === undefined ? 0 : Date.now() - modified;
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    // Missing or foreign: treated as not locked.
    return null;
  }
}

function lockedBy(path: string, holder: Holder | null): AdapterError {
  return new AdapterError('data_dir_locked', {
    path,
    pid: holder?.pid ?? 'unknown',
    host: holder?.host ?? 'unknown',
  });
}

function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
