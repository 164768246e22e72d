/** `npm run bench [-- --smoke]`: prints one table per job. `--smoke` uses small inputs and one run, to prove that it works. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFormFields } from '@countersign/forms';
import { openPdf } from '@countersign/pdf';
import { buildManyFieldForm, buildScanOfSize } from '../fixtures/build/large.ts';
import { fieldCountPeers, pageCountPeers } from './cases/peers.ts';
import { type Contender, measureInTurns } from './measure.ts';
import { formatTable } from './report.ts';

interface Case {
  readonly title: string;
  readonly contenders: readonly Contender[];
}

function countPages(path: string): number {
  const file = openPdf(path);
  try {
    return file.pageCount;
  } finally {
    file.close();
  }
}

function countFields(path: string): number {
  const file = openPdf(path);
  try {
    return readFormFields(file).length;
  } finally {
    file.close();
  }
}

function listCases(scan: string, form: string, formFields: number): Case[] {
  return [
    {
      title: 'Open a scan and count its pages',
      contenders: [ours(() => countPages(scan)), ...pageCountPeers(scan)],
    },
    {
      title: 'List the fields of a scan',
      contenders: [ours(() => countFields(scan)), ...fieldCountPeers(scan)],
    },
    {
      title: `List the fields of a form with ${formFields}`,
      contenders: [ours(() => countFields(form)), ...fieldCountPeers(form)],
    },
  ];
}

function ours(run: () => number): Contender {
  return { name: 'countersign', run: async () => run() };
}

async function main(smoke: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const formFields = smoke ? 50 : 1000;
  try {
    const scan = buildScanOfSize(join(folder, 'scan.pdf'), (smoke ? 4 : 48) * 1024 * 1024);
    const form = buildManyFieldForm(formFields, join(folder, 'form.pdf'));
    for (const { title, contenders } of listCases(scan, form, formFields)) {
      console.log(formatTable(title, await measureInTurns(contenders, smoke ? 1 : 7)));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main(process.argv.includes('--smoke'));
