import { describe, expect, it } from 'vitest';
import { buildField } from '../../../testing/build-field.ts';
import { labelOf } from '../../document/reading-order.ts';
import { collectValues, dayInput, describeValue, initialValues, isFillable } from './field-values.ts';

const name = buildField({ name: 'name', value: ['Anna'] });
const note = buildField({ name: 'note' });
const fixed = buildField({ name: 'fixed', readOnly: true, value: ['Bo'] });
const scanned = buildField({ name: 'scanned', editable: false, value: ['EK'] });

describe('values of fields', () => {
  it('sends only what differs from what the service has', () => {
    expect(collectValues([name, note], initialValues([name, note]))).toEqual([]);
    expect(collectValues([name, note], { name: ['Anna'], note: ['Ring first'] })).toEqual([
      { name: 'note', value: ['Ring first'] },
    ]);
  });

  it('sends a cleared field as an empty list, never as an empty string', () => {
    expect(collectValues([name], { name: [''] })).toEqual([{ name: 'name', value: [] }]);
    expect(collectValues([name], { name: ['   '] })).toEqual([{ name: 'name', value: [] }]);
  });

  it('never sends what may not be filled', () => {
    expect(collectValues([fixed], { fixed: ['changed'] })).toEqual([]);
    expect([name, fixed].map(isFillable)).toEqual([true, false]);
  });

  it('sends corrections of what a check filled in, though it may not be prefilled', () => {
    expect(isFillable(scanned)).toBe(true);
    expect(collectValues([scanned], { scanned: ['Ek'] })).toEqual([{ name: 'scanned', value: ['Ek'] }]);
  });

  it('shows labels and options of a file without what turns or breaks them, and keys values as they are', () => {
    const options = [{ label: 'Ja\u202E\u2028nej', value: 'j\u202E' }];
    const field = buildField({ label: 'Lön\u200B\u2067', name: 'x', type: 'combobox', options });
    expect(labelOf(field)).toBe('Lön');
    expect(labelOf({ ...field, label: '\u2066' })).toBe('X');
    expect(describeValue(field, ['j\u202E'])).toBe('Ja nej');
    expect(collectValues([field], { x: ['j\u202E'] })).toEqual([{ name: 'x', value: ['j\u202E'] }]);
  });

  it('keeps any script and every line as typed', () => {
    const value = ['Łukasz Żółć\n株式会社'];
    expect(collectValues([note], { note: value })).toEqual([{ name: 'note', value }]);
  });

  it('[D10-20] are days of ISO 8601 for the calendar, and in the format of the field for the service', () => {
    const days = dayInput({ ...note, dateFormat: 'DD/MM/YYYY' }, ['03/02/2027']);
    expect([days?.day, days?.write('2027-12-31'), days?.write('')]).toEqual([
      '2027-02-03',
      ['31/12/2027'],
      [],
    ]);
    expect(dayInput({ ...note, dateFormat: 'DD/MM/YYYY' }, ['soon'])?.day).toBe('');
    expect(dayInput(note, ['2027-02-03'])).toBeNull();
  });

  it('is read by people as labels of options', () => {
    const plan = buildField({ type: 'listbox', options: [{ label: 'Full time', value: '1' }] });
    expect(describeValue(plan, ['1', 'other'])).toBe('Full time, other');
    expect(describeValue(buildField({ password: true }), ['p@ss😀'])).toBe('•••••');
  });
});
