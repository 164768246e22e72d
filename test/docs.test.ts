import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@countersign/api';
import { ACCOUNT_EVENT_TYPES } from '@countersign/identity';
import { CANNOT_SIGN_REASONS, EVENT_TYPES, PROOF_KIND_NAMES } from '@countersign/signing';
import { describe, expect, it } from 'vitest';
import { environment } from '../packages/server/settings/config.ts';
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

/** Requests a minute of every operation. */
const DEFAULT_RATE = 600;

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

// Codes, tests of webhooks and the PDF of a public link were missing, and HEAD was said to be 404 everywhere.
describe('the page on all operations', () => {
  const { text = '' } = pages.find(({ name }) => name === 'README.md') ?? {};

  it('lists every operation with a limit of its own', () => {
    const rows = [...text.matchAll(/^\| ([\d,]+) \| (.+) \|$/gm)];
    const listed = rows.flatMap(([, limit = '', row = '']) =>
      [...row.matchAll(/`([A-Z]+) ([^`]+)`/g)].map(
        ([, method = '', path = '']) => `${nameOf(method, path)}: ${limit.replace(',', '')}`,
      ),
    );
    const limited = routes.flatMap(({ method, path, allowance }) =>
      allowance === undefined ? [] : [`${nameOf(method, path)}: ${Math.floor(DEFAULT_RATE * allowance)}`],
    );
    expect(listed.toSorted()).toEqual(limited.toSorted());
  });

  it('says where HEAD is answered', () => {
    const [sentence = ''] = /HEAD is answered where[\s\S]+?elsewhere/.exec(text) ?? [];
    const served = routes.filter(({ head }) => head === true);
    const names = served.map(({ path }) => path.split('/').findLast((part) => /^[a-z]/.test(part)) ?? path);
    expect(names.filter((name) => !sentence.includes(name))).toEqual([]);
  });
});

// Two kinds of proof, four settings and most types of events were in the code only.
describe('lists for users of the API and operators', () => {
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  const missingIn = (path: string, names: readonly string[]) => {
    const text = read(path);
    return names.filter((name) => !text.includes(`\`${name}\``));
  };
  /** Lists name a type after the first of its subject by its end: `.ended`. */
  const missingTypes = (path: string, types: readonly string[]) =>
    missingIn(path, types).filter((type) => !read(path).includes(`\`${type.slice(type.indexOf('.'))}\``));

  describe('of the settings', () => {
    const row = /^\| ([A-Z][A-Z0-9_]+(?:, [A-Z][A-Z0-9_]+)*) \| ([^|]*) ?\|/gm;
    const rows = [...read('packages/server/README.md').matchAll(row)].map(
      ([, variables = '', defaults = '']) => [variables.split(', '), defaults] as const,
    );

    it('have every setting in the table, and no other', () => {
      const names = rows.flatMap(([variables]) => variables);
      expect(names.sort()).toEqual(Object.keys(environment.shape).sort());
    });

    it('have every default that is a number', () => {
      const { PDF_THREADS: _ofTheMachine, ...shape } = environment.shape;
      const wrong = Object.entries(shape).filter(([name, schema]) => {
        const { data } = schema.safeParse(undefined);
        const [, defaults = ''] = rows.find(([variables]) => variables.includes(name)) ?? [];
        return typeof data === 'number' && !defaults.split(/[, ]+/).includes(String(data));
      });
      expect(wrong.map(([name]) => name)).toEqual([]);
    });
  });

  it('name every kind of proof, and every reason why a page cannot sign', () => {
    const names = [...PROOF_KIND_NAMES, ...CANNOT_SIGN_REASONS];
    expect(missingIn('docs/api/signing-pages.md', names)).toEqual([]);
  });

  it('name every type of event', () => {
    const entries = [
      ...read('packages/signing/audit/audit-entry.ts').matchAll(/^ {2}\| '(document\.\w+)'/gm),
    ].map(([, type = '']) => type);
    expect(entries).toContain('document.prepared');
    expect(missingTypes('docs/api/documents.md', entries)).toEqual([]);
    expect(missingTypes('docs/api/account.md', ACCOUNT_EVENT_TYPES)).toEqual([]);
    expect(missingIn('docs/api/webhooks.md', EVENT_TYPES)).toEqual([]);
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
  const single = [...text.matchAll(/\[((?:\d+(?:\.\d+)?|[DR]\d+|[LP])-\d{2})\]/g)].map(([, id = '']) => id);
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

const MAX_COLUMNS = 120;

it('Markdown wraps at 120 columns, but for tables, examples and words that cannot be divided', () => {
  const files = globSync('**/*.md', { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**', 'data/**'] });
  const long = files.flatMap((name) =>
    readFileSync(join(ROOT, name), 'utf8')
      .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
      .split('\n')
      .filter((line) => line.length > MAX_COLUMNS && !/^\s*[|<[]/.test(line) && isDivisible(line))
      .map((line) => `${name}: ${line}`),
  );
  expect(long).toEqual([]);
});

/** Whether a space outside of code and the text of links is in the first columns of the line, after its indent. */
function isDivisible(line: string): boolean {
  const words = line
    .trimStart()
    .replaceAll(/`[^`]*`|\[[^\]]*\]\([^)]*\)/g, (part) => 'x'.repeat(part.length));
  const indent = line.length - line.trimStart().length;
  return words.lastIndexOf(' ', MAX_COLUMNS - indent) > 4;
}
