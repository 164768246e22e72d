import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Moves the page's own stylesheet after those that it shares, as in its script: Vite puts shared styles that no
 * script belongs to last.
 */
export function orderStylesheets(): Plugin {
  return {
    name: 'order-stylesheets',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { chunk }) {
        const lines = html.split('\n');
        const own = lines.filter((line) =>
          line.includes(`rel="stylesheet" crossorigin href="/assets/${chunk?.name}-`),
        );
        if (own.length !== 1)
          throw new Error(`expected one stylesheet of ${chunk?.name}, found ${own.length}`);
        const others = lines.filter((line) => !own.includes(line));
        const end = others.findIndex((line) => line.includes('</head>'));
        return others.toSpliced(end, 0, ...own).join('\n');
      },
    },
  };
}

/** HTML is rendered for each request. The other formats are compressed already. */
const NOT_COMPRESSED = new Set(['.html', '.ico', '.png', '.woff2', '.br', '.gz']);
/** Smaller ones gain less than the header that says so. */
const MIN_BYTES = 512;
/** A compressed file is kept if it has at most this share of the original. */
const MAX_SHARE = 0.95;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Writes `name.br` and `name.gz`, and at last `complete`, without which the service builds again. */
export function precompress(folder: string): Plugin {
  let isWritten = false;
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: () => {
      isWritten = true;
    },
    // The other plugins have written their files then. This also runs when the build failed.
    closeBundle: { order: 'post', sequential: true, handler: () => (isWritten ? finish(folder) : undefined) },
  };
}

async function finish(folder: string): Promise<void> {
  await compressFolder(folder);
  writeFileSync(join(folder, 'complete'), '');
}

async function compressFolder(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !NOT_COMPRESSED.has(extname(entry.name)));
  await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))));
}

async function compressFile(path: string): Promise<void> {
  const content = readFileSync(path);
  if (content.length < MIN_BYTES) return;
  const [brotli, zipped] = await Promise.all([
    compressBrotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    compressGzip(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  writeIfSmaller(`${path}.br`, brotli, content);
  writeIfSmaller(`${path}.gz`, zipped, content);
}

function writeIfSmaller(path: string, coded: Buffer, content: Buffer): void {
  if (coded.length <= content.length * MAX_SHARE) writeFileSync(path, coded);
}

/**
 * The bundler makes a script of each set of modules that the same pages share: the signing page had 24, of a few hundred
 * bytes each. A script with what pages load anyway compresses better, and on a slow line saves round trips.
 */
export const SHARED_SCRIPTS = [
  // The request for the session has a file of its own, so that it can be loaded first.
  { name: 'request-session', test: /\/pages\/sign\/session\/request-session\.ts$/ },
  {
    name: 'shared',
    test: /\/(?:preact|intl-messageformat|@formatjs)\/|\/base\/(?:locale|text|time)\.ts$|\/i18n\/(?:format|page-text)\.ts$|\/web\/errors\.ts$|\/pages\/(?:styles\/|parts\/(?:controls|dialog|failure-notice|hooks|icons|language|memo|polling)\.|requests\/request-json\.)/,
  },
  {
    name: 'document',
    test: /\/forms\/attributes\/registry\.ts$|\/seal\/layout\.ts$|\/pages\/document\/(?:lacks-features|page-scale|reading-order|start-pdf-worker|use-pdf)\.ts$/,
  },
  {
    name: 'signing',
    test: /\/pages\/sign\/(?:embedding|parts|proofs\/proof-frame|screens\/(?:language-menu|message-screens)|session\/(?:provider-return|session-failure))\.tsx?$/,
  },
];

const PRELOAD = /<link rel="modulepreload" crossorigin href="(\/assets\/request-session-[^"]+)">/;

/** Loads the request for the session before the page's other scripts. */
export function requestSessionFirst(): Plugin {
  return {
    name: 'request-session-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        const link = PRELOAD.exec(html);
        if (!path.endsWith('/pages/sign/index.html')) return html;
        if (link === null) throw new Error('expected a link to the script request-session');
        const script = `<script type="module" async crossorigin src="${link[1]}"></script>`;
        return html.replace(link[0], '').replace('<script', () => `${script}\n    <script`);
      },
    },
  };
}

const PDFJS_SCRIPT = /^(?:open-pdf|pdf-worker)-[\w-]+\.js$/;

/**
 * Names the scripts of pdf.js, which `prefetchPdfjs` of the page fetches ahead: at once on a fast line, and on a slow one
 * after what the page itself needs.
 */
export function namePdfjs(): Plugin {
  return {
    name: 'name-pdfjs',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle = {} }) {
        if (!path.endsWith('/pages/sign/index.html')) return html;
        const scripts = Object.keys(bundle).filter((name) => PDFJS_SCRIPT.test(name));
        if (scripts.length !== 2) throw new Error(`expected two scripts of pdf.js, found ${scripts.length}`);
        const links = scripts.map((name) => `    <link rel="later" as="script" href="/assets/${name}">\n`);
        return html.replace('  </head>', () => `${links.join('')}  </head>`);
      },
    },
  };
}

const LANGUAGE_SCRIPT = /\/i18n\/(\w\w)\/page\.ts$/;

/** Links to the sentences of each language. The service keeps the link to the language of the visitor. */
export function preloadSentences(): Plugin {
  return {
    name: 'preload-sentences',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle = {} }) {
        if (!path.endsWith('/pages/sign/index.html')) return html;
        const links = Object.values(bundle).flatMap((file) => {
          const modules = file.type === 'chunk' ? file.moduleIds : [];
          const language = modules.map((id) => LANGUAGE_SCRIPT.exec(id)?.[1]).find(Boolean);
          if (language === undefined) return [];
          const href = `href="/assets/${file.fileName}"`;
          return [`    <link rel="modulepreload" crossorigin ${href} data-language="${language}">\n`];
        });
        if (links.length === 0) throw new Error('expected scripts with the sentences of the page');
        return html.replace('  </head>', () => `${links.join('')}  </head>`);
      },
    },
  };
}
