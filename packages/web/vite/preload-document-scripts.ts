import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The signing page: the only one that draws a document. */
const SIGNING_PAGE = '/pages/sign/index.html';
/** pdf.js and its worker, which a page would otherwise find one after the other. */
const DOCUMENT_SCRIPTS = /^(open-pdf|pdf-worker)-[^/]+\.js$/;

/** Lets the signing page load pdf.js and its worker beside its own script. */
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

function preload(name: string): HtmlTagDescriptor {
  const attrs = { rel: 'modulepreload', crossorigin: true, href: `/assets/${name}` };
  return { tag: 'link', attrs, injectTo: 'head' };
}
