import { readFileSync } from 'node:fs';
import * as cantoo from '@cantoo/pdf-lib';
import { readingJobs, type Storage, wholeFile, writingJobs } from './pdf-lib-jobs.ts';
import type { Jobs } from './task.ts';

/** A fork of pdf-lib with the same interface where it is used here. */
const library = cantoo as unknown as typeof import('pdf-lib');
const storage = wholeFile(library);

export const standard: Jobs = { ...readingJobs(library, storage), ...writingJobs(library, storage) };

const incrementalStorage: Storage = {
  async load(path) {
    const options = { updateMetadata: false, forIncrementalUpdate: true };
    const document = await cantoo.PDFDocument.load(readFileSync(path), options);
    return document as unknown as import('pdf-lib').PDFDocument;
  },
  save: (document) => (document as unknown as cantoo.PDFDocument).commit(),
};

const { boxes, prefill } = writingJobs(library, incrementalStorage);
export const incremental: Jobs = { ...(boxes && { boxes }), ...(prefill && { prefill }) };
