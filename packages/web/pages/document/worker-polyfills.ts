import { lacksFeatures } from './lacks-features.ts';

/** Messages that come while the worker waits for its polyfills: pdf.js does not listen yet. */
export const keptMessages: MessageEvent[] = [];

if (lacksFeatures) {
  const keep = (event: Event): void => {
    if (event instanceof MessageEvent) keptMessages.push(event);
  };
  globalThis.addEventListener('message', keep);
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs?polyfills');
  globalThis.removeEventListener('message', keep);
}
