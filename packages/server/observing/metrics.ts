import { readFile } from 'node:fs/promises';
import type { ServiceState } from '@countersign/adapters/postgres/service-state';
import type { PoolLoad } from '@countersign/workers';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The bounds are in seconds, from a statement of the database to the longest PDF task. */
const CALL_SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];
const REQUEST_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const JOB_SECONDS = [0.05, 0.2, 1, 5, 20, 60, 300];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Labels are names of routes, jobs, operations and codes: a bounded number of them, and nothing of a person, an account
 * or a document.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'countersign_http_request_seconds',
      help: 'Requests that were answered, and how long that took',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    refusals: new Counter({
      name: 'countersign_http_errors_total',
      help: 'Answers with an error, by the errorCode of their body',
      labelNames: ['route', 'code'],
      registers,
    }),
    jobs: new Histogram({
      name: 'countersign_job_run_seconds',
      help: 'Attempts of jobs, and how long they took. Outcome: ok, or the code of the error',
      labelNames: ['job', 'outcome'],
      buckets: JOB_SECONDS,
      registers,
    }),
    deadJobs: new Counter({
      name: 'countersign_jobs_given_up_total',
      help: 'Jobs whose last attempt failed',
      labelNames: ['job'],
      registers,
    }),
    calls: new Histogram({
      name: 'countersign_call_seconds',
      help: 'Calls of parts outside of this process. Outcome: ok, or the code of the error',
      labelNames: ['part', 'operation', 'outcome'],
      buckets: CALL_SECONDS,
      registers,
    }),
    seals: new Counter({
      name: 'countersign_seals_total',
      help: 'Sealed documents, by PAdES level and whether that is the one of SEAL_LEVEL',
      labelNames: ['level', 'wanted'],
      registers,
    }),
  };
}

/** What is read when somebody asks for the metrics. */
export interface MetricSources {
  readonly readState: () => Promise<ServiceState>;
  readonly pools: Readonly<Record<string, () => PoolLoad>>;
  readonly connections: (() => object) | undefined;
}

/** Returns a function that writes the metrics as they are now. */
export function describeMetrics({ registry }: Metrics, sources: MetricSources): () => Promise<string> {
  const { readState, pools, connections } = sources;
  const gauges = createGauges(registry);
  return async () => {
    for (const [pool, load] of Object.entries(pools)) {
      const { running, waiting, processIds } = load();
      gauges.tasks.set({ pool, state: 'running' }, running);
      gauges.tasks.set({ pool, state: 'waiting' }, waiting);
      gauges.memory.set({ pool }, await readResidentBytes(processIds));
    }
    for (const [state, count] of Object.entries(connections?.() ?? {}))
      gauges.connections.set({ state }, count);
    setState(gauges, await readState().catch(() => null));
    return registry.metrics();
  };
}

function createGauges(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name: `countersign_${name}`, help, labelNames, registers: [registry] });
  return {
    jobs: gauge('jobs', 'Jobs in the queue of all nodes', ['job', 'state']),
    ages: gauge('oldest_due_job_seconds', 'How long the oldest job that could run has waited', ['job']),
    documents: gauge('documents', 'Documents of all nodes that are not finished', ['status']),
    unsealed: gauge('unsealed_documents', 'Signed documents whose sealing is delayed', ['reason']),
    tasks: gauge('pdf_tasks', 'PDF tasks of this node, by pool', ['pool', 'state']),
    memory: gauge('pdf_process_resident_bytes', 'Memory of the processes of PDF tasks', ['pool']),
    connections: gauge('database_connections', 'Connections of this node to PostgreSQL', ['state']),
    isUp: gauge('database_up', 'Whether the database could be read for these metrics', []),
  };
}

/** Without the database there are no numbers, which is better than those of before. */
function setState(gauges: ReturnType<typeof createGauges>, state: ServiceState | null): void {
  const { jobs, ages, documents, unsealed, isUp } = gauges;
  isUp.set(state === null ? 0 : 1);
  for (const stale of [jobs, ages, documents, unsealed]) stale.reset();
  if (state === null) return;
  for (const { count, ...labels } of state.jobs) jobs.set(labels, count);
  for (const { job, seconds } of state.ages) ages.set({ job }, seconds);
  for (const { status, count } of state.documents) documents.set({ status }, count);
  for (const { reason, count } of state.unsealed) unsealed.set({ reason }, count);
}

const BYTES_PER_KIB = 1024;

/** Reads what Linux says; 0 elsewhere, and for a process that has just ended. */
async function readResidentBytes(processIds: readonly number[]): Promise<number> {
  const sizes = processIds.map(async (id) => {
    const status = await readFile(`/proc/${id}/status`, 'latin1').catch(() => '');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * BYTES_PER_KIB;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
