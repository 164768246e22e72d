import type { Difference } from './differences.ts';

/** An expected difference. All members given must match. */
export interface Explanation extends Partial<Pick<Difference, 'file' | 'edit' | 'reader'>> {
  readonly kinds: readonly Difference['kind'][];
  readonly says?: RegExp;
  readonly because: string;
  /** Intermittent: the reader draws the file differently from run to run. */
  readonly varies?: boolean;
}

/** The expected differences, each with its reason. */
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

/** Returns the reason of a difference, or undefined if it is not expected. */
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

export function findUnused(differences: readonly Difference[]): Explanation[] {
  const used = new Set(differences.map(explain));
  return EXPLANATIONS.filter((explanation) => !used.has(explanation) && explanation.varies !== true);
}
