/** Folder with what pdf.js fetches while it draws, ends with a slash. Set by vite.config.ts. */
declare const __PDFJS_DATA__: string;
