/** `npm run bench`: runs the same jobs on the same inputs for all contenders and prints the cost. See README.md. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSealKey } from '../fixtures/build/seal-key.ts';
import type { Case } from './cases/case.ts';
import { listCases } from './cases/list-cases.ts';
import { buildPeerProcess } from './cold/plain-javascript.ts';
import { ColdRuns, OUT_OF_TIME } from './cold/run-cold.ts';
import { buildInputs, type Inputs } from './inputs.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { OURS, oursAt, PEERS } from './peers/contenders.ts';
import { formatReport } from './report/format-report.ts';
import { judgeGoals } from './report/goals.ts';
import { writeReadme } from './report/write-readme.ts';
import { type CaseResult, type Findings, joinFindings } from './results.ts';
import { runServiceBench } from './service/run-service.ts';
import { judgeServiceGoals } from './service/service-goals.ts';
import { formatServiceRows, type ServiceRow } from './service/service-row.ts';
import { runWarm } from './warm/run-warm.ts';

const options = readOptions(process.argv.slice(2));
const peers = options.against === undefined ? PEERS : [oursAt(options.against)];
const ORDER = [OURS, ...peers].map(({ name }) => name);
const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
try {
  const key = await buildSealKey();
  // Inherited by every process that is started.
  Object.assign(process.env, { SEAL_P12: key.path, SEAL_P12_PASSPHRASE: key.passphrase });
  const inputs = await buildInputs(options.smoke);
  const results = await runCases(chooseCases(listCases(inputs, folder), options), options);
  const isService = 'service'.startsWith(options.only) || options.only.startsWith('service/');
  const service = isService && !options.against ? await benchService(inputs) : [];
  // The goals apply to the full inputs.
  const goals =
    options.smoke || options.against ? [] : [...judgeGoals(results), ...judgeServiceGoals(service)];
  const report = `${formatReport(results, goals, Object.values(inputs), new Date())}\n${formatServiceRows(service)}`;
  console.log(options.json ? JSON.stringify({ results, service }, null, 2) : report);
  if (options.write) writeReadme(report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function benchService({ scan }: Inputs): Promise<ServiceRow[]> {
  progress('service');
  const [path = ''] = scan.paths;
  const { smoke, only, runs } = options;
  return runServiceBench({ smoke, only, runs, scan: path, folder });
}

function chooseCases(cases: readonly Case[], { only, smoke }: BenchOptions): Case[] {
  const chosen = cases.filter(({ id }) => id.startsWith(only));
  if (!smoke) return chosen;
  return chosen.filter(({ job }, index) => chosen.findIndex((other) => other.job === job) === index);
}

/** Cold processes first: starting one is slower from a process that has grown. */
async function runCases(cases: readonly Case[], options: BenchOptions): Promise<CaseResult[]> {
  const cold = options.warm || options.against ? [] : await runColdCases(cases, options);
  const results: CaseResult[] = [];
  for (const [index, test] of cases.entries()) {
    progress(`warm ${test.id}`);
    const found: Findings = cold[index] ?? new Map();
    const warm = options.cold
      ? new Map()
      : await runWarm(test, peers, folder, options.runs, outOfTime(found));
    const rows = joinFindings(ORDER, [warm, found]);
    results.push({ id: test.id, title: test.title, rows });
  }
  return results;
}

/** Contenders that exceeded the time limit cold are skipped. */
function outOfTime(cold: Findings): Set<string> {
  return new Set([...cold].flatMap(([name, { note }]) => (note === OUT_OF_TIME ? [name] : [])));
}

async function runColdCases(cases: readonly Case[], { runs }: BenchOptions): Promise<Findings[]> {
  const coldRuns = new ColdRuns(buildPeerProcess(), folder);
  const findings: Findings[] = [];
  for (const test of cases) {
    progress(`cold ${test.id}`);
    findings.push(await coldRuns.run(test, Math.ceil(runs / 2)));
  }
  return findings;
}

function progress(text: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);
}
