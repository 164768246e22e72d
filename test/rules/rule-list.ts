/** One rule of the service, as docs/rules.tsv states it. */
export interface Rule {
  readonly id: string;
  readonly area: string;
  readonly rule: string;
  /** The baseline: whether a test held it when the list was last updated. */
  readonly isTested: boolean;
}

const HEADER = ['id', 'area', 'rule', 'tested'];

/** Reads docs/rules.tsv. Throws for a line that does not have its columns, or has the id of an earlier one. */
export function parseRules(text: string): Rule[] {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  if (header !== HEADER.join('\t')) throw new Error(`the columns are not ${HEADER.join(', ')}`);
  const rules = lines.map(parseRule);
  const ids = rules.map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  if (repeated !== undefined) throw new Error(`rule ${repeated} is listed twice`);
  return rules;
}

function parseRule(line: string): Rule {
  const [id, area, rule, tested, ...more] = line.split('\t');
  if (!id || !area || !rule || more.length > 0 || !['yes', 'no'].includes(tested ?? '')) {
    throw new Error(`not a rule: ${line}`);
  }
  return { id, area, rule, isTested: tested === 'yes' };
}

/** The inverse of `parseRules`. */
export function formatRules(rules: readonly Rule[]): string {
  const lines = rules.map(({ id, area, rule, isTested }) =>
    [id, area, rule, isTested ? 'yes' : 'no'].join('\t'),
  );
  return `${[HEADER.join('\t'), ...lines].join('\n')}\n`;
}
