import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputChunk } from 'rolldown';
import {
  bundle,
  bundleCommandLine,
  bundledPackages,
  commandLineDependencies,
} from './bundle-command-line.ts';
import {
  absoluteLinks,
  builtPath,
  copyTypes,
  distFolder,
  FONT_FILES,
  folderOf,
  isFontPackage,
  PUBLISHED,
  type PublishedName,
  publishableManifest,
  ROOT,
  readManifest,
  readRootManifest,
  sourceFolder,
  typesPath,
  type WorkspaceManifest,
  withoutFonts,
} from './manifests.ts';

/** Collects the licences of bundled packages. Throws if one has none. */
function thirdPartyNotices(packages: readonly string[]): string {
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

/**
 * `npm run build:packages`: builds JavaScript and types of the published packages into their `dist` folders. The
 * workspace itself runs from sources.
 */

const NODE_TYPES = /'node:|\bNodeJS\.|\bBuffer\b/;
const isRelative = (specifier: string): boolean => /^\.{0,2}\//.test(specifier);

async function buildPackage(name: PublishedName): Promise<void> {
  const dist = distFolder(name);
  rmSync(dist, { recursive: true, force: true });
  const manifest = readManifest(name);
  const sources = Object.values(manifest.exports);
  const chunks = await bundle({
    entries: entriesOf(name, sources),
    folder: dist,
    isExternal: (specifier) => !isRelative(specifier),
  });
  const types = copyTypes(`${sourceFolder(name)}/.types`, `${dist}/types`, sources.map(declarationOf));
  copyFonts(name, manifest);
  const own = withoutFonts(manifest);
  const whole = manifest.bin === undefined ? own : await addCommandLine(name, own, chunks);
  writeManifest(name, withNodeTypes(whole, types));
  const readme = readFileSync(`${sourceFolder(name)}/README.md`, 'utf8');
  writeFileSync(
    `${dist}/README.md`,
    absoluteLinks(readme, folderOf(name), readRootManifest().repository.url),
  );
  cpSync(`${sourceFolder(name)}/CHANGELOG.md`, `${dist}/CHANGELOG.md`);
  cpSync(`${ROOT}LICENSE`, `${dist}/LICENSE`);
}

/** Copies the regular weight of each font that a package depends on, which is a twentieth of what its package has. */
function copyFonts(name: PublishedName, { dependencies = {} }: WorkspaceManifest): void {
  const target = `${distFolder(name)}/${FONT_FILES}`;
  for (const font of Object.keys(dependencies).filter(isFontPackage)) {
    const folder = `${ROOT}node_modules/${font}`;
    mkdirSync(target, { recursive: true });
    for (const file of readdirSync(`${folder}/400Regular`).filter((entry) => entry.endsWith('.ttf')))
      cpSync(`${folder}/400Regular/${file}`, `${target}/${file}`);
    cpSync(`${folder}/LICENSE_FONT`, `${target}/LICENSE-${font.replace(/^.*\//, '')}`);
  }
}

async function addCommandLine(
  name: PublishedName,
  manifest: WorkspaceManifest,
  library: readonly OutputChunk[],
): Promise<WorkspaceManifest> {
  const bundled = bundledPackages(await bundleCommandLine());
  writeFileSync(`${distFolder(name)}/THIRD-PARTY-NOTICES.md`, thirdPartyNotices(bundled));
  const imported = library.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const ofCommandLine = PUBLISHED.filter((own) => own !== 'workers');
  const manifests = ofCommandLine.map(readManifest).map(withoutFonts);
  const dependencies = commandLineDependencies(manifests, bundled, imported);
  return { ...manifest, dependencies };
}

function withNodeTypes(manifest: WorkspaceManifest, types: string): WorkspaceManifest {
  if (!NODE_TYPES.test(types)) return manifest;
  const version = readRootManifest().devDependencies['@types/node'] ?? '*';
  return { ...manifest, dependencies: { ...manifest.dependencies, '@types/node': version } };
}

function writeManifest(name: PublishedName, manifest: WorkspaceManifest): void {
  const text = JSON.stringify(publishableManifest(manifest, readRootManifest()), null, 2);
  writeFileSync(`${distFolder(name)}/package.json`, `${text}\n`);
}

/** Maps `./attributes/index.ts` to `attributes/index.js`. */
function entriesOf(name: PublishedName, sources: readonly string[]): Record<string, string> {
  const entries = sources.map((source) => [
    builtPath(source).replace(/^\.\/|\.js$/g, ''),
    join(sourceFolder(name), source),
  ]);
  return Object.fromEntries(entries);
}

/** Returns the path under `.types`, the output of `tsc -b`. */
function declarationOf(source: string): string {
  return typesPath(source).replace('./types/', '');
}

function emitTypes(): void {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-b', 'workers'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the types of the packages do not check');
}

function describe(name: PublishedName): string {
  const files = readdirSync(distFolder(name), { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(distFolder(name), path)))
    .filter((file) => file.isFile());
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return `${folderOf(name)}/dist: ${files.length} files, ${Math.round(size / 1000)} kB`;
}

emitTypes();
for (const name of PUBLISHED) {
  await buildPackage(name);
  console.log(describe(name));
}
