import { expect, it } from 'vitest';
import { StatementNames } from './guarded-pool.ts';

function askOften(names: StatementNames, text: string): string | undefined {
  for (let count = 0; count < 50; count += 1) names.find(text);
  return names.find(text);
}

it('names a statement that comes often, by its text', () => {
  const names = new StatementNames();
  const text = 'select "state" from "documents" where "document_id" = $1';
  expect(names.find(text)).toBeUndefined();
  const name = askOften(names, text);
  expect(name).toMatch(/./);
  expect(names.find(text)).toBe(name);
  expect(askOften(names, `${text} for update`)).not.toBe(name);
});

it('names no script, no end of a transaction, and nothing that reads all columns of a table', () => {
  const names = new StatementNames();
  expect(askOften(names, 'BEGIN; SELECT 1; COMMIT')).toBeUndefined();
  expect(askOften(names, 'SELECT 1; SELECT 2')).toBeUndefined();
  expect(askOften(names, 'commit')).toBeUndefined();
  expect(askOften(names, 'select * from "users" where "user_id" = $1')).toBeUndefined();
  expect(askOften(names, 'select "u".* from "users" as "u" where "user_id" = $1')).toBeUndefined();
  expect(askOften(names, 'delete from jobs where id = $1 returning *')).toBeUndefined();
  expect(askOften(names, 'select count(*) from "users" where "user_id" = $1')).toBeDefined();
  expect(
    askOften(names, "\n WITH next AS (SELECT id FROM job WHERE name = 'a') SELECT id FROM next"),
  ).toBeDefined();
});

// Under a name, a search for an address took 38 ms in place of 5 with 100,000 documents.
it('names no search, whose best plan depends on the word and on what it found', () => {
  const names = new StatementNames();
  const search = 'select "document_id" from "document_search" where "account_id" = $1 and "text" like $2';
  expect(askOften(names, search)).toBeUndefined();
  expect(askOften(names, 'SELECT name FROM documents WHERE document_id = ANY ($1::text[])')).toBeUndefined();
});

it('names no more than the connections have room for, and counts a bounded number of texts', () => {
  const names = new StatementNames();
  const named = Array.from({ length: 150 }, (_, index) => askOften(names, `select ${index} + $1`));
  expect(named.filter((name) => name !== undefined)).toHaveLength(100);
  const other = new StatementNames();
  for (let index = 0; index < 3_000; index += 1) other.find(`select ${index} + $1`);
  expect(askOften(other, 'select $1')).toBeDefined();
});
