/** Of the data that pdf.js loads, with a trailing slash. Set by vite.config.ts. */
declare const __PDFJS_DATA__: string;
