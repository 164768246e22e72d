/** Folder of the data that pdf.js loads while rendering, with a trailing slash. Set by vite.config.ts. */
declare const __PDFJS_DATA__: string;
