export interface Rule {
  readonly id: string;
  readonly area: string;
  readonly rule: string;
  /** The baseline: whether a test covered it at the last update. */
  readonly isTested: boolean;
}

const HEADER = ['id', 'area', 'rule', 'tested'];

/** Reads docs/rules.tsv. Throws for a malformed line or a duplicate id. */
export function parseRules(text: string): Rule[] {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  if (header !== HEADER.join('\t')) throw new Error(`the columns are not ${HEADER.join(', ')}`);
  const rules = lines.map(parseRule);
  const ids = rules.map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  if (repeated !== undefined) throw new Error(`rule ${repeated} is a duplicate`);
  return rules;
}

function parseRule(line: string): Rule {
  const [id, area, rule, tested, ...more] = line.split('\t');
  if (!id || !area || !rule || more.length > 0 || !['yes', 'no'].includes(tested ?? '')) {
    throw new Error(`not a rule: ${line}`);
  }
  return { id, area, rule, isTested: tested === 'yes' };
}

export function formatRules(rules: readonly Rule[]): string {
  const lines = rules.map(({ id, area, rule, isTested }) =>
    [id, area, rule, isTested ? 'yes' : 'no'].join('\t'),
  );
  return `${[HEADER.join('\t'), ...lines].join('\n')}\n`;
}
