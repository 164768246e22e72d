import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { PUBLISHED, ROOT, sourceFolder } from '../../packages/release/manifests.ts';
import { readExamples } from './readme-examples.ts';

const folder = inject('freshProject');
const sources = join(folder, 'types');

/** Uses every export and named type that the examples do not. */
const CONSUMER = `
import { parseFieldName, type ParsedFieldName } from '@countersign/forms/attributes';
import type { FormErrorCode } from '@countersign/forms/errors';
import { openPdf, PdfFile, type ByteSource, type PdfPage } from '@countersign/pdf';
import type { PdfErrorCode } from '@countersign/pdf/errors';
import { SEAL_ERROR_CODES } from '@countersign/seal/errors';
import type { PdfToolkit } from '@countersign/toolkit';
import { tasks, type TaskName } from '@countersign/toolkit/runner';
import { createToolkitPool, type ToolkitPoolOptions } from '@countersign/workers';
import type { PDFContext, PDFDict } from 'pdf-lib';

export const parsed: ParsedFieldName = parseFieldName('label|svc-x');
export const codes: readonly (PdfErrorCode | FormErrorCode)[] = ['not_a_pdf', 'unknown_field'];
export const names = Object.keys(tasks) as TaskName[];
export function pageOf(source: ByteSource): [PdfFile, PdfPage, PDFContext, PDFDict] {
  const file = openPdf(source);
  return [file, file.page(0), file.context, file.page(0).dict];
}
export async function withPool(options: ToolkitPoolOptions, work: (toolkit: PdfToolkit) => Promise<void>) {
  await using toolkit = createToolkitPool(options);
  await work(toolkit);
}
export const known: boolean = SEAL_ERROR_CODES.includes('box_outside_page');
// @ts-expect-error pages are numbers: the types are there, and are not any
openPdf('a.pdf').page('first');
`;

const RESOLUTIONS = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};

function writeConsumer(resolution: keyof typeof RESOLUTIONS): string {
  const config = {
    compilerOptions: {
      ...RESOLUTIONS[resolution],
      target: 'es2022',
      lib: ['es2022', 'esnext.disposable'],
      types: ['node'],
      strict: true,
      noEmit: true,
      // Checks the declarations of the packages too.
      skipLibCheck: false,
    },
    include: ['*.ts'],
  };
  const path = join(sources, `tsconfig.${resolution}.json`);
  writeFileSync(path, JSON.stringify(config));
  return path;
}

describe.skipIf(folder === '')('TypeScript of a consumer', () => {
  beforeAll(() => {
    mkdirSync(sources, { recursive: true });
    writeFileSync(join(sources, 'consumer.ts'), CONSUMER);
    for (const name of PUBLISHED) {
      const readme = readFileSync(`${sourceFolder(name)}/README.md`, 'utf8');
      for (const example of readExamples(name, readme)) {
        writeFileSync(join(sources, `${example.name}.ts`), example.code);
      }
    }
  });

  it.each(['nodenext', 'bundler'] as const)('accepts the exports and the examples (%s)', (resolution) => {
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', writeConsumer(resolution)], {
      cwd: sources,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});
