/** The worker of pdf.js, without unused modules. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
