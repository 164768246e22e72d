import { WebError } from '../../errors.ts';
import workerUrl from './pdf-worker.ts?worker&url';

/** Absent in Safari before 26 and in Firefox before 148. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): URL };
}

/** The only worker that the content security policy allows. */
const approved: string | URL = approve(workerUrl);

function approve(url: string): string | URL {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  return (
    trustedTypes?.createPolicy('pdf-worker', { createScriptURL: (same) => same }).createScriptURL(url) ?? url
  );
}

export interface PdfWorker {
  readonly port: Worker;
  /** The script cannot be loaded; pdf.js would wait for ever. */
  readonly failed: Promise<never>;
}

/** The caller terminates it. */
export function startPdfWorker(): PdfWorker {
  const port = new Worker(approved, { type: 'module' });
  const failed = new Promise<never>((_, reject) => {
    const fail = () => reject(new WebError('service_unreachable', 'The worker of pdf.js did not load.'));
    port.addEventListener('error', fail, { once: true });
  });
  failed.catch(() => undefined);
  return { port, failed };
}
