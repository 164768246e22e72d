import { readFormFields } from '@countersign/forms';
import { inspect, openPdf } from '@countersign/pdf';
import { strip } from '@countersign/seal';
import { verifySignatures } from '@countersign/verify';
import { rehearseFile } from '../../../packages/toolkit/operations/rehearsal.ts';
import type { Job } from './job.ts';

const inspectFile: Job = {
  name: 'inspect',
  async run(bytes) {
    inspect(openPdf(bytes));
    return undefined;
  },
};

const readPages: Job = {
  name: 'readPages',
  async run(bytes) {
    const file = openPdf(bytes);
    for (const page of file.pages()) {
      page.annotations();
      const { displayedWidth, displayedHeight } = page.geometry;
      if (!(displayedWidth > 0) || !(displayedHeight > 0)) throw new TypeError('A page has no size');
    }
    return undefined;
  },
};

const readFields: Job = {
  name: 'readFields',
  async run(bytes) {
    readFormFields(openPdf(bytes));
    return undefined;
  },
};

const verify: Job = {
  name: 'verify',
  async run(bytes) {
    verifySignatures(bytes);
    return undefined;
  },
};

/** The checks of an upload: nothing unforeseen may happen after them. */
const rehearse: Job = {
  name: 'rehearse',
  async run(bytes) {
    const file = openPdf(bytes);
    const saved = strip(file).changed ? file.rewrite() : file.save();
    await rehearseFile(openPdf(saved.toBytes()));
    return undefined;
  },
};

export const READING_JOBS: readonly Job[] = [inspectFile, readPages, readFields, verify, rehearse];
