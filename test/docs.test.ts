import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@countersign/api';
import { describe, expect, it } from 'vitest';
import { listSourceFiles, ROOT } from './repository/source-files.ts';
import { parseRules } from './rules/rule-list.ts';

interface Page {
  readonly name: string;
  readonly text: string;
}

interface Operation {
  /** `GET /docs/{}`: without version and parameter names. */
  readonly name: string;
  readonly isAvailable: boolean;
  readonly row: string;
}

const pages: readonly Page[] = readdirSync(join(ROOT, 'docs/api')).map((name) => ({
  name,
  text: readFileSync(join(ROOT, 'docs/api', name), 'utf8'),
}));

describe('docs/api', () => {
  it('states every rule', () => {
    const rules = parseRules(readFileSync(join(ROOT, 'docs/rules.tsv'), 'utf8'));
    const stated = new Set(pages.flatMap(({ text }) => findRuleIds(text)));
    expect(rules.filter(({ id }) => !stated.has(id)).map(({ id }) => id)).toEqual([]);
    expect([...stated].filter((id) => !rules.some((rule) => rule.id === id))).toEqual([]);
  });

  it('has JSON examples that parse', () => {
    for (const { name, text } of pages) {
      for (const [, example = ''] of text.matchAll(/^```json\n([\s\S]*?)^```/gm))
        expect(() => JSON.parse(example), `${name}: ${example}`).not.toThrow();
    }
  });

  it('names every operation, and says of each whether it is available', () => {
    const served = new Set(routes.filter(isDocumented).map(({ method, path }) => nameOf(method, path)));
    const listed = pages.flatMap(findOperations);
    const wrong = listed.filter(({ name, isAvailable }) => served.has(name) !== isAvailable);
    expect(wrong.map(({ name, row }) => `${name}: ${row}`)).toEqual([]);
    expect([...served].filter((name) => !listed.some((operation) => operation.name === name))).toEqual([]);
  });
});

describe('READMEs of packages', () => {
  it('name files that exist', () => {
    const sources = ['packages', 'test'].flatMap(listSourceFiles).map(({ path }) => `/${path}`);
    const missing = readdirSync(join(ROOT, 'packages'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => {
        const text = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8');
        const named = [...text.matchAll(/`(?:\.\.\/)?([\w./-]+\.tsx?)`/g)].map(([, path = '']) => path);
        return named
          .filter((path) => !sources.some((source) => source.endsWith(`/${path}`)))
          .map((path) => `packages/${name}/README.md: ${path}`);
      });
    expect(missing).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const folder = join(ROOT, 'docs/decisions');
  const files = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));

  it('[D0-01] is a page for each choice that was left open, numbered without a gap and listed by its title', () => {
    expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
    const listed = files.map((name) => {
      const [, number, title] = /^# (\d+)\. (.+)\n/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
      return `| ${number} | [${title}](${name}) |`;
    });
    const index = readFileSync(join(folder, 'README.md'), 'utf8');
    expect(listed.filter((row) => !index.includes(row))).toEqual([]);
  });
});

function isDocumented({ path }: { readonly path: string }): boolean {
  return /^\/((v1|sign|oauth|\.well-known)\/|phone(\/|$))/.test(path) && !path.endsWith('/callback');
}

/** Ids in brackets; `[2.10-29] to [2.10-41]` is a range. */
function findRuleIds(text: string): string[] {
  const single = [...text.matchAll(/\[((?:\d+(?:\.\d+)?|D\d+)-\d{2})\]/g)].map(([, id = '']) => id);
  const between = [...text.matchAll(/\[([\w.]+)-(\d{2})\]\s+to\s+\[\1-(\d{2})\]/g)].flatMap(
    ([, section = '', first, last]) => listBetween(Number(first), Number(last)).map((n) => `${section}-${n}`),
  );
  return [...single, ...between];
}

function listBetween(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(2, '0'));
}

/**
 * Reads the operations in the first column of a page's tables. A path without a method has the method of the previous
 * one.
 */
function findOperations({ text }: Page): Operation[] {
  const isPlanned = text.includes('no operation on this page is');
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((row) => {
      const isAvailable = !isPlanned && !/not available yet/i.test(row);
      return findNames(row.split('|')[1] ?? '').map((name) => ({ name, isAvailable, row }));
    });
}

function findNames(cell: string): string[] {
  const found = [...cell.matchAll(/`(GET|POST|PUT|PATCH|DELETE)(?: (\/[^`]*))?`/g)];
  return found.map(([, method = '', path], index) =>
    nameOf(method, path ?? found.slice(index).find((next) => next[2] !== undefined)?.[2] ?? ''),
  );
}

function nameOf(method: string, path: string): string {
  return `${method} ${path.replace(/^\/v1(?=\/)/, '').replace(/:\w+|\{\w+\}/g, '{}')}`;
}
