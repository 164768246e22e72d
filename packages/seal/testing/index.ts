export {
  buildFile,
  type FileOptions,
  FREE_HEAD,
  formatEntry,
  formatStream,
  packRow,
  twoPages,
} from './build-file.ts';
export { createFormSample, MISSING_OBJECT } from './form-sample.ts';
export { feed, makeCms, PADES } from './sample-cms.ts';
export { createSamplePdf } from './sample-pdf.ts';
export {
  appendBodies,
  findStartxref,
  formatForm,
  insertBeforeTable,
  showText,
  signBodies,
  signedPage,
  signText,
  UNSIGNED,
} from './sign-built-file.ts';
export { signRegardless } from './sign-regardless.ts';
