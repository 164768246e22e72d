/** The build leaves unused modules out of this file. */
import { keptMessages } from './worker-polyfills.ts';
import 'pdfjs-dist/build/pdf.worker.mjs';

for (const { data, ports } of keptMessages)
  globalThis.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
