/**
 * Preloaded into a service. Between the messages `begin` and `end` it notes every statement, and then sends them. After
 * `remember HASH`, the statement that looks for the token with that hash is answered from memory, without the database.
 */
import { serialize } from 'node:v8';
import pg from 'pg';
import type { Statement } from './statement.ts';

let recorded: Statement[] | null = null;
let rememberedHash: string | null = null;
let rememberedAnswer: unknown;

const original = pg.Client.prototype.query;
pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
  const statement = readStatement(args);
  recorded?.push(statement);
  const ask = () => Reflect.apply(original, this, args);
  if (rememberedHash === null || statement.values[0] !== rememberedHash) return ask();
  rememberedAnswer ??= ask();
  return rememberedAnswer;
} as typeof original;

function readStatement([first, second]: readonly unknown[]): Statement {
  const { text, values, name } =
    typeof first === 'string' ? { text: first, values: second, name: undefined } : (first as pg.QueryConfig);
  return { text, values: Array.isArray(values) ? [...values] : [], ...(name !== undefined && { name }) };
}

process.on('message', (message) => {
  if (message === 'begin') recorded = [];
  if (String(message).startsWith('remember ')) rememberedHash = String(message).slice('remember '.length);
  if (message !== 'end') return;
  process.send?.(serialize(recorded).toString('base64'));
  recorded = null;
});
