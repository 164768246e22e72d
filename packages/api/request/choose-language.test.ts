import { describe, expect, it } from 'vitest';
import { chooseAcceptedLanguage } from './client.ts';

describe('chooseAcceptedLanguage', () => {
  it.each([
    ['sv', 'sv'],
    ['es-MX,es;q=0.9', 'es'],
    ['de, sv-FI;q=0.8, en;q=0.9', 'en'],
    ['fr', undefined],
    ['sv;q=0, es;q=0.1', 'es'],
    ['*', undefined],
    ['', undefined],
    [undefined, undefined],
    ['sv;q=nonsense', undefined],
  ])('%s gives %s', (header, language) => {
    expect(chooseAcceptedLanguage(header)).toBe(language);
  });
});
