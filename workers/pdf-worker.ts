export { default } from '@countersign/toolkit/pdf-worker';
