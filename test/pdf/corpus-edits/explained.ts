import type { Difference } from './differences.ts';

/** A difference that is meant to be. Everything given has to fit; what is left out fits all. */
export interface Explanation extends Partial<Pick<Difference, 'file' | 'edit' | 'reader'>> {
  readonly kinds: readonly Difference['kind'][];
  /** What the detail has to match. */
  readonly says?: RegExp;
  readonly because: string;
  /** Now and then: the reader draws one file otherwise from run to run. */
  readonly varies?: boolean;
}

/** Where an edited file differs from its original in a reader, and why that is right. */
export const EXPLANATIONS: readonly Explanation[] = [
  {
    edit: 'strip',
    reader: 'pdf.js',
    kinds: ['message'],
    says: /^Warning: Push buttons without action dictionaries are not supported$/,
    because:
      'the script of the button was taken off; pdf.js says so of every button without one, and draws it',
  },
  {
    file: 'forms/pdf-lib__invalid-xref.pdf',
    reader: 'pdf.js',
    kinds: ['message'],
    says: /^Warning: Unknown field name/,
    because:
      'its /Fields lists a node of a page tree, whose number was used again: a field without a name, as before',
  },
  {
    file: 'pages/pdfjs__boundingBox-invalid.pdf',
    kinds: ['mark'],
    because:
      'the CropBox of the last page lies beyond its MediaBox: Poppler and MuPDF show nothing of it, pdf.js all of it, as we do',
  },
  {
    file: 'signed/PyMuPDF__test-4114.pdf',
    reader: 'Poppler',
    kinds: ['picture'],
    because: 'letters of a font that is not embedded: Poppler draws them otherwise from run to run',
    varies: true,
  },
  {
    file: 'structure/PdfPig__GHOSTSCRIPT-691770-0.pdf',
    reader: 'pdf.js',
    kinds: ['gave up'],
    because:
      'its content is a bomb of nested run lengths, which pdf.js decodes whole as soon as it is not the only stream of the page',
  },
  {
    file: 'structure/itext-java__timing.pdf',
    reader: 'pdf.js',
    kinds: ['gave up'],
    because:
      'its content is thousands of times the same bomb: pdf.js finds no end of the stream in the original, and does in what we repaired',
  },
  {
    file: 'structure/pdf-reader__loop-in-page-ancestors.pdf',
    reader: 'pdf.js',
    kinds: ['picture', 'mark'],
    because:
      'the page is its own /Parent, from which pdf.js inherits no MediaBox; the tree gives it one, as we and the others read it',
  },
  {
    file: 'structure/sambox__page-tree-multiple-levels-wrong-kid-type.pdf',
    reader: 'MuPDF',
    kinds: ['picture'],
    because: 'MuPDF counts a kid that is a number as a page, so that its third page is another',
  },
];

/** Why a difference is meant to be, or undefined when nobody has said. */
export function explain(difference: Difference): Explanation | undefined {
  return EXPLANATIONS.find(
    ({ file, edit, reader, kinds, says }) =>
      (file ?? difference.file) === difference.file &&
      (edit ?? difference.edit) === difference.edit &&
      (reader ?? difference.reader) === difference.reader &&
      kinds.includes(difference.kind) &&
      (says?.test(difference.detail) ?? true),
  );
}

/** Explanations that no difference needs. */
export function findUnused(differences: readonly Difference[]): Explanation[] {
  const used = new Set(differences.map(explain));
  return EXPLANATIONS.filter((explanation) => !used.has(explanation) && explanation.varies !== true);
}
