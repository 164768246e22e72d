/**
 * `npm run sizes`: installs the published packages in an empty project and prints what each megabyte is for. npm takes
 * third-party packages from its cache if it has them.
 */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFreshProject } from './fresh-project.ts';

/** The package that needs the others of its row, and for what. */
const PURPOSES: Readonly<Record<string, string>> = {
  'pdf-lib': 'the classes of PDF objects, with builds for browsers',
  '@countersign/pdf': 'engine, Noto Sans in four scripts, text',
  '@countersign/forms': 'form fields',
  '@countersign/seal': 'signatures, three handwriting fonts',
  '@countersign/verify': 'verification',
  '@countersign/toolkit': 'all operations, and the command in one bundle',
  '@countersign/workers': 'a pool of threads',
  asn1js: 'syntax of signatures',
  pkijs: 'certificates and CMS of signatures',
  harfbuzzjs: 'shaping of Arabic, Indic and other scripts',
  'bidi-js': 'order of right-to-left text',
  piscina: 'threads of `workers`',
  '@types/node': 'types of Node, which our declarations name',
  sharp: 'optional: images in stamps, attached images',
};

interface Row {
  readonly packages: Set<string>;
  bytes: number;
}

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const folder = makeFreshProject(['sharp']);
try {
  const rows = listRows(folder);
  const installed = [...rows].filter(([name]) => name !== 'sharp');
  const lines = [...rows]
    .sort(([, a], [, b]) => b.bytes - a.bytes)
    .map(([name, row]) => formatRow(name, row));
  console.log(['| package | packages | MB | for |', '|---|---:|---:|---|', ...lines].join('\n'));
  console.log(formatSum('all but the optional', installed));
  console.log(
    formatSum(
      'pdf-lib alone',
      installed.filter(([name]) => name === 'pdf-lib'),
    ),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Each package counts for the first row that needs it. */
function listRows(project: string): Map<string, Row> {
  const modules = join(project, 'node_modules');
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const packages = new Map(Object.entries<LockedPackage>(lock.packages));
  const counted = new Set<string>();
  const rows = new Map<string, Row>();
  const others = [...packages.keys()]
    .map((path) => path.replace(/^node_modules\//, ''))
    .filter((name) => !name.includes('/node_modules/'));
  for (const name of [...Object.keys(PURPOSES), ...others]) {
    if (counted.has(name) || !packages.has(`node_modules/${name}`)) continue;
    const row: Row = { packages: new Set(), bytes: 0 };
    const waiting = [name];
    for (const next of waiting) {
      const found = packages.get(`node_modules/${next}`);
      const isOtherRow = next !== name && next in PURPOSES;
      if (found === undefined || counted.has(next) || isOtherRow) continue;
      counted.add(next);
      row.packages.add(next);
      row.bytes += sizeOf(join(modules, next));
      waiting.push(...Object.keys({ ...found.dependencies, ...found.optionalDependencies }));
    }
    rows.set(name, row);
  }
  return rows;
}

/** Packages that npm nests in another one count as part of it. */
function sizeOf(path: string): number {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(join(path, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

function formatRow(name: string, { packages, bytes }: Row): string {
  return `| ${name} | ${packages.size} | ${formatMegabytes(bytes)} | ${PURPOSES[name] ?? ''} |`;
}

function formatSum(title: string, rows: readonly (readonly [string, Row])[]): string {
  const count = rows.reduce((sum, [, { packages }]) => sum + packages.size, 0);
  return `| **${title}** | ${count} | ${formatMegabytes(rows.reduce((sum, [, row]) => sum + row.bytes, 0))} | |`;
}

function formatMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
