import { readFileSync } from 'node:fs';
import { flattenForm, prefill, readFormFields } from '@countersign/forms';
import {
  appendPageContent,
  createTextEmbedder,
  mergePdfs,
  openPdf,
  type PdfFile,
  uprightMatrix,
} from '@countersign/pdf';
import { placeSignatureBoxes, strip as stripFile } from '@countersign/seal';
import { fixturePath } from '../../../fixtures/fixture-path.ts';
import type { Job, SavedFile } from './job.ts';

const MERGED_WITH = readFileSync(fixturePath('forms/nested-names.pdf'));

/** Saves as `prepare` does: incrementally, or as a whole if the file was repaired. */
function save(file: PdfFile): SavedFile {
  return { bytes: file.save().toBytes(), pages: file.pageCount };
}

function rewrite(file: PdfFile): SavedFile {
  return { bytes: file.rewrite().toBytes(), pages: file.pageCount };
}

const prefillField: Job = {
  name: 'prefill',
  async run(bytes) {
    const file = openPdf(bytes);
    const field = readFormFields(file).find(({ type, name }) => type === 'textField' && name !== '');
    const values = field === undefined ? [] : [{ name: field.name, value: 'Ada' }];
    await prefill(file, values, 'all');
    return save(file);
  },
};

const placeBoxes: Job = {
  name: 'placeBoxes',
  async run(bytes) {
    const file = openPdf(bytes);
    const boxes = [
      { type: 'signature', placement: 'existing', page: 0, x: 0, y: 0, scale: 0.25 },
      { type: 'signature', placement: 'new_page', label: 'Åsa Čapek' },
    ] as const;
    await placeSignatureBoxes(file, boxes, { outlines: true });
    return save(file);
  },
};

const strip: Job = {
  name: 'strip',
  async run(bytes) {
    const file = openPdf(bytes);
    return stripFile(file).changed ? rewrite(file) : save(file);
  },
};

const rewriteFile: Job = {
  name: 'rewrite',
  async run(bytes) {
    return rewrite(openPdf(bytes));
  },
};

/** Merges use one method up to this size and another for many objects. */
function mergeJob(name: string, copiesFrom: number): Job {
  return {
    name,
    async run(bytes) {
      const files = [openPdf(bytes), openPdf(MERGED_WITH)];
      for (const file of files) stripFile(file);
      const merged = mergePdfs(files, { copiesFrom }).toBytes();
      return { bytes: merged, pages: files.reduce((sum, { pageCount }) => sum + pageCount, 0) };
    },
  };
}

const flatten: Job = {
  name: 'flatten',
  async run(bytes) {
    const file = openPdf(bytes);
    await flattenForm(file);
    return save(file);
  },
};

const appendText: Job = {
  name: 'appendText',
  async run(bytes) {
    const file = openPdf(bytes);
    const page = file.page(0);
    const text = createTextEmbedder(file);
    const operators = text.drawText('Straße №7', { x: 0, y: 5, size: 12 });
    const matrix = uprightMatrix(page.geometry, { x: 10, y: 10, width: 100, height: 20 }).join(' ');
    appendPageContent(file, page, `${matrix} cm ${operators}`, { Font: text.resources });
    await text.finish();
    return save(file);
  },
};

export const SAVING_JOBS: readonly Job[] = [
  prefillField,
  placeBoxes,
  strip,
  rewriteFile,
  mergeJob('merge', Number.MAX_SAFE_INTEGER),
  mergeJob('mergeCopying', 0),
  flatten,
  appendText,
];
