import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Statement } from '../service/statement.ts';

/** Each operation is explained as often, and the least time counts: other programs only add to it. */
const RUNS = 5;

export interface StatementCosts {
  readonly statements: number;
  /** Milliseconds of planning and execution as PostgreSQL measures them. */
  readonly milliseconds: number;
  /** Pages of 8 KiB that the plans touched, in the cache or not. */
  readonly pages: number;
  /** Tables that a plan read from one end to the other. */
  readonly scanned: readonly string[];
  readonly indexes: readonly string[];
}

export interface Explaining {
  readonly url: string;
  readonly schema: string;
  readonly runs?: number;
  /** Small tables are read as a whole otherwise, because that is faster. */
  readonly avoidsScans?: boolean;
}

/** The queue has statements of its own meanwhile, which are not those of the operation. */
const recording = new AsyncLocalStorage<Statement[]>();
const original = pg.Client.prototype.query;
pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
  const [first, second] = args;
  const { text, values } = typeof first === 'string' ? { text: first, values: second } : (first as Statement);
  recording.getStore()?.push({ text, values: Array.isArray(values) ? [...values] : [] });
  return Reflect.apply(original, this, args);
} as typeof original;

/** Runs the operation once for its statements, and then explains these in a transaction that is rolled back. */
export async function measureStatements(
  { url, schema, runs = RUNS, avoidsScans = false }: Explaining,
  operation: () => Promise<unknown>,
): Promise<StatementCosts> {
  const recorded: Statement[] = [];
  // What an operation writes is undone, so that it can be written again.
  await recording.run(recorded, () => operation().catch(ignoreUndone));
  const statements = recorded.filter(({ text }) => !/^(begin|commit|rollback)/i.test(text));
  const client = new pg.Client({
    connectionString: url,
    options: `-c search_path=${schema} -c enable_seqscan=${avoidsScans ? 'off' : 'on'}`,
  });
  await client.connect();
  try {
    const explained: readonly Plan[][] = await repeat(runs, () => explainAll(client, statements));
    const least = Math.min(
      ...explained.map((plans) => sum(plans.map((plan) => plan['Planning Time'] + plan['Execution Time']))),
    );
    const [plans = []] = explained;
    return {
      statements: statements.length,
      milliseconds: least,
      pages: sum(plans.map(({ Plan: node }) => node['Shared Hit Blocks'] + node['Shared Read Blocks'])),
      scanned: [...new Set(plans.flatMap(({ Plan: node }) => listScanned(node)))],
      indexes: [...new Set(plans.flatMap(({ Plan: node }) => listIndexes(node)))],
    };
  } finally {
    await client.end();
  }
}

/** An operation that writes throws this at its end. */
export class Undone extends Error {}

function ignoreUndone(error: unknown): void {
  if (!(error instanceof Undone)) throw error;
}

async function repeat<T>(runs: number, run: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let count = 0; count < runs; count += 1) results.push(await run());
  return results;
}

async function explainAll(client: pg.Client, statements: readonly Statement[]): Promise<Plan[]> {
  const plans: Plan[] = [];
  await client.query('BEGIN');
  try {
    for (const { text, values } of statements) {
      const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`, [
        ...values,
      ]);
      plans.push((rows[0] as { readonly 'QUERY PLAN': readonly [Plan] })['QUERY PLAN'][0]);
    }
  } finally {
    await client.query('ROLLBACK');
  }
  return plans;
}

interface Plan {
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
  readonly Plan: PlanNode;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

function listScanned(node: PlanNode): readonly string[] {
  const below = (node.Plans ?? []).flatMap(listScanned);
  return node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? '', ...below] : below;
}

function listIndexes(node: PlanNode): readonly string[] {
  const name = node['Index Name'];
  return [...(name === undefined ? [] : [name]), ...(node.Plans ?? []).flatMap(listIndexes)];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
