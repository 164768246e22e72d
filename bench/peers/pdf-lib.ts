import * as library from 'pdf-lib';
import { readingJobs, wholeFile, writingJobs } from './pdf-lib-jobs.ts';
import type { Jobs } from './task.ts';

const storage = wholeFile(library);

export const standard: Jobs = { ...readingJobs(library, storage), ...writingJobs(library, storage) };
