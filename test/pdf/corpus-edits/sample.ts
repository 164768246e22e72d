/** A small sample with every kind of fault found in the corpus. */
export const SAMPLE = [
  // /NeedAppearances.
  'forms/pdf-forms__utf8.pdf',
  'forms/qpdf__button-set-broken.pdf',
  // Content that cannot be inflated.
  'forms/pdf-lib__invalid-xref.pdf',
  // Scripts on push buttons.
  'forms/pdfjs__js-buttons.pdf',
  'signed/node-signpdf__signed-twice.pdf',
  // Certified; signature widgets that only their field refers to.
  'signed/pyHanko__certified-with-indirect-refs-in-dir.pdf',
  'signed/pyHanko__separate-annots-kids-indir.pdf',
  // One page object twice in the page tree.
  'pages/qpdf__duplicate-page-inherited.pdf',
  'pages/pdfbox__PDFBOX-2984-rotations.pdf',
  'pages/FPDI__1000-500--1000--500--R90~2.pdf',
  'pages/pdfjs__boundingBox-invalid.pdf',
  'structure/pyHanko__minimal-hybrid-xref.pdf',
  'structure/pdf-reader__negative-xref-offset.pdf',
  'text/pdfjs__noembed-eucjp.pdf',
  'text/core__BidiSample.pdf',
] as const;
