import { forbidsManualEntry, parseFieldName } from '@countersign/forms/attributes';
import { BUILT_AT } from '@countersign/identity/testing';
import type { FieldValue, FormField } from '@countersign/toolkit';
import { describe, expect, it } from 'vitest';
import { buildDocument, buildFile, buildInkSignature, buildSignee } from '../testing/builders.ts';
import { textField } from '../testing/fake-toolkit.ts';
import type { DocumentState, Signee } from './document.ts';
import { recordSignature } from './record-signature.ts';
import { describeSigneeForm, listCorrectedFields } from './signee-fields.ts';

const TODAY = '2026-03-04';
const LASTNAME = 'Last name|svc-scanned-id-mrz-lastname[1]';
const SCAN = 'Scan|svc-scan-id[1]';
const CODE = 'Code|svc-sms-verification';
const DATE = 'Date|svc-date-now';
const NAME = 'Name|svc-input-fullname';

/** As the form reader describes a name field. */
function field(name: string, changes: Partial<FormField> = {}): FormField {
  const { label, attributes } = parseFieldName(name);
  return textField(name, { label, attributes, readOnly: forbidsManualEntry(attributes), ...changes });
}

const ada = buildSignee({ fullName: 'Ada Ek', emailAddress: 'ada@example.com', phoneNumber: '+46701234567' });
const bo = buildSignee({ fullName: 'Bo Ek', emailAddress: 'bo@example.com', phoneNumber: null });
const scanned = (signee: Signee): Signee => ({
  ...signee,
  operatedTriggers: [{ field: SCAN, operatedAt: BUILT_AT, values: [{ name: LASTNAME, value: 'EK' }] }],
});

function documentOf(...signees: readonly Signee[]): DocumentState {
  const file = buildFile({ accountId: 'a', userId: 'u' });
  return buildDocument(file, { status: 'awaiting_signatures', signees });
}

const formOf = (
  fields: readonly FormField[],
  signees: readonly Signee[] = [ada],
  signee = signees[0] ?? ada,
) => describeSigneeForm(fields, { document: documentOf(...signees), signee, today: TODAY });

const shown = (fields: readonly FormField[], ...who: [signees?: readonly Signee[], signee?: Signee]) =>
  formOf(fields, ...who).fields.map(({ value, readOnly }) => [value.join(), readOnly]);

function sign(
  fields: readonly FormField[],
  values: readonly FieldValue[] = [],
  signees: readonly Signee[] = [ada],
) {
  const signature = buildInkSignature({ values });
  const rules = { retentionDays: 90, timeZone: 'UTC', fileSha256: 'ab', salt: 'cd' };
  return recordSignature(documentOf(...signees), signees[0]?.signeeId ?? '', signature, fields, rules)
    .document;
}

const valuesOf = ({ signees }: DocumentState) => signees[0]?.signature?.values;

describe('the date of signing', () => {
  it('is filled in by the service, closed to the signee, and given with the signature', () => {
    expect(shown([field(DATE)])).toEqual([[TODAY, true]]);
    expect(valuesOf(sign([field(DATE)]))).toEqual([{ name: DATE, value: [TODAY] }]);
    expect(() => sign([field(DATE)], [{ name: DATE, value: '1999-12-31' }])).toThrow(
      expect.objectContaining({ code: 'field_not_editable' }),
    );
  });

  it('replaces what the file has in its place, and keeps to eight cells', () => {
    expect(shown([field(DATE, { value: ['YYYY-MM-DD'] }), field(DATE, { maxLength: 8 })])).toEqual([
      [TODAY, true],
      ['20260304', true],
    ]);
  });

  it('is the day on which the first of several signed', () => {
    const first = sign([field(DATE)], [], [ada, bo]);
    const context = { document: first, signee: first.signees[1] ?? bo, today: '2026-05-05' };
    expect(describeSigneeForm([field(DATE)], context).fields[0]?.value).toEqual([TODAY]);
  });
});

it('is given once for several fields of one name, and not at all when one of them is no text', () => {
  expect(valuesOf(sign([field(DATE), field(DATE)]))).toEqual([{ name: DATE, value: [TODAY] }]);
  expect(valuesOf(sign([field(DATE), field(DATE, { type: 'checkbox' })]))).toEqual([]);
});

describe('the name of the signee', () => {
  it('stands in its field, and may be changed or cleared', () => {
    expect(shown([field(NAME)])).toEqual([['Ada Ek', false]]);
    expect(valuesOf(sign([field(NAME, { required: true })]))).toEqual([{ name: NAME, value: ['Ada Ek'] }]);
    expect(valuesOf(sign([field(NAME)], [{ name: NAME, value: 'Ada E' }]))).toEqual([
      { name: NAME, value: ['Ada E'] },
    ]);
    expect(valuesOf(sign([field(NAME)], [{ name: NAME, value: [] }]))).toEqual([{ name: NAME, value: [] }]);
    expect(() => sign([field(NAME, { required: true })], [{ name: NAME, value: [] }])).toThrow(
      expect.objectContaining({ code: 'required_field_empty' }),
    );
  });

  it('stands in a field that the file closes, but not over a prefilled value or where it does not fit', () => {
    const fields = [
      field(NAME, { value: ['A. Ek'] }),
      field(NAME, { readOnly: true }),
      field(NAME, { maxLength: 3 }),
    ];
    expect(shown(fields)).toEqual([
      ['A. Ek', false],
      ['Ada Ek', true],
      ['', false],
    ]);
  });

  it('goes into the field of the same place where several sign, and into a single field of whoever comes first', () => {
    const two = [field(`1${NAME}`), field(`2${NAME}`)];
    expect(shown(two, [ada, bo], bo)).toEqual([
      ['', false],
      ['Bo Ek', false],
    ]);
    expect(shown(two)).toEqual([
      ['Ada Ek', false],
      ['Ada Ek', false],
    ]);
    expect(shown([field(NAME)], [ada, bo], bo)).toEqual([['Bo Ek', false]]);
  });
});

it('the contact on file is offered where a field asks for an address or a Swedish mobile number', () => {
  const mail = 'Mail|svc-format-email';
  const mobile = 'Mobile|svc-format-mobile';
  const fields = [
    field(mail),
    field(mobile),
    field(`x${mail}`, { value: ['set@example.com'] }),
    field('Plain'),
  ];
  expect(formOf(fields).offers).toEqual([
    { field: mail, value: 'ada@example.com' },
    { field: mobile, value: '+46701234567' },
  ]);
  expect(formOf(fields, [bo]).offers).toEqual([{ field: mail, value: 'bo@example.com' }]);
  const abroad = { ...ada, phoneNumber: '+4790123456' };
  expect(formOf([field(mobile)], [abroad]).offers).toEqual([]);
});

describe('what a check fills in', () => {
  it('cannot be typed before the check, and may be corrected after it', () => {
    expect(shown([field(LASTNAME)])).toEqual([['', true]]);
    expect(() => sign([field(LASTNAME)], [{ name: LASTNAME, value: 'Ek' }])).toThrow(
      expect.objectContaining({ code: 'field_not_editable' }),
    );
    expect(shown([field(LASTNAME)], [scanned(ada)])).toEqual([['EK', false]]);
    expect(shown([field(LASTNAME, { readOnly: true })], [scanned(ada)])).toEqual([['EK', true]]);
  });

  it('is given with the signature, and known as corrected when the signee changed it', () => {
    const left = sign([field(LASTNAME), field(SCAN)], [], [scanned(ada)]);
    expect(valuesOf(left)).toEqual([{ name: LASTNAME, value: ['EK'] }]);
    expect(listCorrectedFields(left, left.signees[0] ?? ada)).toEqual([]);
    const corrected = sign([field(LASTNAME)], [{ name: LASTNAME, value: 'Ek-Lund' }], [scanned(ada)]);
    expect(valuesOf(corrected)).toEqual([{ name: LASTNAME, value: ['Ek-Lund'] }]);
    expect(listCorrectedFields(corrected, corrected.signees[0] ?? ada)).toEqual([LASTNAME]);
  });
});

describe('a required check', () => {
  it.each([SCAN, CODE])('%s: blocks signing until it was done', (name) => {
    expect(() => sign([field(name, { required: true })])).toThrow(
      expect.objectContaining({
        code: 'trigger_not_completed',
        params: expect.objectContaining({ field: name }),
      }),
    );
    const done: Signee = { ...ada, operatedTriggers: [{ field: name, operatedAt: BUILT_AT, values: [] }] };
    expect(formOf([field(name, { required: true })], [done]).openTriggers).toEqual([]);
  });

  it('does not block when it is optional or on no page', () => {
    const unseen = { required: true, warnings: [{ code: 'field_hidden', message: '' }] };
    expect(formOf([field(CODE), field(SCAN, unseen)]).openTriggers).toEqual([]);
  });

  it('is done for every trigger of the index, by whoever did it', () => {
    const fields = [field(SCAN), field('Other|svc-scan-id-basic[1]', { required: true })];
    expect(formOf(fields, [bo, scanned(ada)], bo).openTriggers).toEqual([]);
    const other = [...fields, field('Third|svc-scan-id[2]', { required: true })];
    expect(formOf(other, [scanned(ada)]).openTriggers).toEqual(['Third|svc-scan-id[2]']);
  });
});

it('what cannot be named or seen is nobody’s to fill', () => {
  const unseen = { warnings: [{ code: 'field_not_shown', message: '' }] };
  expect(shown([field(''), field('x', unseen), field(DATE, unseen)])).toEqual([
    ['', true],
    ['', true],
    ['', true],
  ]);
});

describe('a field of one signee', () => {
  const own = (signee: Signee, ...names: string[]): Signee => ({
    ...signee,
    formFields: names.map((name) => ({ name })),
  });

  it('[D10-06] is closed to the others, with the name of its owner, and required of its owner alone', () => {
    const fields = [field('Hers', { required: true }), field('Free')];
    const people = [own(ada, 'Hers'), bo];
    const owner = { signeeId: ada.signeeId, fullName: 'Ada Ek' };
    expect(formOf(fields, people, bo).fields).toMatchObject([
      { readOnly: true, owner },
      { name: 'Free', readOnly: false },
    ]);
    expect(formOf(fields, people).fields[0]).toMatchObject({ readOnly: false, owner });
    const asBo = [people[1], people[0]].filter((one) => one !== undefined);
    expect(() => sign(fields, [{ name: 'Hers', value: 'x' }], asBo)).toThrow('field_of_another_signee');
    expect(valuesOf(sign(fields, [{ name: 'Hers', value: '' }], asBo))).toEqual([]);
    expect(() => sign(fields, [], people)).toThrow('required_field_empty');
    expect(valuesOf(sign(fields, [{ name: 'Hers', value: 'x' }], people))).toHaveLength(1);
  });

  it('[D10-08] has date and name of its owner, at the signature of its owner', () => {
    const fields = [field(DATE), field(NAME)];
    const people = [ada, own(bo, DATE, NAME)];
    expect(shown(fields, people)).toEqual([
      ['', true],
      ['', true],
    ]);
    expect(shown(fields, people, bo)).toEqual([
      [TODAY, true],
      ['Bo Ek', false],
    ]);
    expect(valuesOf(sign(fields, [], people))).toEqual([]);
  });

  it('[D10-08] leaves the other fields for names to the signees in their order', () => {
    const [first = '', second = '', third = ''] = [1, 2, 3].map((one) => `${one}|svc-input-fullname`);
    const people = [own(ada, second), bo];
    const fields = [field(first), field(second), field(third)];
    expect(shown(fields, people).map(([value]) => value)).toEqual(['Ada Ek', 'Ada Ek', '']);
    expect(shown(fields, people, bo).map(([value]) => value)).toEqual(['', '', 'Bo Ek']);
  });

  it('blocks nobody else by a check that was not done, and shows what one filled in after the signature', () => {
    const fields = [field(SCAN, { required: true }), field(LASTNAME)];
    const people = [own(scanned(ada), SCAN, LASTNAME), bo];
    expect(formOf(fields, [own(ada, SCAN), bo], bo).openTriggers).toEqual([]);
    expect(formOf(fields, [own(ada, SCAN), bo]).openTriggers).toEqual([SCAN]);
    expect(shown(fields, people, bo)[1]).toEqual(['', true]);
    expect(shown(fields, people)[1]).toEqual(['EK', false]);
    expect(valuesOf(sign(fields, [], [bo, ...people.slice(0, 1)]))).toEqual([]);
  });
});
