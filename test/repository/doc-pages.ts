import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.ts';

/** Returns whether the path exists, with the heading after `#` if there is one. */
export function pageExists(cited: string): boolean {
  const [path = '', anchor] = cited.split('#');
  if (!existsSync(join(ROOT, path))) return false;
  if (anchor === undefined) return true;
  const headings = readFileSync(join(ROOT, path), 'utf8').match(/^#+ .+$/gm) ?? [];
  return headings.some((heading) => anchorOf(heading) === anchor);
}

function anchorOf(heading: string): string {
  return heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replace(/ /g, '-');
}
