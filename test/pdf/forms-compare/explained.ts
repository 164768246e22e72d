import type { Difference } from './differences.ts';

/** An expected difference. All members given must match. */
export interface Explanation extends Partial<Pick<Difference, 'reader' | 'field'>> {
  readonly file: string;
  readonly members: readonly Difference['member'][];
  readonly because: string;
}

const NO_WIDGET = 'the form lists fields that no page shows; qpdf lists widgets of pages only';
const REPEATED_NAME =
  'the kids repeat the name of their parent; qpdf drops one of the two, pdf.js keeps both as we do';
const GIVES_UP = 'qpdf fails on the file; pdf.js reads it as we do';

/** The expected differences with their reasons. A test keeps the list complete and without unused entries. */
export const EXPLANATIONS: readonly Explanation[] = [
  {
    file: 'forms/PdfPig__AcroFormsBasicFields.pdf',
    field: 'textField LongRichTextField',
    members: ['value'],
    because:
      '/V is a text stream (ISO 32000-1 table 228), which pdf.js ignores and the dump of qpdf leaves out',
  },
  {
    file: 'forms/pdfkit__form.pdf',
    field: 'textField rootField.child1Field.dollar',
    members: ['value'],
    because: '/V is a number; its digits are what the form shows',
  },
  {
    file: 'forms/PyPDFForm__sample-template-sejda.pdf',
    reader: 'qpdf',
    members: ['extra'],
    because: NO_WIDGET,
  },
  { file: 'forms/core__FINTRAC.pdf', reader: 'qpdf', members: ['extra'], because: NO_WIDGET },
  { file: 'signed/PyPDFForm__733.pdf', reader: 'qpdf', members: ['extra'], because: NO_WIDGET },
  {
    file: 'forms/itext-java__orphanedFormField.pdf',
    field: 'textField Text2',
    members: ['extra'],
    because: 'the widget of the field is missing from the file; the field can hold a value all the same',
  },
  {
    file: 'forms/pdfcpu__ukrainian-unlocked.pdf',
    members: ['extra', 'missing'],
    because:
      'the widgets of the radio group carry /Ff 0 of their own and both readers believe them; flags belong to the field',
  },
  {
    file: 'forms/pdfjs__issue15096.pdf',
    reader: 'qpdf',
    members: ['extra', 'missing'],
    because: REPEATED_NAME,
  },
  {
    file: 'forms/unipdf-examples__JSPopupCalendar.pdf',
    reader: 'qpdf',
    members: ['extra', 'missing', 'boxes'],
    because: REPEATED_NAME,
  },
  {
    file: 'forms/pdfium__static-list-box-caption.pdf',
    reader: 'pdf.js',
    members: ['options'],
    because:
      '/Opt holds one empty list, which pdf.js shows as an empty option; there is nothing that could be chosen',
  },
  {
    file: 'forms/itext-java__fieldThreeWidgets.pdf',
    reader: 'qpdf',
    members: ['shown'],
    because:
      'the widgets have no appearance, so this comparison cannot tell from qpdf’s dump which state is on',
  },
  {
    file: 'forms/pdfjs__checkbox-no-appearance.pdf',
    reader: 'qpdf',
    members: ['shown'],
    because: 'the same: no appearance in the file',
  },
  {
    file: 'forms/qpdf__button-set-broken.pdf',
    members: ['shown'],
    because:
      'the appearances are under /XP instead of /AP; states are counted as writers number them, so /V 1 is the second',
  },
  { file: 'forms/itext-java__pdfWithCycleRefInAnnotationParent.pdf', members: ['file'], because: GIVES_UP },
  { file: 'forms/itext-java__pdfWithCycleRefInFormField.pdf', members: ['file'], because: GIVES_UP },
  { file: 'forms/pdfjs__issue15597.pdf', members: ['file'], because: GIVES_UP },
  { file: 'structure/pdfjs__PDFBOX-3148-2-fuzzed.pdf', members: ['file'], because: GIVES_UP },
  {
    file: 'malformed/qpdf__464655077.fuzz.pdf',
    members: ['file'],
    because: 'pdf.js refuses the file; we and qpdf find no field that could be filled',
  },
];

/** The same for forms that we filled, compared with pdf.js. */
export const FILLED_EXPLANATIONS: readonly Explanation[] = [
  {
    file: 'forms/pdfjs__issue15096.pdf',
    reader: 'pdf.js',
    members: ['shown'],
    because:
      'each button is a field with a name and a value of its own; pdf.js takes the value of the field above',
  },
  {
    file: 'forms/qpdf__form-document-defaults.pdf',
    reader: 'pdf.js',
    members: ['shown'],
    because: 'the same',
  },
];

/** Returns the reason of a difference, or undefined if it is not expected. */
export function explain(
  difference: Difference,
  explanations: readonly Explanation[] = EXPLANATIONS,
): Explanation | undefined {
  return explanations.find(
    ({ file, reader, field, members }) =>
      file === difference.file &&
      (reader ?? difference.reader) === difference.reader &&
      (field ?? difference.field) === difference.field &&
      members.includes(difference.member),
  );
}
