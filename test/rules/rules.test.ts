import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, type SourceFile } from '../repository/source-files.ts';
import { formatRules, parseRules } from './rule-list.ts';
import { formatAreas, formatRule, reportRules } from './rule-report.ts';
import { findRuleTests } from './scan-tests.ts';

// Concatenated: a literal id in this file would count as a test of that rule.
const id = (number: string) => `[${number}]`;
const file = (text: string, path = 'packages/x/a.test.ts'): SourceFile => ({ path, text, imports: [] });

const RULES = parseRules(
  [
    'id\tarea\trule\ttested',
    '2.1-01\tfiles\tUploads are answered.\tyes',
    'D4-05\terrors\tDetails speak.\tyes',
    'D4-06\terrors\tWords are stable.\tno',
  ].join('\n'),
);

describe('the scanner of test names', () => {
  it('finds names that begin with ids, however the test is written', () => {
    const text = [
      `it('${id('2.1-01')} answers', () => {});`,
      'it.skipIf(skip)(',
      `  "${id('D4-05')} ${id('D4-06')} it's ours",`,
      '  () => {},',
      ');',
      `const CASES = [['${id('2.1-01')}', 1]];`,
      `it(\`${id('D4-06')} of a word\`, () => {});`,
    ].join('\n');
    expect(findRuleTests([file(text)])).toEqual([
      { ids: ['2.1-01'], name: 'answers', location: 'packages/x/a.test.ts:1' },
      { ids: ['D4-05', 'D4-06'], name: "it's ours", location: 'packages/x/a.test.ts:3' },
      { ids: ['2.1-01'], name: '', location: 'packages/x/a.test.ts:6' },
      { ids: ['D4-06'], name: 'of a word', location: 'packages/x/a.test.ts:7' },
    ]);
  });

  it('takes no comment, no id inside a name, and no file that is no test', () => {
    const inside = `it('answers ${id('D4-05')}');\n// it('${id('D4-05')} was here')\n/* '${id('D4-05')} x' */`;
    expect(findRuleTests([file(inside), file(`it('${id('D4-05')} a')`, 'packages/x/a.ts')])).toEqual([]);
  });
});

describe('the list of rules', () => {
  it('has four columns and no id twice', () => {
    const lines = formatRules(RULES);
    expect(formatRules(parseRules(lines))).toBe(lines);
    expect(() => parseRules(`${lines}${lines.split('\n')[1]}`)).toThrow('duplicate');
    expect(() => parseRules(`${lines}D9-01\terrors\tNo state.\tholds`)).toThrow('not a rule');
    expect(() => parseRules('id\trule')).toThrow('columns');
  });

  it('is read from the documentation, with rules that are stated once', () => {
    const rules = parseRules(readFileSync(join(ROOT, 'docs/rules.tsv'), 'utf8'));
    expect(rules.length).toBeGreaterThan(600);
    expect(new Set(rules.map(({ rule }) => rule)).size).toBe(rules.length);
  });
});

describe('the report', () => {
  const tests = findRuleTests([
    file(`it('${id('D4-06')} holds'); it('${id('X')} no'); it('${id('D9-99')} no');`),
  ]);
  const report = reportRules(RULES, tests);

  it('names rules that lost their tests, and tests of rules that do not exist', () => {
    expect(report.lost.map((rule) => rule.id)).toEqual(['2.1-01', 'D4-05']);
    expect(report.unknown.map(({ ids }) => ids)).toEqual([['D9-99']]);
  });

  it('counts the areas and lists the tests of a rule', () => {
    expect(formatAreas(report.areas)).toBe(
      ['files            0 of 1', 'errors           1 of 2', 'all              1 of 3'].join('\n'),
    );
    expect(report.rules.map(formatRule)).toEqual([
      '2.1-01  Uploads are answered.',
      'D4-05   Details speak.',
      'D4-06   Words are stable.\n    packages/x/a.test.ts:1 holds',
    ]);
  });
});
