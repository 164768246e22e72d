import { readFileSync, realpathSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import {
  FONT_FILES,
  folderOf,
  isFontPackage,
  PUBLISHED,
  type PublishedName,
  readManifest,
} from '../../packages/release/manifests.ts';
import { listBuiltFiles } from './built-files.ts';
import { NODES, runModule } from './run-node.ts';

const folder = inject('freshProject');
const CODE = /\.(c?js|d\.ts)$/;
const installed = (name: PublishedName): string => join(folder, 'node_modules/@countersign', name);
const manifestOf = (name: PublishedName) =>
  JSON.parse(readFileSync(join(installed(name), 'package.json'), 'utf8'));

/** Lists the exported paths with code, such as `@countersign/forms/attributes`. */
function exportsOf(name: PublishedName): string[] {
  const subpaths = Object.keys(manifestOf(name).exports).filter((subpath) => !subpath.endsWith('.json'));
  return subpaths.map((subpath) => `@countersign/${name}${subpath.slice(1)}`);
}

describe.skipIf(folder === '')('an installed package', () => {
  it.each(PUBLISHED)('%s is installed in the fresh project, not in the workspace', (name) => {
    expect(realpathSync(installed(name))).toBe(installed(name));
  });

  it.each(PUBLISHED)('%s holds what was built, its papers, and no source or test', (name) => {
    const files = listBuiltFiles(installed(name)).filter((path) => !CODE.test(path));
    const others = files.filter((path) => !path.startsWith(`${FONT_FILES}/`));
    const papers = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
    expect(others.sort()).toEqual(name === 'toolkit' ? [...papers, 'THIRD-PARTY-NOTICES.md'].sort() : papers);
    expect(listBuiltFiles(installed(name)).filter((path) => /test|fixture/.test(path))).toEqual([]);
  });

  it.each(PUBLISHED)(
    '%s brings the files of its fonts, each with its licence, instead of packages',
    (name) => {
      const files = listBuiltFiles(installed(name)).filter((path) => path.startsWith(`${FONT_FILES}/`));
      const fonts = Object.keys(readManifest(name).dependencies ?? {}).filter(isFontPackage);
      expect(files.filter((path) => path.endsWith('_400Regular.ttf'))).toHaveLength(fonts.length);
      expect(files.filter((path) => path.includes('/LICENSE-'))).toHaveLength(fonts.length);
      expect(Object.keys(manifestOf(name).dependencies ?? {}).filter(isFontPackage)).toEqual([]);
    },
  );

  it.each(PUBLISHED)(
    '%s says where it comes from, and its README leads nowhere that is not packed',
    (name) => {
      const manifest = JSON.parse(readFileSync(join(installed(name), 'package.json'), 'utf8'));
      expect(manifest.repository).toMatchObject({ directory: folderOf(name) });
      expect(manifest.keywords.length).toBeGreaterThan(0);
      const readme = readFileSync(join(installed(name), 'README.md'), 'utf8');
      const links = Array.from(readme.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target);
      expect(links.filter((target) => !/^(https:|#)/.test(target))).toEqual([]);
    },
  );

  it.each(PUBLISHED)('%s declares every package that it imports, and none that it does not name', (name) => {
    const { dependencies = {}, peerDependencies = {} } = manifestOf(name);
    const code = listBuiltFiles(installed(name)).filter((path) => CODE.test(path));
    const texts = code.map((path) => readFileSync(join(installed(name), path), 'utf8'));
    const used = new Set(texts.flatMap(namedPackages));
    used.delete(`@countersign/${name}`);
    const declared = Object.keys({ ...dependencies, ...peerDependencies });
    expect([...used].filter((name) => !declared.includes(name))).toEqual([]);
    // Declarations refer to Node's types by `node:` modules.
    const named = declared.filter((name) => !name.startsWith('@types/'));
    expect(named.filter((name) => !texts.some((text) => names(text, name)))).toEqual([]);
  });
});

/** Matches imports in built files; minified calls use backticks. */
const NAMES = [
  /(?:\bfrom|^import)\s*(["'])([a-z@][^"']*)\1/gm,
  /\b(?:__)?(?:import|require)\((["'`])([a-z@][^"'`]*)\1\)/g,
];

function namedPackages(text: string): string[] {
  const specifiers = NAMES.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ([, , specifier = '']) => specifier),
  );
  return specifiers.filter((specifier) => !isBuiltin(specifier)).map(packageOf);
}

function names(text: string, name: string): boolean {
  return new RegExp(`["'\`]${name}["'\`/]`).test(text);
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

describe.skipIf(folder === '').each(NODES)('on %s', (_, node) => {
  it.each(PUBLISHED)('every export of %s can be imported', (name) => {
    const code = exportsOf(name).map(
      (subpath) => `console.log(Object.keys(await import('${subpath}')).length > 0);`,
    );
    const { stdout, stderr } = runModule(node, code.join('\n'), folder);
    expect(stderr).toBe('');
    expect(stdout).toBe('true\n'.repeat(code.length));
  });

  it('codes and attributes load without the engine', () => {
    const subpaths = ['pdf/errors', 'forms/errors', 'forms/attributes', 'seal/errors', 'toolkit/errors'];
    const code = `
      import { createRequire } from 'node:module';
      ${subpaths.map((subpath) => `await import('@countersign/${subpath}');`).join('\n')}
      console.log(Object.keys(createRequire(import.meta.url).cache).length);`;
    expect(runModule(node, code, folder)).toMatchObject({ status: 0, stdout: '0\n' });
  });

  it("objects are instances of the consumer's own pdf-lib", () => {
    const code = `
      import { openPdf } from '@countersign/pdf';
      import * as pdfLib from 'pdf-lib';
      const made = await pdfLib.PDFDocument.create();
      made.addPage();
      const file = openPdf(await made.save());
      console.log(file.context instanceof pdfLib.PDFContext, file.page(0).dict instanceof pdfLib.PDFPageLeaf);`;
    expect(runModule(node, code, folder)).toMatchObject({ status: 0, stdout: 'true true\n' });
  });
});
