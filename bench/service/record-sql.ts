/** Preloaded into a service: between the messages `begin` and `end` it notes every statement, and then sends them. */
import { serialize } from 'node:v8';
import pg from 'pg';
import type { Statement } from './statement.ts';

let recorded: Statement[] | null = null;

const original = pg.Client.prototype.query;
pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
  const [first, second] = args;
  if (recorded !== null) {
    const { text, values } =
      typeof first === 'string' ? { text: first, values: second } : (first as pg.QueryConfig);
    recorded.push({ text, values: Array.isArray(values) ? [...values] : [] });
  }
  return Reflect.apply(original, this, args);
} as typeof original;

process.on('message', (message) => {
  if (message === 'begin') recorded = [];
  if (message !== 'end') return;
  process.send?.(serialize(recorded).toString('base64'));
  recorded = null;
});
