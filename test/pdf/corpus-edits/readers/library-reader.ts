import { type ChildProcess, fork } from 'node:child_process';
import { MOST_MESSAGES, type Reader, type ReaderName, type Reading } from './reader.ts';
import type { ReaderAnswer, ReaderRequest } from './reader-request.ts';

/** Files after which a process is replaced by a fresh one: what a library does not give back is bounded. */
const FILES_PER_PROCESS = 100;
/** MB of a reader's JavaScript heap; files that are sound need a tenth. */
const MOST_HEAP = 1024;

const NO_ANSWER = 'no answer in time';

/** A library in a process of its own, which is stopped when it takes too long and replaced when it failed. */
export class LibraryReader implements Reader {
  readonly name: ReaderName;
  readonly #module: URL;
  #child: ChildProcess | undefined;
  #filesRead = 0;

  constructor(name: ReaderName, module: URL) {
    this.name = name;
    this.#module = module;
  }

  async read(path: string, pages: readonly number[], patience: number): Promise<Reading> {
    const answer = await this.#ask({ path, pages }, patience);
    this.#filesRead += 1;
    if (answer.fault !== undefined || this.#filesRead >= FILES_PER_PROCESS) this.close();
    return judge(answer);
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
    this.#filesRead = 0;
  }

  /** Its start is none of the file's time. */
  async #ask(request: ReaderRequest, patience: number): Promise<ReaderAnswer> {
    const child = this.#child ?? (await this.#start());
    return new Promise((resolve) => {
      const end = (answer: ReaderAnswer) => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(answer);
      };
      const giveUp = (fault: string) => end({ pictures: [], messages: [], fault });
      const timer = setTimeout(() => giveUp(NO_ANSWER), patience);
      child.once('message', (answer) => end(answer as ReaderAnswer));
      child.once('exit', () => giveUp('the process ended'));
      child.send(request);
    });
  }

  #start(): Promise<ChildProcess> {
    const execArgv = [`--max-old-space-size=${MOST_HEAP}`, '--no-warnings'];
    const child = fork(this.#module, { serialization: 'advanced', stdio: 'ignore', execArgv });
    this.#child = child;
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`${this.name} did not start`)));
      child.once('message', () => {
        child.removeAllListeners();
        resolve(child);
      });
    });
  }
}

function judge({ pageCount, pictures, messages, fault }: ReaderAnswer): Reading {
  const all = fault === undefined ? messages : [fault, ...messages];
  const grade = fault === undefined ? (messages.length === 0 ? 'clean' : 'complains') : 'fails';
  return {
    grade,
    messages: all.slice(0, MOST_MESSAGES),
    ...(pageCount === undefined ? {} : { pageCount }),
    pictures: new Map(pictures),
    isStopped: fault === NO_ANSWER,
  };
}
