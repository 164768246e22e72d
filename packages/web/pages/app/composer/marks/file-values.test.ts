import { describe, expect, it } from 'vitest';
import { buildField } from '../../../../testing/build-field.ts';
import { buildFieldMark } from '../../../../testing/build-mark.ts';
import { EMPTY_DRAFT } from '../draft.ts';
import { changeDayFormat, currentValue, enterValue, isPrefillable } from './file-values.ts';

const city = buildField({ name: 'city', value: ['Umeå'] });

describe('prefilled values', () => {
  it('replace those of the file, and are not sent when they are equal', () => {
    const entered = enterValue(EMPTY_DRAFT, city, ['Lund']);
    expect(entered.fields).toEqual({ city: 'Lund' });
    expect(currentValue(city, entered.fields.city)).toEqual(['Lund']);
    expect(enterValue(entered, city, ['Umeå']).fields).toEqual({});
  });

  it('[D2-23] are cleared by an empty list', () => {
    expect(enterValue(EMPTY_DRAFT, city, ['']).fields).toEqual({ city: [] });
  });

  it('of a list with several choices are a list', () => {
    const extras = buildField({ name: 'extras', type: 'listbox', multiSelect: true });
    expect(enterValue(EMPTY_DRAFT, extras, ['a']).fields).toEqual({ extras: ['a'] });
  });

  it('[D10-20] of a day are that day after its format has changed', () => {
    const mark = buildFieldMark('a', {}, { name: 'Day', dateFormat: 'YYYY-MM-DD' });
    const draft = { ...EMPTY_DRAFT, marks: [mark], fields: { Day: '2027-02-03' } };
    const changed = changeDayFormat(draft, mark, 'DD.MM.YYYY');
    expect(changed).toMatchObject({ marks: [{ dateFormat: 'DD.MM.YYYY' }], fields: { Day: '03.02.2027' } });
    expect(changeDayFormat({ ...draft, fields: {} }, mark, 'MM/DD/YYYY').fields).toEqual({});
  });

  it('[2.5-07] are for editable fields, and not for passwords', () => {
    expect(isPrefillable(buildField({ editable: true }))).toBe(true);
    expect(isPrefillable(buildField({ editable: false }))).toBe(false);
    expect(isPrefillable(buildField({ editable: true, password: true }))).toBe(false);
  });
});
