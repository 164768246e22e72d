import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageExists } from './repository/doc-pages.ts';
import { listSourceFiles, ROOT } from './repository/source-files.ts';
import { parseRules } from './rules/rule-list.ts';

const FOLDERS = ['packages', 'workers', 'test', 'bench', 'fixtures'];
const files = FOLDERS.flatMap(listSourceFiles).filter(({ path }) => path !== 'test/citations.test.ts');

/** References to documents that are not in this repository. */
const OUTSIDE =
  /\b(?:decisions|service-api|lessons|growth|language|style|stack)\.md\b|\(spec |\b(?:spec|specification|decisions) (?:section )?\d/gi;
const PUBLIC_STANDARD = /Unicode core specification|ISO|RFC/;
const RULE_ID = /\[((?:\d+(?:\.\d+)?|D\d+|R\d+)-\d{2})\]/g;
const DOCS_PATH = /\bdocs\/[\w./-]+?\.(?:md|tsv)(?:#[\w-]+)?/g;

const SOURCE_PATH = /`((?:packages|workers|test|bench|release)\/[\w./-]*\w)`/g;
/** Files that a recipe adds. */
const EXAMPLES = new Set([
  'packages/i18n/da',
  'packages/signing/methods/passkey.ts',
  'packages/signing/proofs/passkey-check.ts',
]);

interface Citation {
  readonly cited: string;
  readonly location: string;
}

function findCitations(pattern: RegExp): Citation[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) =>
      [...line.matchAll(pattern)].map((match) => ({
        cited: match[1] ?? match[0],
        location: `${path}:${index + 1}: ${line.trim()}`,
      })),
    ),
  );
}

describe('what comments cite', () => {
  it('is in this repository or a public standard', () => {
    const outside = findCitations(OUTSIDE).filter(({ location }) => !PUBLIC_STANDARD.test(location));
    expect(outside.map(({ location }) => location)).toEqual([]);
  });

  it('are rules that docs/rules.tsv has', () => {
    const rules = parseRules(readFileSync(join(ROOT, 'docs/rules.tsv'), 'utf8'));
    const known = new Set(rules.map(({ id }) => id));
    const cited = findCitations(RULE_ID).filter(({ location }) => !location.startsWith('test/rules/'));
    expect(cited.length).toBeGreaterThan(100);
    const unknown = cited.filter(({ cited: id }) => !known.has(id));
    expect(unknown.map(({ location }) => location)).toEqual([]);
  });

  it('are pages of docs that exist, with the heading they name', () => {
    const broken = findCitations(DOCS_PATH).filter(({ cited }) => !pageExists(cited));
    expect(broken.map(({ location }) => location)).toEqual([]);
  });
});

describe('what documentation links to', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })];

  it.each(pages)('is there, with the heading it names: %s', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => !pageExists(resolveLink(page, link)));
    expect(broken).toEqual([]);
  });

  it.each(pages)('and the files that it names are: %s', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const named = [...text.matchAll(SOURCE_PATH)].map(([, path = '']) => path);
    expect(named.filter((path) => !EXAMPLES.has(path) && !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

function resolveLink(page: string, link: string): string {
  return link.startsWith('#') ? `${page}${link}` : normalize(join(dirname(page), link));
}
