/** The process that runs inputs. It may be killed at any time; the file `job` names its current operation. */
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import type { InputOutcome } from './finding.ts';
import { type InputId, makeInput } from './make-input.ts';
import { tryInput } from './try-input.ts';
import { startWatchdog } from './watchdog.ts';

export interface ChildRequest {
  readonly id?: InputId;
  readonly path?: string;
  readonly askQpdf: boolean;
}

export interface ChildReply {
  readonly outcome: InputOutcome;
  readonly mutations: readonly string[];
}

const folder = process.argv[2] ?? '.';
const counter = new Int32Array(new SharedArrayBuffer(4));
const jobFile = openSync(join(folder, 'job'), 'w');
process.on('exit', () => closeSync(jobFile));

function announce(job: string | undefined): void {
  ftruncateSync(jobFile);
  writeSync(jobFile, job ?? '', 0);
  const before = Atomics.load(counter, 0);
  Atomics.store(counter, 0, job === undefined ? before + (before % 2) : before + (before % 2) + 1);
}

async function answer(request: ChildRequest): Promise<ChildReply> {
  const { id, path, askQpdf } = request;
  const input = id === undefined ? { bytes: readFileSync(path ?? ''), mutations: [] } : makeInput(id);
  const outcome = await tryInput(input.bytes, { askQpdf, announce });
  return { outcome, mutations: input.mutations };
}

// Loads fonts and compiled code before the first input.
for (const name of ['forms/contract.pdf', 'signed/signed.pdf']) {
  await tryInput(readFileSync(fixturePath(name)), { askQpdf: false, announce: () => undefined });
}
startWatchdog(counter, join(folder, 'note'));
process.on('message', async (request: ChildRequest) => process.send?.(await answer(request)));
process.send?.('ready');
