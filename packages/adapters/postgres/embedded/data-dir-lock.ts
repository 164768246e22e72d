/**
 * PGlite has no lock, and a second process would lose rows. Node has no flock, so a file names the holder;
 * the lock of a killed process is replaced.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { AdapterError } from '../../errors.ts';

/** The holder touches the file so often. */
const HEARTBEAT_MS = 5_000;
/** The holder on another host, such as a container with the same volume, has gone after this time. */
const FOREIGN_HOLDER_STALE_MS = 30_000;
/** An older guard was left by a killed process. */
const TAKEOVER_STALE_MS = 10_000;

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Boot id and start tick of the process, because pids are reused. It is empty without /proc. */
  readonly incarnation: string;
  readonly nonce: string;
}

export interface DataDirLock {
  release(): void;
}

/** Locks the folder, whose parent must exist. Throws `data_dir_locked`. */
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

/** Replaces the lock without a moment in which there is none. */
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

/** A link is atomic. */
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
    // The file was removed, which release() handles.
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
    // The process exists if EPERM says that it runs as another user.
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
 * proc(5): the state follows the name in brackets, 19 fields later the start time in ticks. A zombie (Z) is
 * not running.
 */
function readIncarnation(pid: number): string {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields[0] === 'Z' ? 'ended' : `${bootId}:${fields[19]}`;
  } catch {
    // Without /proc only the pid is known.
    return '';
  }
}

/** Returns 0 if the file is missing. */
function readAgeMs(path: string): number {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modified === undefined ? 0 : Date.now() - modified;
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    // The folder is not locked.
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
