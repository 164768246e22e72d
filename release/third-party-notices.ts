import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from './published-packages.ts';

/** Collects the licences of bundled packages. Throws if one has none. */
export function thirdPartyNotices(packages: readonly string[]): string {
  return ['# Third-party code in `cli/`', ...packages.map(noticeOf)].join('\n\n');
}

function noticeOf(name: string): string {
  const folder = `${ROOT}node_modules/${name}`;
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  return `## ${name} ${version} (${license})\n\n\`\`\`\n${licenceText(folder, name).trim()}\n\`\`\``;
}

function licenceText(folder: string, name: string): string {
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence file`);
  return readFileSync(`${folder}/${file}`, 'utf8');
}
