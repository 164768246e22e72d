import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const pages = new URL('..', import.meta.url).pathname;
const read = (path: string) => readFileSync(pages + path, 'utf8');
const sheets = globSync('**/*.css', { cwd: pages }).map((path) => ({ path, text: read(path) }));

const light = readTokens(read('styles/base.css'));
const dark = new Map([...light, ...readTokens(read('styles/dark.css'))]);

/** Only colors that are given as hexadecimal digits; of a sender's color, the default. */
function readTokens(css: string): Map<string, string> {
  const found = css.matchAll(/--([a-z-]+\d?): (?:var\([a-z-]+, )?(#[0-9a-f]{6})\)?;/g);
  return new Map([...found].map(([, name = '', color = '']) => [name, color]));
}

/** WCAG 2.2, relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

const TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ['text', ['paper', 'desk', 'well', 'hover', 'field-tint', 'mark-tint', 'good-tint', 'problem-tint']],
  ['text-soft', ['paper', 'desk', 'well', 'hover']],
  ['text-disabled', ['paper', 'desk']],
  ['brand', ['paper', 'desk']],
  ['action', ['paper', 'desk', 'field-tint']],
  ['on-action', ['action', 'problem']],
  ['on-brand', ['brand']],
  ['good', ['paper', 'good-tint']],
  ['good-dark', ['good-tint']],
  ['mark', ['paper', 'mark-tint']],
  ['problem', ['paper', 'problem-tint']],
  ['problem-dark', ['problem-tint']],
];
const CONTROLS = ['input-line', 'mark-line', 'action'];

test.each([
  ['light', light],
  ['dark', dark],
])('texts have a contrast of 4.5 and borders of controls one of 3 in the %s theme', (_, tokens) => {
  const ratio = (one: string, other: string) => contrast(tokens.get(one) ?? '', tokens.get(other) ?? '');
  for (const [name, grounds] of TEXTS)
    for (const ground of grounds)
      expect(ratio(name, ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  for (const name of CONTROLS) expect(ratio(name, 'paper'), name).toBeGreaterThanOrEqual(3);
});

test('the colors of people can be read on their tints and on paper', () => {
  const css = read('app/composer/styles/tones.css');
  const tones = [...css.matchAll(/--tone-dark: (#\w{6});\s+--tone-light: (#\w{6});/g)];
  expect(tones).toHaveLength(8);
  for (const [, ink = '', tint = ''] of tones) {
    expect(contrast(ink, '#ffffff')).toBeGreaterThanOrEqual(6.8);
    expect(contrast(ink, tint)).toBeGreaterThanOrEqual(5.7);
  }
});

/** Text on a page of the document is as large as the page is shown; the rest follows the tokens. */
const SIZE = /^(?:var\(--size-[a-z\d]+\)|clamp\(9px, 1\.1vw, 14px\)|1\.35em|0\.8em)$/;

test('pages have the sizes of the tokens and two weights', () => {
  for (const { path, text } of sheets) {
    for (const [, size = ''] of text.matchAll(/font-size: ([^;]+);/g))
      if (path !== 'styles/base.css' || size !== '100%') expect(size, path).toMatch(SIZE);
    for (const [, weight = ''] of text.matchAll(/font-weight: ([^;]+);/g))
      expect(['400', '600'], path).toContain(weight);
  }
});
