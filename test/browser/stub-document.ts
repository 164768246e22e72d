import type { FormField } from '@countersign/forms';
import type { OtherBox } from '@countersign/signing';
import { textField } from '@countersign/signing/testing';
import type { PlacedBox } from '@countersign/toolkit';
import { PDFDocument, type PDFFont, type PDFForm, type PDFPage, rgb, StandardFonts } from 'pdf-lib';

const A4 = { width: 595.28, height: 841.89 } as const;
const LEFT = 64;
const FIELD = { x: 230, width: 300, height: 22 } as const;
const SOFT = rgb(0.35, 0.4, 0.48);

type FieldSpec = Partial<Omit<FormField, 'widgets'>> &
  Pick<FormField, 'name' | 'label' | 'type'> & { readonly places: FormField['widgets'] };

/** Displayed points, origin top-left; shared by field records and positions. */
const SPECS: readonly FieldSpec[] = [
  spec('employee.name', 'Full name', 'textField', 300, { required: true }),
  spec('employee.email|svc-format-email', 'Email', 'textField', 336, {
    required: true,
    attributes: [{ name: 'svc-format-email', kind: 'formatting' }],
  }),
  spec('employee.mobile|svc-format-mobile', 'Mobile', 'textField', 372, {
    maxLength: 20,
    attributes: [{ name: 'svc-format-mobile', kind: 'formatting' }],
  }),
  spec('employer', 'Employer', 'textField', 408, { readOnly: true, value: ['Norrsken Bygg AB'] }),
  spec('department', 'Department', 'combobox', 444, {
    required: true,
    options: options('Design', 'Site', 'Office'),
  }),
  radioSpec(480),
  spec('languages', 'Languages', 'listbox', 516, {
    multiSelect: true,
    options: options('Swedish', 'English', 'Spanish'),
    height: 48,
  }),
  spec('notes', 'Anything else we should know', 'textField', 580, {
    multiline: true,
    maxLength: 300,
    height: 60,
  }),
  {
    name: 'policy',
    label: 'I have received the staff handbook',
    type: 'checkbox',
    required: true,
    options: [{ label: 'Yes', value: 'Yes' }],
    places: [{ page: 0, x: LEFT, y: 662, width: 14, height: 14, option: 'Yes' }],
  },
];

function options(...labels: string[]): FormField['options'] {
  return labels.map((label) => ({ label, value: label.toLowerCase() }));
}

function spec(
  name: string,
  label: string,
  type: FormField['type'],
  y: number,
  more: Partial<Omit<FormField, 'widgets'>> & { readonly height?: number } = {},
): FieldSpec {
  const { height = FIELD.height, ...rest } = more;
  return { name, label, type, ...rest, places: [{ page: 0, x: FIELD.x, y, width: FIELD.width, height }] };
}

function radioSpec(y: number): FieldSpec {
  const choices = options('Full time', 'Part time');
  const places = choices.map(({ value }, index) => ({
    page: 0,
    x: FIELD.x + index * 120,
    y: y + 3,
    width: 15,
    height: 15,
    option: value,
  }));
  return {
    name: 'hours',
    label: 'Working hours',
    type: 'radioButton',
    required: true,
    options: choices,
    places,
  };
}

export const STUB_FIELDS: readonly FormField[] = SPECS.map(({ places, ...field }, index) =>
  textField(field.name, {
    fieldId: `field-${index}`,
    boundingBox: places[0] ?? null,
    widgets: places,
    ...field,
  }),
);

export const OWN_BOX: PlacedBox = {
  id: 'signee-1',
  type: 'signature',
  page: 1,
  x: 64,
  y: 640,
  width: 219,
  height: 58,
  label: 'Anna Ek',
};
export const OTHER_BOX: OtherBox = {
  ...OWN_BOX,
  id: 'signee-2',
  x: 312,
  label: 'Bo Ström',
  signatureStatus: 'awaiting_signature',
};

const CLAUSES = [
  'The employment begins on the first working day of the month after signing and lasts until further notice.',
  'Working hours are those of the collective agreement. Overtime is agreed in advance with the manager on site.',
  'Salary is paid on the 25th of every month to the account that the employee has named.',
  'The employee keeps confidential what becomes known about customers, drawings and prices.',
  'Either party may end the employment in writing with a notice of three months.',
];

export async function makeStubPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  drawFirstPage(pdf.addPage([A4.width, A4.height]), pdf.getForm(), font, bold);
  drawSecondPage(pdf.addPage([A4.width, A4.height]), font, bold);
  return pdf.save();
}

function drawFirstPage(page: PDFPage, form: PDFForm, font: PDFFont, bold: PDFFont): void {
  drawLine(page, bold, 'Employment agreement', 96, 24);
  drawLine(page, font, 'between Norrsken Bygg AB (the employer) and the employee named below.', 128, 11);
  CLAUSES.slice(0, 3).forEach((clause, index) => {
    drawLine(page, font, `${index + 1}.  ${clause}`, 172 + index * 34, 9.5);
  });
  drawLine(page, bold, 'The employee', 276, 13);
  for (const field of STUB_FIELDS) {
    const box = field.widgets[0];
    if (box === undefined) continue;
    const isCheck = field.type === 'checkbox';
    drawLine(page, font, field.label, box.y + (isCheck ? 11 : 15), 10, isCheck ? box.x + 24 : LEFT);
    addField(page, form, field);
  }
  drawLine(page, font, 'Full time', 494, 10, FIELD.x + 22);
  drawLine(page, font, 'Part time', 494, 10, FIELD.x + 142);
}

function drawSecondPage(page: PDFPage, font: PDFFont, bold: PDFFont): void {
  drawLine(page, bold, 'Terms', 96, 18);
  CLAUSES.forEach((clause, index) => {
    drawLine(page, font, `${index + 1}.  ${clause}`, 140 + index * 40, 9.5);
  });
  drawLine(page, bold, 'Signatures', 610, 13);
  for (const box of [OWN_BOX, OTHER_BOX])
    drawLine(page, font, box.label ?? '', box.y + box.height + 16, 10, box.x);
}

function drawLine(
  page: PDFPage,
  font: PDFFont,
  text: string,
  y: number,
  size: number,
  x: number = LEFT,
): void {
  page.drawText(text, { x, y: A4.height - y, size, font, ...(size < 12 ? { color: SOFT } : {}) });
}

function addField(page: PDFPage, form: PDFForm, field: FormField): void {
  const [box] = field.widgets;
  if (box === undefined || field.type !== 'textField') return;
  const added = form.createTextField(field.name.replaceAll('.', '-'));
  if (field.multiline) added.enableMultiline();
  if (field.value[0] !== undefined) added.setText(field.value[0]);
  if (field.readOnly) added.enableReadOnly();
  added.addToPage(page, {
    x: box.x,
    y: A4.height - box.y - box.height,
    width: box.width,
    height: box.height,
    borderWidth: 0.5,
    borderColor: SOFT,
  });
}
