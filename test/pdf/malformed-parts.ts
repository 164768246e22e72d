import { buildPdf, type ObjectBodies } from '../../packages/pdf/testing/build-pdf.ts';

/** A page with a text field, a check box and a note; each case breaks one part. */
const SOUND: ObjectBodies = {
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 6 0 R >>',
  2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
  3: page('/Annots [4 0 R 5 0 R 9 0 R]'),
  4: textField(''),
  5: '<< /Type /Annot /Subtype /Widget /FT /Btn /T (box) /Rect [100 100 120 120] /F 4 /P 3 0 R >>',
  6: '<< /Fields [4 0 R 5 0 R] /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv 7 0 R >> >> >>',
  7: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  8: '<< /Length 9 >>\nstream\n0 0 m f Q\nendstream',
  9: '<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /Contents (note) >>',
};

function page(entries: string): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 8 0 R /Resources << >> ${entries} >>`;
}

function textField(entries: string): string {
  return `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [72 700 272 720] /F 4 /P 3 0 R ${entries} >>`;
}

function broken(changes: ObjectBodies): Uint8Array {
  return buildPdf({ ...SOUND, ...changes });
}

type Cases = Readonly<Record<string, Uint8Array>>;

function casesOf(changes: Readonly<Record<string, ObjectBodies>>): Cases {
  return Object.fromEntries(Object.entries(changes).map(([name, bodies]) => [name, broken(bodies)]));
}

export const MALFORMED_ANNOTATIONS: Cases = casesOf({
  'a list that is a number': { 3: page('/Annots 7') },
  'a list that is a dictionary': { 3: page('/Annots << /A 1 >>') },
  'a list that is one annotation': { 3: page('/Annots 4 0 R') },
  'a list that is missing': { 3: page('/Annots 99 0 R') },
  'a list that is the page': { 3: page('/Annots 3 0 R') },
  'a list that is a stream': { 3: page('/Annots 8 0 R') },
  'a list that contains itself': { 3: page('/Annots 10 0 R'), 10: '[10 0 R 4 0 R]' },
  'a list of lists': { 3: page('/Annots [[4 0 R] [[5 0 R]]]') },
  'entries of every kind': {
    3: page('/Annots [null 7 (text) /Name true 99 0 R 8 0 R 1 0 R 2 0 R 3 0 R 4 0 R]'),
  },
  'an entry twice': { 3: page('/Annots [4 0 R 4 0 R 5 0 R]') },
  'entries that are not objects of their own': { 3: page(`/Annots [${SOUND[4]} ${SOUND[9]}]`) },
  'an entry without a subtype': { 9: '<< /Rect [0 0 1 1] >>' },
  'an entry that is empty': { 4: '<< >>', 9: '<< >>' },
  'a rectangle that is missing': { 4: '<< /Subtype /Widget /FT /Tx /T (name) /P 3 0 R >>' },
  'a rectangle of three numbers': { 4: '<< /Subtype /Widget /FT /Tx /T (name) /Rect [1 2 3] >>' },
  'a rectangle of names': { 4: '<< /Subtype /Widget /FT /Tx /T (name) /Rect [/A /B /C /D] >>' },
  'a rectangle that is a string': { 4: '<< /Subtype /Widget /FT /Tx /T (name) /Rect (0 0 9 9) >>' },
  'a rectangle beyond all numbers': {
    4: '<< /Subtype /Widget /FT /Tx /T (name) /Rect [0 0 99999999999999999999999 1e9] >>',
  },
  'a rectangle turned over': { 4: '<< /Subtype /Widget /FT /Tx /T (name) /Rect [272 720 72 700] >>' },
  'a page of the widget that is missing': { 4: textField('/P 99 0 R') },
  'an appearance that is a number': { 4: textField('/V (x) /AP 7') },
  'an appearance that is missing': { 4: textField('/V (x) /AP << /N 99 0 R >>') },
  'an appearance that is a dictionary': { 4: textField('/V (x) /AP << /N << /A 1 >> >>') },
  'an appearance without a box': {
    4: textField('/V (x) /AP << /N 10 0 R >>'),
    10: '<< /Subtype /Form /Length 3 >>\nstream\nq Q\nendstream',
  },
  'an appearance with a broken box and matrix': {
    4: textField('/V (x) /AP << /N 10 0 R >>'),
    10: '<< /Subtype /Form /BBox [0 0] /Matrix [1 (a)] /Length 3 >>\nstream\nq Q\nendstream',
  },
  'an appearance of no size': {
    4: textField('/V (x) /AP << /N 10 0 R >>'),
    10: '<< /Subtype /Form /BBox [5 5 5 5] /Matrix [0 0 0 0 0 0] /Length 3 >>\nstream\nq Q\nendstream',
  },
  'an appearance that draws itself': {
    4: textField('/V (x) /AP << /N 10 0 R >>'),
    10: '<< /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 10 0 R >> >> /Length 6 >>\nstream\n/X Do \nendstream',
  },
  'an appearance with a filter nobody knows': {
    4: textField('/V (x) /AP << /N 10 0 R >>'),
    10: '<< /Subtype /Form /BBox [0 0 9 9] /Filter /Unknown /Length 3 >>\nstream\nq Q\nendstream',
  },
  'states that are missing': {
    5: `${(SOUND[5] ?? '').slice(0, -2)} /AS /Yes /AP << /N << /Off 99 0 R >> >> >>`,
  },
  'states that are no streams': {
    5: `${(SOUND[5] ?? '').slice(0, -2)} /AS /Yes /AP << /N << /Yes 7 /Off (x) >> >> >>`,
  },
  'flags that are no number': { 4: textField('/F /Print') },
  'a border and colours of the wrong kind': {
    4: textField('/V (x) /BS 7 /MK << /BG (red) /BC [9 9] /R /Up >>'),
  },
});

export const MALFORMED_FORMS: Cases = casesOf({
  'a form that is missing': { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 99 0 R >>' },
  'a form that is a number': { 6: '7' },
  'a form that is the catalog': { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 1 0 R >>' },
  'a form that is a page': { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 3 0 R >>' },
  'fields that are no list': { 6: '<< /Fields 4 0 R >>' },
  'fields that are missing': { 6: '<< /DA (/Helv 12 Tf 0 g) >>' },
  'fields of every kind': { 6: '<< /Fields [null 7 (text) /Name 99 0 R 8 0 R 3 0 R 1 0 R 6 0 R 4 0 R] >>' },
  'fields that are their own kids': { 4: textField('/Kids [4 0 R]') },
  'fields that are each other’s kids': {
    4: '<< /T (a) /FT /Tx /Kids [10 0 R] /Parent 10 0 R >>',
    10: '<< /T (b) /Kids [4 0 R] /Parent 4 0 R >>',
  },
  'kids of every kind': { 4: '<< /T (a) /FT /Tx /Kids [null 7 (x) 99 0 R 8 0 R 3 0 R] >>' },
  'a parent that is missing': { 4: textField('/Parent 99 0 R') },
  'a parent that is the page': { 4: textField('/Parent 3 0 R') },
  'no type': { 4: '<< /Subtype /Widget /T (name) /Rect [0 0 9 9] >>' },
  'a type nobody knows': { 4: '<< /Subtype /Widget /FT /Unknown /T (name) /Rect [0 0 9 9] >>' },
  'no name': { 4: '<< /Subtype /Widget /FT /Tx /Rect [0 0 9 9] >>' },
  'a name that is a number': { 4: '<< /Subtype /Widget /FT /Tx /T 7 /Rect [0 0 9 9] >>' },
  'two fields of one name and of two kinds': {
    5: '<< /Subtype /Widget /FT /Btn /T (name) /Rect [100 100 120 120] >>',
  },
  'a value that is a dictionary': { 4: textField('/V << /A 1 >>') },
  'a value that is a stream': { 4: textField('/V 8 0 R') },
  'a value that is missing': { 4: textField('/V 99 0 R') },
  'a value that is a list in a text field': { 4: textField('/V [(a) (b)]') },
  // U+10FFFD, private use.
  'a value that no font has, without an appearance': { 4: textField('/V <FEFFDBFFDFFD>') },
  'a text style that is broken': { 4: textField('/V (x) /DA (Tf Tf /Nope g)'), 6: '<< /Fields [4 0 R] >>' },
  'a text style that is a number': { 4: textField('/V (x) /DA 7') },
  'resources that are no dictionary': {
    4: textField('/V (x)'),
    6: '<< /Fields [4 0 R] /DR 7 /DA (/Helv 12 Tf) >>',
  },
  'a font that is missing': {
    4: textField('/V (x)'),
    6: '<< /Fields [4 0 R] /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv 99 0 R >> >> >>',
  },
  'a longest length below zero': { 4: textField('/V (x) /MaxLen -1') },
  'a longest length of a million in a comb': { 4: textField('/V (x) /Ff 16777216 /MaxLen 1000000') },
  'options of every kind': {
    4: '<< /Subtype /Widget /FT /Ch /T (name) /Rect [0 0 99 20] /Ff 131072 /Opt [null 7 [] [(a)] [(a) 7] (b) 99 0 R] >>',
  },
  'options that are no list': {
    4: '<< /Subtype /Widget /FT /Ch /T (name) /Rect [0 0 99 20] /Opt (a) /V (a) >>',
  },
  'chosen places out of range': {
    4: '<< /Subtype /Widget /FT /Ch /T (name) /Rect [0 0 99 20] /Opt [(a)] /I [7 -1 (x)] /V (zz) /TI 99 >>',
  },
  'flags beyond all bits': { 4: textField('/V (x) /Ff 99999999999') },
  'an order of calculation with what is no field': { 6: '<< /Fields [4 0 R] /CO [99 0 R 7 3 0 R] >>' },
  'signature flags that are a name': { 6: '<< /Fields [4 0 R] /SigFlags /Yes >>' },
  'a field called as the seal is': { 4: '<< /Subtype /Widget /FT /Tx /T (Seal) /Rect [0 0 99 20] >>' },
  'a signature without a widget': { 4: '<< /FT /Sig /T (name) /V 99 0 R >>' },
});

export const MALFORMED_PAGES: Cases = casesOf({
  'content that is missing': { 3: page('/Annots [4 0 R] /Contents 99 0 R') },
  'content that is a number': { 3: page('/Annots [4 0 R] /Contents 7') },
  'content of every kind': { 3: page('/Annots [4 0 R] /Contents [null 7 99 0 R 3 0 R 8 0 R [8 0 R]]') },
  'content with a broken filter': {
    8: '<< /Filter /FlateDecode /Length 4 >>\nstream\nabcd\nendstream',
  },
  'resources that are a name': { 3: page('/Annots [4 0 R] /Resources /None') },
  'resources that are missing': { 3: page('/Annots [4 0 R] /Resources 99 0 R') },
  'drawings among the resources that are no dictionary': {
    3: page('/Annots [4 0 R] /Resources << /XObject 7 >>'),
  },
  'a box that is missing': { 3: '<< /Type /Page /Parent 2 0 R /Annots [4 0 R] >>' },
  'a box of names': { 3: page('/MediaBox [/A /B /C /D]') },
  'a box of no size': { 3: page('/MediaBox [5 5 5 5]') },
  'a turn that is a name': { 3: page('/Annots [4 0 R] /Rotate /Left') },
  'a turn of 33 degrees': { 3: page('/Annots [4 0 R] /Rotate 33') },
  'a unit of nothing': { 3: page('/Annots [4 0 R] /UserUnit 0') },
  'a parent that is missing': { 3: '<< /Type /Page /Parent 99 0 R /MediaBox [0 0 9 9] /Annots [4 0 R] >>' },
  'kids twice the same page': { 2: '<< /Type /Pages /Count 2 /Kids [3 0 R 3 0 R] >>' },
  'kids of every kind': { 2: '<< /Type /Pages /Count 9 /Kids [null 7 99 0 R 1 0 R 3 0 R] >>' },
  'a count of nothing': { 2: '<< /Type /Pages /Count 0 /Kids [3 0 R] >>' },
});
