/** Entry point of the service's PDF threads: the toolkit's own. */
export { default } from '@countersign/toolkit/pdf-worker';
