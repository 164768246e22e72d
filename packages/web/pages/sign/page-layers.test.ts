import { expect, it } from 'vitest';
import { buildField } from '../../testing/build-field.ts';
import { widgetElementId, widgetsOnPage } from './document-view.tsx';

const place = (page: number) => ({ page, x: 1, y: 2, width: 3, height: 4 });
const everywhere = buildField({ name: 'name', widgets: [place(0), place(2), place(2)] });
const content = buildField({ name: 'fixed', readOnly: true, widgets: [place(2)] });

it('finds every place of every field on a page', () => {
  const fields = [everywhere, content];
  expect(widgetsOnPage(fields, 2).map(({ field, index }) => [field.name, index])).toEqual([
    ['name', 1],
    ['name', 2],
    ['fixed', 0],
  ]);
  expect(widgetsOnPage(fields, 1)).toEqual([]);
});

// Read-only values and buttons of checks came first, wherever they stood: a keyboard jumped past the inputs.
it('puts what is computed or checked between the inputs, where it stands on the page', () => {
  const at = (name: string, y: number, readOnly: boolean) =>
    buildField({ name, readOnly, widgets: [{ page: 0, x: 10, y, width: 100, height: 20 }] });
  const fields = [at('first', 100, false), at('last', 300, false), at('computed', 200, true)];
  expect(widgetsOnPage(fields, 0).map(({ field }) => field.name)).toEqual(['first', 'computed', 'last']);
});

it('gives each place an id, whatever the field is called', () => {
  expect(widgetElementId('a b|svc-format-email', 1)).toBe('widget-a%20b%7Csvc-format-email-1');
});
