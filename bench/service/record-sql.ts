/**
 * Loaded into a service (preload.ts). Between the messages `begin` and `end` it notes every statement, and then sends them. After
 * `remember HASH`, the statement that checks the token with that hash and counts the request only counts it: the token is
 * answered from memory.
 */
import { serialize } from 'node:v8';
import pg from 'pg';
import { COUNT } from '../../packages/adapters/postgres/stores/rate-count-store.ts';
import type { Statement } from './statement.ts';

let recorded: Statement[] | null = null;
let rememberedHash: string | null = null;
let rememberedToken: object | null = null;

const original = pg.Client.prototype.query;
pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
  const statement = readStatement(args);
  recorded?.push(statement);
  const ask = (asked: readonly unknown[]) => Reflect.apply(original, this, asked);
  if (rememberedHash === null || statement.values[0] !== rememberedHash) return ask(args);
  return answerRemembered(statement, rememberedToken === null ? args : countOnly(args, statement), ask);
} as typeof original;

async function answerRemembered(
  { text }: Statement,
  args: readonly unknown[],
  ask: (args: readonly unknown[]) => Promise<pg.QueryResult<object>>,
): Promise<pg.QueryResult<object>> {
  const result = await ask(args);
  const [row] = result.rows;
  if (!text.includes('rate_counts') || row === undefined)
    throw new Error(`not the check of a request: ${text}`);
  rememberedToken ??= row;
  return { ...result, rows: [{ ...rememberedToken, ...row }] };
}

/** With the other settings of the query. */
function countOnly(
  [query]: readonly unknown[],
  { values: [, , key, windowMs] }: Statement,
): readonly unknown[] {
  return [{ ...(query as pg.QueryConfig), text: COUNT, name: 'count-rate', values: [key, 1, windowMs, 1] }];
}

function readStatement([first, second]: readonly unknown[]): Statement {
  const { text, values, name } =
    typeof first === 'string' ? { text: first, values: second, name: undefined } : (first as pg.QueryConfig);
  return { text, values: Array.isArray(values) ? [...values] : [], name };
}

process.on('message', (message) => {
  if (message === 'begin') recorded = [];
  if (String(message).startsWith('remember ')) rememberedHash = String(message).slice('remember '.length);
  if (message !== 'end') return;
  process.send?.(serialize(recorded).toString('base64'));
  recorded = null;
});
