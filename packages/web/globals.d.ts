/** The address of the data that pdf.js loads, with a trailing slash. It is set by vite.config.ts. */
declare const __PDFJS_DATA__: string;

/** What pdf.js adds to older browsers, without pdf.js: `build/adapt-pdfjs.ts`. */
declare module '*.mjs?polyfills';
