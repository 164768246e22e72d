import { type ChildProcess, fork } from 'node:child_process';
import { type GiveUp, isOutOfMemory, limitCommand, type ProcessLimits } from './process-limits.ts';
import { MAX_MESSAGES, type Reader, type ReaderName, type Reading } from './reader.ts';
import type { ReaderAnswer, ReaderRequest } from './reader-request.ts';

/** Files before a process is replaced, which bounds leaks. */
const FILES_PER_PROCESS = 100;
/** MB of JavaScript heap; valid files need a tenth. */
const MAX_HEAP_MB = 1024;
/** Buffers are outside the heap. The processor time is for 100 files. */
const LIMITS: ProcessLimits = { memory: 2048, cpu: 600 };
/** ms for the start of a process, not counted for the file. */
const START_PATIENCE = 60_000;

interface Answer extends ReaderAnswer {
  readonly gaveUp?: GiveUp;
}

/** A library in its own process, which is stopped on timeout and replaced after a failure. */
export class LibraryReader implements Reader {
  readonly name: ReaderName;
  readonly #module: URL;
  readonly #limits: ProcessLimits;
  #child: ChildProcess | undefined;
  #filesRead = 0;

  constructor(name: ReaderName, module: URL, limits: ProcessLimits = LIMITS) {
    this.name = name;
    this.#module = module;
    this.#limits = limits;
  }

  /** A used process may be affected by earlier files, so a new one tries again. */
  async read(path: string, pages: readonly number[], patience: number): Promise<Reading> {
    const isFresh = this.#filesRead === 0;
    const answer = await this.#ask({ path, pages }, patience);
    this.#filesRead += 1;
    if (answer.fault !== undefined || this.#filesRead >= FILES_PER_PROCESS) this.close();
    const isHarmed = answer.gaveUp === 'crash' || answer.gaveUp === 'memory';
    return isHarmed && !isFresh ? this.read(path, pages, patience) : judge(answer);
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
    this.#filesRead = 0;
  }

  async #ask(request: ReaderRequest, patience: number): Promise<Answer> {
    const child = await this.#useChild();
    if (child === undefined) return fail('crash', 'the process did not start');
    const answer = awaitMessage(child, patience);
    child.send(request, noteNothing);
    const wait = await answer;
    return wait.gaveUp === undefined ? noteMemory(wait.message as ReaderAnswer) : fail(wait.gaveUp, wait.how);
  }

  async #useChild(): Promise<ChildProcess | undefined> {
    if (this.#child?.connected) return this.#child;
    this.close();
    const child = this.#start();
    this.#child = child;
    const { gaveUp } = await awaitMessage(child, START_PATIENCE);
    return gaveUp === undefined ? child : undefined;
  }

  #start(): ChildProcess {
    const heap = `--max-old-space-size=${MAX_HEAP_MB}`;
    const node = { program: process.execPath, options: [heap, '--no-warnings'] };
    const { program: execPath, options } = limitCommand(node, this.#limits);
    const child = fork(this.#module, {
      ...{ execPath, execArgv: [...options] },
      ...{ serialization: 'advanced', stdio: 'ignore' },
    });
    child.on('error', noteNothing);
    return child;
  }
}

type Wait = { readonly message: unknown; readonly gaveUp?: never } | NoMessage;

interface NoMessage {
  readonly gaveUp: GiveUp;
  readonly how: string;
}

/** Waits for the next message; settles if the process ends, disconnects or times out. */
function awaitMessage(child: ChildProcess, patience: number): Promise<Wait> {
  return new Promise((resolve) => {
    const end = (wait: Wait) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      resolve(wait);
    };
    const crash = (how: string) => end({ gaveUp: 'crash', how });
    const onMessage = (message: unknown) => end({ message });
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      crash(`the process ended: ${signal ?? code}`);
    const onError = (error: Error) => crash(error.message);
    const timer = setTimeout(() => end({ gaveUp: 'time', how: `no answer in ${patience} ms` }), patience);
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
  });
}

function noteNothing(): void {
  // Also settles a pending wait.
}

function fail(gaveUp: GiveUp, fault: string): Answer {
  return { pictures: [], messages: [], fault, gaveUp };
}

/** A library may continue after running out of memory, with only a warning. */
function noteMemory(answer: ReaderAnswer): Answer {
  const said = [answer.fault ?? '', ...answer.messages].find(isOutOfMemory);
  return said === undefined ? answer : { ...answer, fault: answer.fault ?? said, gaveUp: 'memory' };
}

function judge({ pageCount, pictures, messages, fault, gaveUp }: Answer): Reading {
  const all = fault === undefined ? messages : [fault, ...messages];
  const grade = fault === undefined ? (messages.length === 0 ? 'clean' : 'complains') : 'fails';
  return {
    grade,
    messages: all.slice(0, MAX_MESSAGES),
    ...(pageCount === undefined ? {} : { pageCount }),
    pictures: new Map(pictures),
    ...(gaveUp === undefined ? {} : { gaveUp }),
  };
}
