import { readFileSync, writeFileSync } from 'node:fs';

const readme = new URL('../README.md', import.meta.url);
const BEGIN = '<!-- report -->';
const END = '<!-- end of report -->';

export function writeReadme(report: string): void {
  const text = readFileSync(readme, 'utf8');
  const [before = ''] = text.split(BEGIN);
  const after = text.split(END)[1] ?? '\n';
  writeFileSync(readme, `${before}${BEGIN}\n\n${report}\n${END}${after}`);
}
