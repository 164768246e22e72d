/** With the reason; readers differ. */
export interface CorpusDecision {
  readonly got?: string;
  readonly pages?: number;
  readonly why: string;
}

const JUNK =
  'junk before the header; the offsets count from the header (annex H, note 13): nothing to repair';
const NO_ENDOBJ = 'only qpdf warns: an object lacks its endobj and is read all the same';

const ALLOWED = 'encrypted, but it opens without a password, and filling in and assembling are allowed';

/** Decisions by file name in the manifest. */
export const CORPUS_DECISIONS: Readonly<Record<string, CorpusDecision>> = {
  'encrypted/qpdf__440747125.fuzz.pdf': {
    got: 'not_a_pdf',
    why: 'fuzzed: no %PDF- in the first 1,024 bytes, so it cannot be identified as a PDF',
  },
  'forms/tika__testPDF-malformedXFA.pdf': {
    got: 'xfa_not_supported',
    why: 'a dynamic XFA form: its one page only asks for Adobe Reader and must not be signed',
  },
  'structure/PDF101__A4-pages-tree-loop-complex.pdf': {
    pages: 1,
    why: 'a loop in the page tree: a kid that leads back up is not a page, so there is one page (MuPDF too)',
  },
  'structure/pyHanko__circular-page-tree.pdf': {
    pages: 1,
    why: 'a loop in the page tree: the counts say three, there is one page (MuPDF too; PDF.js finds two)',
  },
  'structure/sambox__page-tree-multiple-levels-wrong-kid-type.pdf': {
    pages: 3,
    why: 'one kid is a number: three pages can be shown (PDF.js too); the others count the number',
  },
  'structure/FPDI__PageTreeWithInvalidTypeAndMisslLeadingCount.pdf': {
    why: 'the counts of the page tree are wrong and are corrected',
  },
  'pages/itext-java__implicitPagesTreeRebuilding.pdf': {
    why: 'an empty branch ends the page tree; it is removed, so that a page can be added after it',
  },
  'forms/pdf-lib__flatten-form.pdf': { why: 'only Poppler repairs; the chain of sections is complete' },
  'forms/pdfium__text-form-multiple.pdf': { why: NO_ENDOBJ },
  'structure/pdfium__tagged-mcr-multipage.pdf': { why: NO_ENDOBJ },
  'structure/itext-java__XRefWithInvalidGenerations1.pdf': {
    why: 'the generation of an object differs from its header; the table leads to it nevertheless',
  },
  'structure/core__PDFBOX-3949.pdf': { why: 'only qpdf gives up; the rebuilt file has all of its pages' },
  'structure/pdfjs__GHOSTSCRIPT-698804-1-fuzzed.pdf': {
    why: 'only MuPDF gives up; the rebuilt file has its page',
  },
  'structure/pyHanko__minimal-startxref-obo6.pdf': {
    why: 'startxref is off by some bytes: the rebuilt file has its page, as MuPDF and PDF.js find',
  },
  'structure/sambox__test-xref-table-loop.pdf': {
    why: 'the chain of sections is a loop; only MuPDF gives up',
  },
  'structure/pdf-reader__junk-prefix-1024.pdf': { why: JUNK },
  'structure/tika__test-pdf-with-print-ticket-header.pdf': { why: JUNK },
  'structure/tika__testAppleSingleFile.pdf': { why: JUNK },
  'structure/tika__testPDF-bom.pdf': { why: JUNK },
  'structure/pdf-reader__prev0.pdf': {
    why: '/Prev 0 means no older section, as for most readers',
  },
  'structure/pdf-reader__zeroed-xref-entry.pdf': {
    why: 'an entry in use with offset 0 is a missing object, as for most readers',
  },
  'text/pdfjs__bug1046314.pdf': {
    why: 'only MuPDF repairs: subsections of the table overlap, all offsets are correct',
  },
  'structure/qpdf__xref-compressed-in-compressed.pdf': {
    why: 'an object stream inside an object stream is not read (7.5.7); no page needs what is in it',
  },
  'structure/pdfjs__PDFBOX-3148-2-fuzzed.pdf': {
    why: 'the page can be reached; no page needs what is broken (qpdf gives up, MuPDF repairs)',
  },
  'structure/PdfPig__pages-kids-not-page.pdf': {
    why: 'the only kid is a content stream: others show it as an empty page, which must not be signed',
  },
  'structure/safedocs__Dialect-DictIsStream.pdf': {
    why: 'the page is a stream, but must be a dictionary (7.7.3.3), so it cannot be changed',
  },
  'structure/core__PDFBOX-6040-nodeloop.pdf': { why: 'no %PDF- near the start' },
  'structure/pdfjs__bug1606566.pdf': { why: 'no %PDF- near the start' },
  'structure/sambox__too-much-garbage-header.pdf': { why: 'no %PDF- in the first 1,024 bytes' },
  'malformed/pdfjs__poppler-67295-0.pdf': {
    why: '/Count is 9,999,999,999 and there is one page: it is counted (MuPDF hangs, Poppler gives up)',
  },
  'malformed/pdf-lib__invalid-root-ref.pdf': {
    why: '/Root is a dead reference; the catalog is found among the objects, as by PDF.js',
  },
  'malformed/qpdf__many-nulls.pdf': { why: '/Count is 0 and there is one page: qpdf counts it too' },
  'malformed/pdfjs__bug1980958.pdf': { why: 'the rebuilt file has its page, as MuPDF finds' },
  'malformed/pdfjs__issue18986.pdf': { why: 'the rebuilt file has its page, as PDF.js finds' },
  'malformed/qpdf__464655077.fuzz.pdf': { why: 'the rebuilt file has its page, as qpdf finds' },
  'malformed/qpdf__object-stream-self-ref.pdf': {
    why: 'an object stream that is listed as compressed in itself is found by the scan, with its page, as by qpdf',
  },
  'malformed/sambox__obj-full-scan-missing-catalog.pdf': {
    why: 'the trailer has no /Root; the catalog is found among the objects, as by MuPDF',
  },
  'malformed/pdfium__no-page-count.pdf': { why: 'no /Count anywhere: the kids are counted, as PDF.js does' },
  'malformed/pyHanko__broken-objstream6.pdf': {
    why: 'the page tree is in a broken object stream (PDF.js guesses)',
  },
  'malformed/pdfjs__issue15590.pdf': { why: 'the page tree has no pages; only PDF.js shows one' },
  'malformed/core__PDFBOX-4338.pdf': { why: 'the page tree has no readable page' },
  'malformed/qpdf__68915.fuzz.pdf': { why: 'fuzzed: no %PDF- near the start' },
  'malformed/qpdf__bad-direct-root.pdf': { why: 'no %PDF- near the start' },
  'malformed/qpdf__issue-335a.pdf': { why: 'no %PDF- in the first 1,024 bytes' },
  'encrypted/core__issue17069.pdf': { got: 'accept', why: ALLOWED },
  'encrypted/pdfminersix__issue-625-identity-cmap.pdf': { got: 'accept', why: ALLOWED },
  'encrypted/tika__testPDF-no-extract-no-accessibility-owner-empty.pdf': { got: 'accept', why: ALLOWED },
  'encrypted/pdfium__bug-424613308.pdf': {
    got: 'locked',
    why: 'encryption is checked before the pages, of which there are none',
  },
  'encrypted/pdf__252-crash.pdf': {
    why: '/Encrypt is invalid: what readers would show is unknown',
  },
  'encrypted/pdfjs__PDFBOX-4352-0.pdf': {
    why: '/Encrypt is invalid: what readers would show is unknown',
  },
  'encrypted/pyHanko__malformed-encrypt-dict2.pdf': {
    why: '/Encrypt is invalid: what readers would show is unknown',
  },
  'encrypted/pyHanko__minimal-aes256-malformed-oe.pdf': { why: 'the empty password does not open it' },
};
