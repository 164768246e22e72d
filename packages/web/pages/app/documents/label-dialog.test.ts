import { expect, it } from 'vitest';
import { changeLabels } from './label-dialog.tsx';

it('changes what the dialog names, compared without case, and leaves the other labels of each document', () => {
  const change = { added: ['Lease', 'HR'], removed: ['old'] };
  expect(changeLabels(['lease', 'Old', 'Mine'], change)).toEqual(['lease', 'Mine', 'HR']);
  expect(changeLabels([], change)).toEqual(['Lease', 'HR']);
  expect(changeLabels(['Mine'], { added: [], removed: [] })).toEqual(['Mine']);
});
