/**
 * `npm run sbom [folder]`: writes what a service on Linux runs with, as the lock file has it: `sbom.cdx.json` (CycloneDX 1.6) and
 * `licences.md`. Ends with 1 if a licence is missing or not among those that are allowed. `npm sbom --omit dev` leaves out
 * every package that a development dependency needs as well (npm 11), so it is not used.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';

/** Licences that allow use without conditions on the service's own code. */
const ALLOWED: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  // libvips of sharp is a library of its own, which users may replace.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Zlib',
];

interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Component {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly purl: string;
  readonly integrity: string | undefined;
  /** These are the purls of its dependencies. */
  readonly dependsOn: readonly string[];
}

const ROOT = join(import.meta.dirname, '../..');

/** Reads `MIT OR GPL-3.0` as one allowed licence, and `MIT AND OFL-1.1` as two that both have to be allowed. */
export function isAllowed(licence: string): boolean {
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((id) => ALLOWED.includes(id)));
}

/** Lists the packages that are installed in production on Linux (glibc, x64 and arm64), by name. */
export function listComponents(packages: Readonly<Record<string, LockedPackage>>): readonly Component[] {
  const installed = Object.entries(packages).filter(
    ([path, found]) => path.startsWith('node_modules/') && isInstalled(found),
  );
  return installed
    .map(([path, { version = '', license = '', integrity, ...found }]) => {
      const name = found.name ?? path.replace(/^.*node_modules\//, '');
      const dependsOn = Object.keys({ ...found.dependencies, ...found.optionalDependencies })
        .map((dependency) => findInstalled(packages, path, dependency))
        .flatMap((target) => (target === undefined ? [] : [purlOf(target.name, target.version)]));
      return { path, name, version, licence: license, purl: purlOf(name, version), integrity, dependsOn };
    })
    .sort((a, b) => (a.purl < b.purl ? -1 : 1));
}

function isInstalled({ dev, link, os, cpu, libc }: LockedPackage): boolean {
  if (dev || link) return false;
  const isFor = (list: readonly string[] | undefined, names: readonly string[]) =>
    list === undefined || names.some((name) => list.includes(name));
  return isFor(os, ['linux']) && isFor(cpu, ['x64', 'arm64']) && isFor(libc, ['glibc']);
}

/** Looks in `node_modules` of the package, then of those around it, as Node does. */
function findInstalled(packages: Readonly<Record<string, LockedPackage>>, from: string, name: string) {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const found = packages[posix.join(folder, 'node_modules', name)];
    if (found !== undefined) return isInstalled(found) ? { name, version: found.version ?? '' } : undefined;
    if (folder === '.') return undefined;
  }
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** Some manifests have a list of licences, which npm does not lock. */
function readManifestLicence(path: string): string {
  try {
    const { license, licenses } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));
    const list: readonly unknown[] = [license ?? licenses].flat();
    return list.map((entry) => (entry as { type?: string } | undefined)?.type ?? entry).join(' OR ');
  } catch {
    return '';
  }
}

function describeComponent({ name, version, licence, purl, integrity = '' }: Component) {
  const [group, local] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const isExpression = / (OR|AND) /.test(licence);
  const [, digest] = /^sha512-(.+)$/.exec(integrity) ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    group,
    name: local,
    version,
    purl,
    licenses: [isExpression ? { expression: licence } : { license: { id: licence } }],
    hashes: digest && [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
  };
}

function writeSbom(folder: string): readonly Component[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const { name, version } = packages[''];
  const found = listComponents(packages).map((component) => ({
    ...component,
    licence: component.licence || readManifestLicence(component.path),
  }));
  // One version of a package may be installed in several places.
  const components = [...new Map(found.map((component) => [component.purl, component])).values()];
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
    components: components.map(describeComponent),
    dependencies: components.map(({ purl, dependsOn }) => ({
      ref: purl,
      dependsOn: [...new Set(dependsOn)],
    })),
  };
  const rows = components.map(
    (component) => `| ${component.name} | ${component.version} | ${component.licence} |`,
  );
  const title = [
    '# Licences of the packages that the service runs with',
    '',
    '| package | version | licence |',
    '|---|---|---|',
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, undefined, 1)}\n`);
  writeFileSync(join(folder, 'licences.md'), `${[...title, ...rows].join('\n')}\n`);
  return components;
}

if (import.meta.main) {
  const components = writeSbom(resolve(process.argv[2] ?? 'dist/sbom'));
  console.log(`${components.length} packages`);
  const refused = components.filter(({ licence }) => !isAllowed(licence));
  for (const { purl, licence } of refused)
    console.error(`${purl}: licence not allowed: ${licence || 'none'}`);
  if (refused.length > 0) process.exitCode = 1;
}
