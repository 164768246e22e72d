import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasPrograms } from '@countersign/pdf/testing';
import type { Case, NativeCommand } from '../cases/case.ts';
import { type Contender, loadJobs, OURS, PEERS } from '../peers/contenders.ts';
import type { Finding, Findings } from '../results.ts';
import { median, type Turn, takeTurns } from '../take-turns.ts';
import { COMMAND_LINE } from './built-packages.ts';
import type { PeerReport } from './peer-report.ts';
import { MAX_TRIAL_SECONDS, type ProcessRun, runProcess, tookTooLong, tryProcess } from './run-process.ts';

/** Note for a contender that exceeded the time limit; it is not run warm. */
export const OUT_OF_TIME = `more than ${MAX_TRIAL_SECONDS} s`;

interface Starter {
  readonly name: string;
  readonly start: (run?: typeof runProcess) => ProcessRun;
  /** Returns an error message, or undefined if the output is correct. */
  readonly judge: (run: ProcessRun) => Promise<string | undefined>;
}

/** Options of every Node process, including ours. */
const NODE_ALONE: Starter = {
  name: 'Node alone',
  start: (run = runProcess) => run(process.execPath, ['-e', '']),
  judge: async ({ status, stderr }) => (status === 0 ? undefined : `fails: ${stderr}`),
};

export class ColdRuns {
  readonly #peerProcess: string;
  readonly #folder: string;
  readonly #idleKb = new Map<string, number>();
  readonly #peaksKb = new Map<string, number[]>();

  constructor(peerProcess: string, folder: string) {
    this.#peerProcess = peerProcess;
    this.#folder = folder;
  }

  /** Times every contender including its start, in turns, and its peak memory over an idle process. */
  async run(test: Case, rounds: number): Promise<Findings> {
    const findings = new Map<string, Finding>();
    const turns: Turn[] = [];
    this.#peaksKb.clear();
    for (const starter of await this.#listStarters(test)) {
      const trial = starter.start(tryProcess);
      const problem = tookTooLong(trial) ? OUT_OF_TIME : await starter.judge(trial);
      if (problem === undefined) turns.push({ name: starter.name, run: async () => starter.start(), trial });
      else if (starter.name === OURS.name) throw new Error(`${test.id}, cold: ${problem}`);
      else findings.set(starter.name, { note: problem });
    }
    for (const { program } of test.natives.filter((native) => !hasPrograms(native.program)))
      findings.set(program, { note: 'not installed' });
    for (const cold of await takeTurns(turns, rounds)) findings.set(cold.name, { cold });
    // The command line does not report its peak; the same packages in a peer's process do.
    if (test.command !== undefined) for (let run = 0; run < rounds; run++) this.#startPeer(OURS, test);
    return this.#addMemory(findings);
  }

  #addMemory(findings: Map<string, Finding>): Findings {
    for (const contender of [OURS, ...PEERS]) {
      const found = findings.get(contender.name);
      const peaks = this.#peaksKb.get(contender.name);
      if (found?.cold === undefined || peaks === undefined) continue;
      const extraMb = (median(peaks) - this.#measureIdle(contender)) / 1024;
      findings.set(contender.name, { ...found, extraMb });
    }
    return findings;
  }

  async #listStarters(test: Case): Promise<Starter[]> {
    const [ours, ...peers] = await contendersOf(test);
    if (ours === undefined) throw new Error(`${test.id}: ours does not do ${test.job}`);
    const natives = test.natives.filter(({ program }) => hasPrograms(program));
    return [
      test.command === undefined ? this.#peerStarter(ours, test) : this.#commandStarter(test, test.command),
      ...peers.map((peer) => this.#peerStarter(peer, test)),
      ...natives.map((native) => this.#nativeStarter(native, test)),
      NODE_ALONE,
    ];
  }

  #peerStarter(contender: Contender, test: Case): Starter {
    return {
      name: contender.name,
      start: (run) => this.#startPeer(contender, test, run),
      judge: async (run) => {
        const report = readReport(run);
        if (report === undefined) return `fails: ${lastLine(run.stderr)}`;
        return test.readBack === undefined
          ? differsFrom(test.expected, report.answer ?? '')
          : differsFrom(test.expected, await test.readBack(this.#outputOf(contender)));
      },
    };
  }

  #commandStarter(test: Case, command: (output: string) => readonly string[]): Starter {
    const output = join(this.#folder, 'command.pdf');
    return {
      name: OURS.name,
      start: (run) => startAnew(output, process.execPath, [COMMAND_LINE, ...command(output)], run),
      judge: async (run) => {
        if (run.status !== 0) return `fails: ${run.stderr}`;
        return test.readBack === undefined
          ? undefined
          : differsFrom(test.expected, await test.readBack(output));
      },
    };
  }

  #nativeStarter({ program, args, prints = '' }: NativeCommand, test: Case): Starter {
    const output = join(this.#folder, `${program}.pdf`);
    return {
      name: program,
      start: (run) => startAnew(output, program, args(output), run),
      judge: async (run) => {
        if (run.status !== 0) return `fails: ${lastLine(run.stderr)}`;
        if (!run.stdout.includes(prints)) return `does not print ${prints}`;
        return test.readBack === undefined
          ? undefined
          : differsFrom(test.expected, await test.readBack(output));
      },
    };
  }

  #startPeer(contender: Contender, test: Case, run = runProcess): ProcessRun {
    const { name, module, mode } = contender;
    const words = [module, mode, test.job, this.#outputOf(contender), ...test.input.paths];
    rmSync(this.#outputOf(contender), { force: true });
    const ended = run(process.execPath, [this.#peerProcess, ...words]);
    const report = readReport(ended);
    if (report !== undefined) this.#peaksKb.set(name, [...(this.#peaksKb.get(name) ?? []), report.peakKb]);
    return ended;
  }

  #outputOf({ module, mode }: Pick<Contender, 'module' | 'mode'>): string {
    return join(this.#folder, `cold-${module}-${mode}.pdf`);
  }

  #measureIdle({ module, mode }: Contender): number {
    const known = this.#idleKb.get(module);
    if (known !== undefined) return known;
    const start = () => runProcess(process.execPath, [this.#peerProcess, module, mode, 'idle', '']);
    const idle = median(Array.from({ length: 3 }, () => readReport(start())?.peakKb ?? Number.NaN));
    this.#idleKb.set(module, idle);
    return idle;
  }
}

/** Removes the previous output: replacing a file is slower than creating one. */
function startAnew(output: string, program: string, args: readonly string[], run = runProcess): ProcessRun {
  rmSync(output, { force: true });
  return run(program, args);
}

async function contendersOf(test: Case): Promise<Contender[]> {
  const all = [OURS, ...PEERS];
  const jobs = await Promise.all(all.map(loadJobs));
  return all.filter((_, index) => jobs[index]?.[test.job] !== undefined);
}

function readReport({ status, stdout }: ProcessRun): PeerReport | undefined {
  if (status !== 0) return undefined;
  return JSON.parse(lastLine(stdout)) as PeerReport;
}

function differsFrom(expected: string, answer: string): string | undefined {
  return answer === expected ? undefined : `wrong: ${answer}`;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
