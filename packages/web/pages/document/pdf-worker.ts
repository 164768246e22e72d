/** The build leaves unused modules out of this file. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
