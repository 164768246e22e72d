/**
 * `spawnSync` and `execFileSync` of a worker of vitest ask a small process to start programs. A worker grows
 * to a gigabyte or two, and to fork it takes 50 to 150 ms of processor time instead of 3.
 */
import childProcess, { type SpawnSyncOptions, type SpawnSyncReturns } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ProgramAnswer,
  type ProgramRequest,
  readMessage,
  writeMessage,
} from './small-process-messages.ts';

type Result = SpawnSyncReturns<string | Buffer>;

/** The arguments may be left out. */
type ArgsAndOptions = readonly (readonly string[] | SpawnSyncOptions)[];

interface Connection {
  readonly requests: number;
  readonly answers: number;
}

const spawnHere = childProcess.spawnSync;
let connection: Connection | undefined;

const SMALL_PROCESS = fileURLToPath(new URL('./small-process.ts', import.meta.url));
/** Opens the pipes if the small process has ended before it did, and ends. */
const START = '"$@"; if [ -p "$3" ]; then exec 3<"$3" 4>"$4"; fi';

/** Each end waits for the other to open the pipe. */
export function connect(script = SMALL_PROCESS): Connection {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-spawn-'));
  const [requests, answers] = [join(folder, 'requests'), join(folder, 'answers')];
  const made = spawnHere('mkfifo', [requests, answers]);
  if (made.status !== 0) throw new Error('no pipes could be made', { cause: made.error });
  // It ends when the worker has ended: its pipe is closed then.
  const shell = childProcess.spawn(
    '/bin/sh',
    ['-c', START, 'sh', process.execPath, script, requests, answers],
    {
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (shell.pid === undefined) throw new Error('no process could be started');
  shell.unref();
  const opened = { requests: openSync(requests, 'w'), answers: openSync(answers, 'r') };
  rmSync(folder, { recursive: true });
  return opened;
}

/** Throws if the small process has ended, or never started. */
export function ask({ requests, answers }: Connection, request: ProgramRequest): ProgramAnswer {
  const answer = trySend(requests, request) ? readMessage<ProgramAnswer>(answers) : undefined;
  if (answer !== undefined) return answer;
  connection = undefined;
  throw new Error('the small process that starts programs has ended; what it said is above');
}

/** Returns false if the other end is closed. */
function trySend(pipe: number, request: ProgramRequest): boolean {
  try {
    writeMessage(pipe, request);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return false;
    throw error;
  }
}

function spawnThere(command: string, args: readonly string[], options: SpawnSyncOptions): Result {
  connection ??= connect();
  const { cwd = process.cwd(), env = process.env } = options;
  const path = cwd instanceof URL ? fileURLToPath(cwd) : cwd;
  const request = { command, args, options: { ...options, cwd: path, env: { ...env } } };
  const { fault, ...result } = ask(connection, request);
  return fault === undefined ? result : { ...result, error: Object.assign(new Error(fault.message), fault) };
}

function spawnSync(command: string, ...rest: ArgsAndOptions): Result {
  const hasArgs = Array.isArray(rest[0]) || rest[0] === undefined;
  const [args = [], options = {}] = hasArgs ? rest : [[], ...rest];
  return spawnThere(command, args as readonly string[], options as SpawnSyncOptions);
}

function execFileSync(command: string, ...rest: ArgsAndOptions): string | Buffer {
  const result = spawnSync(command, ...rest);
  if (result.error === undefined && result.status === 0) return result.stdout;
  const error = result.error ?? new Error(`Command failed: ${command}\n${result.stderr}`);
  throw Object.assign(error, result);
}

if (process.platform !== 'win32') {
  childProcess.spawnSync = spawnSync as typeof spawnHere;
  childProcess.execFileSync = execFileSync as typeof childProcess.execFileSync;
  syncBuiltinESMExports();
}
