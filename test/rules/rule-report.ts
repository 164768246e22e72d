import type { Rule } from './rule-list.ts';
import type { RuleTest } from './scan-tests.ts';

export interface TestedRule extends Rule {
  readonly tests: readonly RuleTest[];
}

export interface AreaCount {
  readonly area: string;
  readonly rules: number;
  readonly tested: number;
}

export interface RuleReport {
  readonly rules: readonly TestedRule[];
  readonly areas: readonly AreaCount[];
  /** Rules that had a test at the last update and have none now. */
  readonly lost: readonly Rule[];
  readonly unknown: readonly RuleTest[];
}

export function reportRules(rules: readonly Rule[], tests: readonly RuleTest[]): RuleReport {
  const byId = new Map<string, RuleTest[]>(rules.map(({ id }) => [id, []]));
  for (const test of tests) for (const id of test.ids) byId.get(id)?.push(test);
  const tested = rules.map((rule) => ({ ...rule, tests: byId.get(rule.id) ?? [] }));
  return {
    rules: tested,
    areas: countAreas(tested),
    lost: tested.filter((rule) => rule.isTested && rule.tests.length === 0),
    unknown: tests.filter(({ ids }) => ids.some((id) => !byId.has(id))),
  };
}

function countAreas(rules: readonly TestedRule[]): AreaCount[] {
  return [...Map.groupBy(rules, ({ area }) => area)].map(([area, members]) => ({
    area,
    rules: members.length,
    tested: members.filter(({ tests }) => tests.length > 0).length,
  }));
}

export function formatAreas(areas: readonly AreaCount[]): string {
  const sum = (of: (count: AreaCount) => number) => areas.reduce((total, count) => total + of(count), 0);
  const total = { area: 'all', rules: sum(({ rules }) => rules), tested: sum(({ tested }) => tested) };
  return [...areas, total]
    .map(({ area, rules, tested }) => `${area.padEnd(14)}${String(tested).padStart(4)} of ${rules}`)
    .join('\n');
}

export function formatRule({ id, rule, tests }: TestedRule): string {
  const lines = tests.map(({ name, location }) => `    ${location} ${name}`);
  return [`${id.padEnd(8)}${rule}`, ...lines].join('\n');
}
