import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { adaptPdfjs } from './build/adapt-pdfjs.ts';
import { compileSentences } from './build/compile-sentences.ts';
import {
  namePdfjs,
  orderStylesheets,
  precompress,
  preloadSentences,
  requestSessionFirst,
  SHARED_SCRIPTS,
} from './build/plugins.ts';

const here = import.meta.dirname;
const distFolder = join(here, 'dist');
const pdfjsManifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const pdfjsVersion: string = createRequire(import.meta.url)(pdfjsManifest).version;

/** pdf.js loads character maps, standard fonts, image decoders and colour profiles. */
const PDFJS_DATA = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
/** The engine is for scripts in PDFs, which no page runs. */
const SCRIPTING_ENGINE = /quickjs/;

function copyPdfjsData(folder: string): Plugin {
  return {
    name: 'copy-pdfjs-data',
    apply: 'build',
    writeBundle(options) {
      for (const part of PDFJS_DATA) {
        cpSync(join(dirname(pdfjsManifest), part), join(options.dir ?? here, folder, part), {
          recursive: true,
          filter: (path) => !SCRIPTING_ENGINE.test(path),
        });
      }
    },
  };
}

/** The address of the icon never changes, because browsers know it by heart. */
function copyFavicon(): Plugin {
  return {
    name: 'copy-favicon',
    apply: 'build',
    writeBundle: (options) =>
      cpSync(join(here, 'pages/parts/favicon.ico'), join(options.dir ?? here, 'favicon.ico')),
  };
}

/** The folder has the version, so that cached pages never load newer data. */
const pdfjsFolder = `pdfjs-${pdfjsVersion}`;

/** pdf.js writes remarks about faults of documents to the console, where no reader of a page looks: 4 kB compressed. */
const TREESHAKE = { manualPureFunctions: ['info', 'warn'] };

export default defineConfig({
  root: here,
  base: '/assets/',
  publicDir: false,
  define: { __PDFJS_DATA__: JSON.stringify(`/assets/${pdfjsFolder}/`) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [
    compileSentences(),
    adaptPdfjs(),
    copyPdfjsData(pdfjsFolder),
    copyFavicon(),
    orderStylesheets(),
    requestSessionFirst(),
    preloadSentences(),
    namePdfjs(),
    precompress(distFolder),
  ],
  worker: { format: 'es', plugins: () => [adaptPdfjs()], rolldownOptions: { treeshake: TREESHAKE } },
  build: {
    outDir: distFolder,
    emptyOutDir: true,
    assetsDir: '',
    // The content security policy forbids data: URLs for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome111', 'safari16.4', 'firefox115'],
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: { codeSplitting: { groups: SHARED_SCRIPTS } },
      treeshake: TREESHAKE,
      // A page carries the icons that it names, and not those of all pages.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      input: {
        app: join(here, 'pages/app/index.html'),
        enter: join(here, 'pages/enter/index.html'),
        phone: join(here, 'pages/phone/index.html'),
        sign: join(here, 'pages/sign/index.html'),
        verify: join(here, 'pages/verify/index.html'),
      },
    },
  },
});
