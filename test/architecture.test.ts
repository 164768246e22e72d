import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findImports,
  isTestFile,
  listSourceFiles,
  ROOT,
  type SourceFile,
} from './repository/source-files.ts';

/**
 * The allowed imports. A new one is a decision: change the table in a commit that explains it. An entry with a path
 * (`forms/attributes`) allows that subpath only.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  pdf: [],
  forms: ['pdf'],
  seal: ['pdf'],
  verify: ['pdf', 'seal'],
  toolkit: ['pdf', 'forms', 'seal', 'verify'],
  workers: ['pdf', 'seal', 'toolkit', 'assistant'],
  base: [],
  // What people ask is answered from the text that they see.
  assistant: ['pdf'],
  identity: ['base', 'forms/attributes'],
  // The sizes of boxes and the fonts of signatures are those that are sealed.
  signing: ['base', 'identity', 'forms/attributes', 'toolkit', 'seal/layout', 'assistant'],
  oauth: ['base', 'identity'],
  // The English sentences about signatures are those of the toolkit.
  i18n: ['assistant/languages', 'base', 'seal/signature-problem', 'signing', 'toolkit'],
  'id-scan': ['signing', 'seal/jpeg-scans'],
  // The requests of a seal are sent here. An OCSP response is checked in one way, in seals and in signatures with an e-ID.
  adapters: [
    'assistant',
    'base',
    'identity',
    'signing',
    'oauth',
    'i18n',
    'seal/jpeg-scans',
    'seal/network',
    'seal/revocation',
    'toolkit/errors',
  ],
  api: ['base', 'identity', 'signing', 'oauth', 'i18n', 'forms/attributes', 'seal/layout'],
  // The page shows ink exactly as it is stamped, so both use one layout.
  web: [
    'api/bodies',
    'assistant/languages',
    'assistant/reading',
    'assistant/sentences',
    'base',
    'signing',
    'i18n',
    'forms/attributes',
    // The picture of a first page has the text column that the page opens with.
    'pdf/text-extent',
    'seal/layout',
  ],
  server: [
    'pdf',
    'forms',
    'seal',
    'verify',
    'toolkit',
    'workers',
    'assistant',
    'base',
    'identity',
    'signing',
    'oauth',
    'i18n',
    'id-scan',
    'adapters',
    'api',
    'web',
  ],
  // Builds the published packages, and imports none.
  release: [],
};

const TYPES_ONLY: Readonly<Record<string, readonly string[]>> = { signing: ['toolkit'], web: ['api'] };
/** Without the code that reads PDFs. */
const VALUES_TOO = 'toolkit/(errors|limits)';
/** What builds uses development dependencies, which a running service has not. */
const IS_BUILD = /^packages\/(web\/(vite\.config\.ts|build\/)|release\/)/;
const NAMES_THAT_SAY_NOTHING = /^(utils?|helpers?|misc|common|shared|lib|stuff)(\.tsx?)?$/;

/** Rules are pure; ports do I/O. */
const OUTSIDE_WORLD = /^node:(https?|http2|net|tls|dns|dgram|child_process|worker_threads|cluster|sqlite)\b/;

const packageNames = Object.keys(ALLOWED);
const folderOf = (name: string) => (name === 'workers' ? name : `packages/${name}`);
const filesOf = (name: string) => listSourceFiles(folderOf(name));

function isAllowed(target: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) =>
    entry.includes('/') ? target === entry : target === entry || target.startsWith(`${entry}/`),
  );
}

function internalTargets(file: SourceFile): string[] {
  return file.imports
    .filter((specifier) => specifier.startsWith('@countersign/'))
    .map((specifier) => specifier.slice('@countersign/'.length));
}

function declaredDependencies(folder: string): Set<string> {
  const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  return new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));
}

function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}

describe('the import table', () => {
  it('names every package there is', () => {
    const folders = readdirSync(join(ROOT, 'packages'), { withFileTypes: true }).filter((e) =>
      e.isDirectory(),
    );
    expect([...folders.map((e) => e.name), 'workers'].sort()).toEqual([...packageNames].sort());
  });

  it.each(packageNames)('%s imports only the packages it may know', (name) => {
    const wrong = filesOf(name).flatMap((file) =>
      internalTargets(file)
        .filter((target) => target !== name && !target.startsWith(`${name}/`))
        .filter((target) => !isAllowed(target, ALLOWED[name] ?? []))
        .map((target) => `${file.path} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(TYPES_ONLY))('%s takes only types from %s', (name, targets) => {
    for (const file of filesOf(name).filter((f) => !isTestFile(f.path))) {
      for (const target of targets) {
        const values = new RegExp(
          `^(import|export) (?!type)[^;]*from '@countersign/(?!${VALUES_TOO}')${target}`,
          'm',
        );
        expect(values.test(file.text), `${file.path} imports values from ${target}`).toBe(false);
      }
    }
  });

  it('relative imports stay inside their package', () => {
    const wrong = packageNames.flatMap((name) =>
      filesOf(name).flatMap((file) =>
        file.imports
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => posix.join(posix.dirname(file.path), specifier))
          .filter((path) => !path.startsWith(`${folderOf(name)}/`))
          // Only tests and the demo may read fixtures.
          .filter(
            (path) =>
              !((isTestFile(file.path) || file.path.includes('/demo/')) && path.startsWith('fixtures/')),
          )
          .map((path) => `${file.path} -> ${path}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('forms/attributes is pure: it imports nothing outside its folder', () => {
    const wrong = listSourceFiles('packages/forms/attributes')
      .filter((file) => !isTestFile(file.path))
      .flatMap((file) => file.imports.filter((specifier) => !specifier.startsWith('./')));
    expect(wrong).toEqual([]);
  });

  it.each(['identity', 'signing'])('the rules of %s know no HTTP, SQL, PDF or vendor', (name) => {
    const wrong = filesOf(name)
      .filter((file) => !isTestFile(file.path))
      .flatMap((file) =>
        file.imports
          .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('@countersign/'))
          .filter((specifier) => (isBuiltin(specifier) ? OUTSIDE_WORLD.test(specifier) : specifier !== 'zod'))
          .map((specifier) => `${file.path} -> ${specifier}`),
      );
    expect(wrong).toEqual([]);
  });

  it('no code asks Node for a legacy certificate object: some keys end the process with it', () => {
    const wrong = packageNames.flatMap((name) =>
      filesOf(name)
        .filter((file) => !isTestFile(file.path) && file.text.includes('.toLegacyObject('))
        .map((file) => file.path),
    );
    expect(wrong).toEqual([]);
  });

  it('a released migration depends on nothing that may change: it imports Kysely and Node alone', () => {
    const wrong = listSourceFiles('packages/adapters/postgres/migrations')
      .filter((file) => !file.path.endsWith('/migrations.ts'))
      .flatMap((file) => file.imports.filter((specifier) => specifier !== 'kysely' && !isBuiltin(specifier)));
    expect(wrong).toEqual([]);
  });

  it('only the server wires adapters and the pool', () => {
    const others = packageNames.filter((name) => name !== 'server' && name !== 'adapters');
    const wrong = others.flatMap((name) =>
      filesOf(name)
        .filter((file) => internalTargets(file).some((t) => t.startsWith('adapters')))
        .map((f) => f.path),
    );
    expect(wrong).toEqual([]);
  });
});

describe('each package', () => {
  it.each(packageNames)('%s declares what it imports', (name) => {
    const declared = declaredDependencies(folderOf(name));
    const wrong = filesOf(name)
      .filter((file) => !isTestFile(file.path) && !IS_BUILD.test(file.path))
      .flatMap((file) =>
        file.imports
          .filter(
            (specifier) => !specifier.startsWith('.') && !isBuiltin(specifier) && !specifier.includes('?'),
          )
          .filter((specifier) => packageOf(specifier) !== `@countersign/${name}`)
          .filter((specifier) => !declared.has(packageOf(specifier)))
          .map((specifier) => `${file.path} -> ${specifier}`),
      );
    expect(wrong).toEqual([]);
  });

  it.each(packageNames)('%s explains itself', (name) => {
    expect(existsSync(join(ROOT, folderOf(name), 'README.md'))).toBe(true);
    const list = readFileSync(join(ROOT, 'packages/README.md'), 'utf8');
    expect(list).toContain(`[${name}](${posix.relative('packages', folderOf(name))}/README.md)`);
  });
});

describe('files', () => {
  const product = packageNames.flatMap(filesOf).filter(({ path }) => !isTestFile(path));

  it('import each other in one direction, types included', () => {
    const targets = new Map(
      product.map(({ path, imports }) => {
        const relative = imports.filter((specifier) => specifier.startsWith('.'));
        return [path, relative.map((specifier) => posix.join(posix.dirname(path), specifier))];
      }),
    );
    expect(findCircles(targets)).toEqual([]);
  });
});

/** Returns one path for each file that can be reached from itself. */
function findCircles(targets: ReadonlyMap<string, readonly string[]>): string[] {
  const finished = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path);
    if (start >= 0) circles.push([...trail.slice(start), path].join(' -> '));
    if (start >= 0 || finished.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    finished.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return circles;
}

describe('names', () => {
  const all = ['packages', 'workers', 'fixtures', 'bench', 'test'].flatMap(listSourceFiles);

  it('no file or folder is called utils, helpers, misc or common', () => {
    const wrong = all.filter((file) =>
      file.path.split('/').some((part) => NAMES_THAT_SAY_NOTHING.test(part)),
    );
    expect(wrong.map((file) => file.path)).toEqual([]);
  });

  it('files are kebab-case', () => {
    const wrong = all.filter((file) => !/^[a-z0-9.-]+\.tsx?$/.test(posix.basename(file.path)));
    expect(wrong.map((file) => file.path)).toEqual([]);
  });

  it('index files list their exports: no export star of values', () => {
    const wrong = all.filter((file) => /^export \*/m.test(file.text));
    expect(wrong.map((file) => file.path)).toEqual([]);
  });
});

describe('the reader of imports', () => {
  it('sees static, dynamic, type and re-exported imports, and no example in a comment', () => {
    const text = [
      "import type { A } from 'a';",
      "import {\n  b,\n} from 'b';",
      "import 'c';",
      "export { d } from 'd';",
      "const e = await import('e');",
      "// import { f } from 'f';",
      "/** import { g } from 'g' */",
    ].join('\n');
    expect(findImports(text).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
