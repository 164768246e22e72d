import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listSourceFiles, ROOT } from '../repository/source-files.ts';
import { formatRules, parseRules } from './rule-list.ts';
import { formatAreas, formatRule, reportRules } from './rule-report.ts';
import { findRuleTests } from './scan-tests.ts';

const FOLDERS = ['packages', 'workers', 'fixtures', 'bench', 'test'];
const HELP = `Usage: npm run rules -- [--missing | --areas | --json | --update]

Lists the rules of docs/rules.tsv with the tests that hold them: those whose name begins with [id].
Fails if a rule that has "yes" in the column "tested" has no test, or a test names a rule that does not exist.

  --missing  only the rules without a test
  --areas    only the counts of each area
  --json     everything, as JSON
  --update   write the column "tested" as it is now
`;

const path = join(ROOT, 'docs/rules.tsv');
const { values } = parseArgs({
  options: {
    missing: { type: 'boolean' },
    areas: { type: 'boolean' },
    json: { type: 'boolean' },
    update: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const report = reportRules(
  parseRules(readFileSync(path, 'utf8')),
  findRuleTests(FOLDERS.flatMap(listSourceFiles)),
);
process.stdout.write(`${describe()}\n`);
for (const { id, rule } of report.lost) process.stderr.write(`rule without its tests: ${id} ${rule}\n`);
for (const { ids, location } of report.unknown) {
  process.stderr.write(`unknown rule: ${location} [${ids.join('] [')}]\n`);
}
if (values.update) {
  const rules = report.rules.map((rule) => ({ ...rule, isTested: rule.tests.length > 0 }));
  writeFileSync(path, formatRules(rules));
}
const hasLost = report.lost.length > 0 && !values.update;
process.exitCode = hasLost || report.unknown.length > 0 ? 1 : 0;

function describe(): string {
  if (values.json) return JSON.stringify(report, null, 2);
  if (values.areas) return formatAreas(report.areas);
  const listed = values.missing ? report.rules.filter(({ tests }) => tests.length === 0) : report.rules;
  return `${listed.map(formatRule).join('\n')}\n\n${formatAreas(report.areas)}`;
}
