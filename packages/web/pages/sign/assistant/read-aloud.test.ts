import { describe, expect, it } from 'vitest';
import { findVoice, splitSentences } from './read-aloud.ts';

const voice = (lang: string, localService = true, isDefault = false) => ({
  lang,
  localService,
  default: isDefault,
});

describe('[D11-11] a voice for reading aloud', () => {
  it('is one of the device, never one that sends the text away', () => {
    const remote = voice('sv-SE', false, true);
    const local = voice('sv-FI');
    expect(findVoice([remote, local], 'sv')).toBe(local);
    expect(findVoice([remote], 'sv')).toBeUndefined();
  });

  it('speaks the language, whatever region and notation the device names', () => {
    const voices = [voice('en-US'), voice('pt_BR'), voice('nb-NO'), voice('sv')];
    expect(['pt', 'no', 'sv-SE', 'de', ''].map((language) => findVoice(voices, language)?.lang)).toEqual([
      'pt_BR',
      'nb-NO',
      'sv',
      undefined,
      undefined,
    ]);
  });

  it('is the one that the person has chosen', () => {
    const chosen = voice('en-GB', true, true);
    expect(findVoice([voice('en-US'), chosen], 'en')).toBe(chosen);
  });
});

describe('sentences that are read', () => {
  it.each(['en', 'ar', '', 'not a tag'])('are together the text, in %j', (language) => {
    const text = 'Rent is 9,800 SEK. It is due monthly! يدفع المستأجر.';
    const sentences = splitSentences(text, language);
    expect(sentences.join('')).toBe(text);
    expect(sentences.length).toBeGreaterThan(1);
  });
});
