import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inlineToolkit, type MergeReport, ToolkitError } from '@countersign/toolkit';
import { afterAll, describe, expect, it } from 'vitest';
import { corpusFolder, listCorpus } from '../../packages/pdf/testing/corpus.ts';
import { navigableFile } from '../../packages/pdf/testing/navigable-file.ts';
import { type Navigation, readNavigation } from './read-navigation.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-merge-corpus-'));
const output = join(folder, 'merged.pdf');
const toolkit = inlineToolkit();

afterAll(() => rmSync(folder, { recursive: true }));

/** Number of files that both pdf.js and we can read. */
let compared = 0;

/** Truncated: pdf.js finds the parent tree in object streams, our recovery does not. */
const LOST_STRUCTURE: ReadonlySet<string> = new Set(['structure/core__PDFBOX-3949.pdf']);

/** Labels that readers show by default; pdf.js shows none for an empty label tree. */
const numbers = (pages: number): string[] => Array.from({ length: pages }, (_, index) => `${index + 1}`);

/** Merged after a file with distinct names for everything and a compatible structure tree. */
const FIRST = navigableFile({ title: 'First', name: 'chapter', role: 'P' });
const PAGES_OF_FIRST = 2;

async function mergeAfterFirst(path: string): Promise<MergeReport | undefined> {
  try {
    return await toolkit.merge({ inputs: [FIRST, path], output });
  } catch (error) {
    if (error instanceof ToolkitError) return undefined;
    throw error;
  }
}

async function readOr(path: string, from?: number): Promise<Navigation | undefined> {
  return readNavigation(readFileSync(path), from).catch(() => undefined);
}

function ownPart(merged: Navigation): Navigation {
  return {
    ...merged,
    outline: merged.outline[1]?.below ?? [],
    layers: merged.layers.slice(2),
    attachments: merged.attachments.filter((name) => name !== 'chapter.txt'),
    // The first file has a structure tree, so both are under one Document element.
    structures: merged.structures.map((roles) => /^Document\((.*)\)$/.exec(roles)?.[1] ?? roles),
  };
}

describe.skipIf(listCorpus().length === 0)(
  'behind another file, pdf.js finds of a file of the corpus what it found in it:',
  () => {
    it.each(listCorpus().map(({ file }) => file))('%s', { timeout: 120_000 }, async (file) => {
      const path = join(corpusFolder, file);
      const before = await readOr(path);
      const report = before && (await mergeAfterFirst(path));
      if (before === undefined || before.pages === 0 || report === undefined) return;
      compared += 1;
      const after = await readNavigation(readFileSync(output), PAGES_OF_FIRST);
      const isDropped = report.droppedStructures.includes(1) || LOST_STRUCTURE.has(file);
      const structures = isDropped ? before.structures.map(() => '') : before.structures;
      const labels = before.labels.some((label) => label !== '') ? before.labels : numbers(before.pages);
      // Merging drops XFA with the values that only it has.
      const fields = before.hasXfa ? after.fields : before.fields;
      expect(ownPart(after)).toEqual({ ...before, structures, labels, fields, hasXfa: false });
    });

    it('for most of them', () => {
      expect(compared).toBeGreaterThan(listCorpus().length / 2);
    });
  },
);
