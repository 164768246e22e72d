import { expect, it } from 'vitest';
import { buildField } from '../../../testing/build-field.ts';
import { widgetElementId, widgetsOnPage } from './page-layers.ts';

const place = (page: number) => ({ page, x: 1, y: 2, width: 3, height: 4 });
const everywhere = buildField({ name: 'name', widgets: [place(0), place(2), place(2)] });
const content = buildField({ name: 'fixed', readOnly: true, widgets: [place(2)] });

it('finds every place of every field on a page', () => {
  const fields = [everywhere, content];
  expect(widgetsOnPage(fields, 2, 'fillable').map(({ index }) => index)).toEqual([1, 2]);
  expect(widgetsOnPage(fields, 2, 'content').map(({ field }) => field.name)).toEqual(['fixed']);
  expect(widgetsOnPage(fields, 1, 'fillable')).toEqual([]);
});

it('gives each place an id, whatever the field is called', () => {
  expect(widgetElementId('a b|svc-format-email', 1)).toBe('widget-a%20b%7Csvc-format-email-1');
});
