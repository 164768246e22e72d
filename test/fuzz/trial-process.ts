import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildReply, ChildRequest } from './child.ts';
import type { Finding } from './finding.ts';
import { HEAP_MB } from './limits.ts';

/** Inputs before a process is replaced, so that accumulated state does not count. */
const INPUTS_PER_PROCESS = 400;
const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));

/** Runs inputs in a child process, which is replaced when it ends. */
export class TrialProcess {
  readonly #folder = mkdtempSync(join(tmpdir(), 'countersign-fuzz-'));
  #child: ChildProcess | undefined;
  #tried = 0;

  /** Returns the result of an input; a process that ended is a finding. */
  async try(request: ChildRequest): Promise<ChildReply> {
    if (this.#tried >= INPUTS_PER_PROCESS) this.restart();
    const child = this.#child ?? (await this.#start());
    this.#child = child;
    this.#tried += 1;
    const reply = await exchange(child, request);
    if (reply !== undefined) return reply;
    const finding = this.#explainEnd(child);
    this.restart();
    const outcome = {
      opened: finding.kind,
      findings: [finding],
      saved: 0,
      checked: 0,
      explained: [],
      qpdf: undefined,
    };
    return { outcome, mutations: [] };
  }

  restart(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
    this.#tried = 0;
    rmSync(join(this.#folder, 'note'), { force: true });
  }

  close(): void {
    this.restart();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #start(): Promise<ChildProcess> {
    const execArgv = [`--max-old-space-size=${HEAP_MB}`, '--no-warnings'];
    const child = fork(CHILD, [this.#folder], { execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const first = await nextMessage(child);
    if (first === undefined) throw new Error('The process that inputs are tried in does not start');
    return child;
  }

  #explainEnd({ signalCode, exitCode }: ChildProcess): Finding {
    const job = readFileSync(join(this.#folder, 'job'), 'latin1');
    const note = join(this.#folder, 'note');
    if (existsSync(note)) return { job, ...JSON.parse(readFileSync(note, 'utf8')) };
    // V8 ends the process when its heap is full.
    if (signalCode === 'SIGABRT' || signalCode === 'SIGTRAP' || exitCode === 134)
      return { kind: 'memory', job, detail: `a heap of more than ${HEAP_MB} MB` };
    return { kind: 'crash', job, detail: `the process ended with ${signalCode ?? exitCode}` };
  }
}

async function exchange(child: ChildProcess, request: ChildRequest): Promise<ChildReply | undefined> {
  if (child.connected) child.send(request, () => undefined);
  return (await nextMessage(child)) as ChildReply | undefined;
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const finish = (message: unknown) => {
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(message);
    };
    const onMessage = (message: unknown) => finish(message);
    const onExit = () => finish(undefined);
    child.once('message', onMessage);
    child.once('exit', onExit);
  });
}
