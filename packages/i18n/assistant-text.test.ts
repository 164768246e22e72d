import { readdirSync } from 'node:fs';
import { ASSISTANT_LANGUAGES } from '@countersign/assistant/languages';
import { describe, expect, it } from 'vitest';
import english from './assistant/en.json' with { type: 'json' };
import { directionOf, loadAssistantText } from './assistant-text.ts';

const PARAMETERS = {
  host: 'llm.example.com',
  name: 'Maria Lind',
  page: 4,
  number: 2,
  count: 3,
  time: '14:05',
};
const KEYS = Object.keys(english) as (keyof typeof english)[];
const TRANSLATIONS = ASSISTANT_LANGUAGES.filter((language) => language !== 'en');

/** Parameters that a sentence names. */
function parametersOf(sentence: string): string[] {
  return (sentence.match(/\{\w+\}/g) ?? []).sort();
}

describe('[D11-12] the sentences of the assistant', () => {
  it('are there in every language that a document may ask for, and in no other', () => {
    const files = readdirSync(new URL('assistant/', import.meta.url)).map((file) =>
      file.replace('.json', ''),
    );
    expect(files.sort()).toEqual([...ASSISTANT_LANGUAGES].sort());
    expect(files).toHaveLength(28);
  });

  it.each(TRANSLATIONS)('take the same parameters in %s as in English', async (language) => {
    const { default: sentences } = await import(/* @vite-ignore */ `./assistant/${language}.json`, {
      with: { type: 'json' },
    });
    for (const key of KEYS) expect(parametersOf(sentences[key]), key).toEqual(parametersOf(english[key]));
  });

  it.each(TRANSLATIONS)('are translated in %s: no sentence was left in English', async (language) => {
    const [text, inEnglish] = await Promise.all([loadAssistantText(language), loadAssistantText('en')]);
    for (const key of KEYS.filter((one) => /\w \w/.test(english[one])))
      expect(text(key, PARAMETERS), key).not.toBe(inEnglish(key, PARAMETERS));
  });

  it.each(ASSISTANT_LANGUAGES)('can be formatted in %s', async (language) => {
    const text = await loadAssistantText(language);
    for (const key of KEYS) expect(text(key, PARAMETERS), key).not.toMatch(/[{}]|none|undefined/);
  });

  it.each([
    ['uk', /\p{Script=Cyrillic}/u],
    ['bg', /\p{Script=Cyrillic}/u],
    ['el', /\p{Script=Greek}/u],
    ['ar', /\p{Script=Arabic}/u],
  ] as const)('are written in the script of %s', async (language, script) => {
    const text = await loadAssistantText(language);
    for (const key of KEYS) expect(text(key, PARAMETERS), key).toMatch(script);
  });

  it('isolate names from the Arabic around them, so that their punctuation stays in place', async () => {
    const text = await loadAssistantText('ar');
    expect(text('askSender', { name: 'Lind (CEO)' })).toContain('\u2068Lind (CEO)\u2069');
  });

  it('run from right to left where the language does', () => {
    expect(ASSISTANT_LANGUAGES.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar']);
    expect(['he-IL', 'fa', 'AR-eg', 'en-AR'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'ltr']);
  });
});
