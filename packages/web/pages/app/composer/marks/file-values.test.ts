import { describe, expect, it } from 'vitest';
import { buildField } from '../../../../testing/build-field.ts';
import { EMPTY_DRAFT } from '../draft.ts';
import { currentValue, enterValue, isPrefillable } from './file-values.ts';

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

  it('[2.5-07] are for editable fields, and not for passwords', () => {
    expect(isPrefillable(buildField({ editable: true }))).toBe(true);
    expect(isPrefillable(buildField({ editable: false }))).toBe(false);
    expect(isPrefillable(buildField({ editable: true, password: true }))).toBe(false);
  });
});
