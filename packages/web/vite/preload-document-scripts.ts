import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Only the signing page renders documents. */
const SIGNING_PAGE = '/pages/sign/index.html';
const DOCUMENT_SCRIPTS = /^(open-pdf|pdf-worker)-[^/]+\.js$/;

/** Preloads pdf.js and its worker in parallel with the page's script. */
export function preloadDocumentScripts(): Plugin {
  return {
    name: 'preload-document-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle = {} }) {
        if (!path.endsWith(SIGNING_PAGE)) return [];
        const scripts = Object.keys(bundle).filter((name) => DOCUMENT_SCRIPTS.test(name));
        if (scripts.length !== 2)
          throw new Error(`expected pdf.js and its worker, found: ${scripts.join(', ')}`);
        return scripts.map(preload);
      },
    },
  };
}

/** After the page's own script, which shows who sent what, and that there is nothing to sign. */
function preload(name: string): HtmlTagDescriptor {
  const attrs = { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/assets/${name}` };
  return { tag: 'link', attrs, injectTo: 'head' };
}
