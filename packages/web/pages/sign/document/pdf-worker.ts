/** The thread that pdf.js reads documents on: a script of its own, with what the page never runs left out of it. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
