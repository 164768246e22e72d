import { readdirSync } from 'node:fs';
import { LANGUAGES, type Language } from '@countersign/base/locale';
import { SIGNATURE_TYPES } from '@countersign/signing';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from './en/errors.ts';
import { formatMessage } from './format.ts';
import { errorMessage, METHODS, pageText, signatureProblem } from './sentence-of.ts';
import { ERRORS } from './sentences.ts';

const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en');
const CODES = Object.keys(ERRORS.en) as ErrorCode[];

/** Returns the parameters of a message, sorted: all names in its syntax tree except those of literals. */
function parametersOf(message: string): string[] {
  const names = new Set<string>();
  JSON.stringify(new IntlMessageFormat(message, 'en').getAst(), (_, node) => {
    if (node?.type > LITERAL && node.type < POUND) names.add(node.value);
    return node;
  });
  return [...names].sort();
}

/** Of `TYPE` in @formatjs/icu-messageformat-parser. */
const [LITERAL, POUND] = [0, 7];

describe('error sentences', () => {
  it.each(LANGUAGES)('exist for every code and need no parameters in %s', (language) => {
    for (const code of CODES) {
      const sentence = errorMessage(language, code);
      expect(sentence, code).toMatch(/^[\p{L}“”«].{20,}[.]$/u);
      expect(sentence, code).not.toMatch(/undefined|\{|\}|\s\s/);
    }
  });

  it('name the member and the bounds', () => {
    const params = { member: 'signeeDetails.0.signatureBox.scale', rule: 'range', min: 0.25, max: 1.5 };
    expect(errorMessage('en', 'invalid_request', params)).toBe(
      'signeeDetails[0].signatureBox.scale must be a number from 0.25 to 1.5.',
    );
  });

  it('say what there is to choose from, and that a file is empty', () => {
    const option = { field: 'plan', option: 'Gold', options: 'Basic, Plus', more: 3 };
    expect(errorMessage('en', 'option_not_offered', option)).toMatch(
      /Choose one of: Basic, Plus \(and 3 more\)\.$/,
    );
    expect(errorMessage('sv', 'page_out_of_range', { page: 7, pages: 3 })).toContain('Det har 3 sidor');
    expect(errorMessage('es', 'not_a_pdf', { size: 0 })).toContain('está vacío');
  });

  it('leave markup and braces of a value alone', () => {
    expect(errorMessage('sv', 'unknown_field', { field: "<b>{x}'s" })).toContain("”<b>{x}'s”");
  });

  it('shorten long ones between characters, not within one', () => {
    const sentence = errorMessage('en', 'unknown_field', { field: `a${'😀'.repeat(300)}` });
    expect(sentence).toContain(`“a${'😀'.repeat(199)}…”`);
    expect(errorMessage('en', 'unknown_field', { field: 'é'.repeat(200) })).toContain(`“${'é'.repeat(200)}”`);
  });
});

describe('what can be wrong with a signature', () => {
  it('shows what cannot be seen in a name from the file', () => {
    const found = { code: 'kind_not_supported', params: { kind: 'a\u0007\u202e{b}' } } as const;
    expect(signatureProblem('sv', found)).toBe('Underskrifter av typen ”aU+0007U+202E{b}” stöds inte');
  });
});

describe('names of signature methods', () => {
  it.each(LANGUAGES)('are there in %s, with their provider, for all but plain ink', (language) => {
    for (const type of SIGNATURE_TYPES) {
      const name = formatMessage(language, METHODS[language][type], { provider: 'Freja' });
      expect(name, type).toMatch(type === 'digital_ink' ? /^$/ : /Freja/);
    }
  });
});

/** Returns every sentence of a language by its file and key. */
async function readSentences(language: Language): Promise<ReadonlyMap<string, string>> {
  const sentences = new Map<string, string>();
  const collect = (path: string, value: object): void => {
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === 'string') sentences.set(`${path}.${key}`, member);
      else collect(`${path}.${key}`, member);
    }
  };
  const folder = new URL(`${language}/`, import.meta.url);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts')))
    collect(file, await import(/* @vite-ignore */ new URL(file, folder).href));
  return sentences;
}

/** Words that people outside of this project did not use, as whole words, and only where they mean what they meant. */
const FORMER_WORDS: readonly (readonly [string, RegExp])[] = [
  ['signee', /\bsignees?\b/i],
  ['Who signs', /^who signs$/i],
  ['Ended', /^(ended|avslutade|terminados)$/i],
  ['Sent between', /\bsent between\b|\bskickat mellan\b|\benviado entre\b/i],
  ['What happened', /^(what happened|vad som har hänt|qué ha pasado)$/i],
  ['Links', /^(links|länkar|enlaces)$/i],
  ['Programs', /\bprograms?\b|\bprogrammen?\b|\bprogramas?\b/i],
  ['Put on a new page', /\b(put|placed?) on a new page\b/i],
  ['Turn', /^(turn|tur|turno)$/i],
  ['Belongs to', /^(belongs to|tillhör|pertenece a)$/i],
  ['Something is missing', /\bsomething is missing\b|\bnågot saknas\b|\bfalta algo\b/i],
  ['What signees may change', /\bmay change\b.*\bsign/i],
  [
    'As the account decides',
    /\bas the account decides\b|\bsom kontot bestämmer\b|\bcomo decida la cuenta\b/i,
  ],
  ['External id', /\bexternal id\b|\bexternt id\b|\bid externo\b/i],
  ['Can be signed until', /\bcan be signed until\b|\bkan signeras till\b|\bse puede firmar hasta\b/i],
  ['Kept until', /^(kept until|sparas till|se guarda hasta)\b/i],
  ['Close for good', /\bclose for good\b|\bstäng för gott\b|\bcerrar para siempre\b/i],
  ['made signing links', /\bmade signing links\b/i],
  ['Prove who you are', /\bprove who you are\b|\bvisa vem du är\b|\bdemuestre quién es\b/i],
  ['byte for byte', /\bbyte for byte\b|\bbyte för byte\b|\bbyte a byte\b/i],
  ['SHA-256', /(?<!\()SHA-?256(?!\))/],
  ['Audit trail', /\baudit trail\b|\bis the one sealed\b/i],
  ['Signature Seal', /\bsignature seal\b/i],
];

/** Such as `fullName` or `signature_box`. */
const RAW_NAME = /\b[a-z]{2,}(?:[A-Z][a-z]+)+\b|\b[a-z]+_[a-z_]+\b/;

/** Sentences that only developers read name members and codes of the API. */
function isForDevelopers(key: string): boolean {
  return key.startsWith('errors.ts.');
}

/** Returns the words of a message without the syntax around them: names of parameters, and what they are compared with. */
function shownText(message: string): string {
  return message
    .replace(/\{\w+, (?:plural|select),/g, '')
    .replace(/(?:=\d+|\b\w+) \{/g, '{')
    .replace(/\{\w+(?:, \w+)?\}/g, '')
    .replace(/[{}]/g, ' ')
    .trim();
}

describe('all sentences', () => {
  it.each(TRANSLATIONS)('take the same parameters in %s as in English', async (language) => {
    const others = await readSentences(language);
    for (const [key, message] of await readSentences('en'))
      expect(parametersOf(others.get(key) ?? ''), key).toEqual(parametersOf(message));
  });

  it.each(TRANSLATIONS)('are translated in %s: no sentence was left in English', async (language) => {
    const others = await readSentences(language);
    const isSentence = /\p{L}+ \p{L}+ \p{L}+/u;
    for (const [key, message] of await readSentences('en'))
      if (isSentence.test(message.replace(/\{[^{}]*\{|[{}]/g, ' ')))
        expect(others.get(key), key).not.toBe(message);
  });

  it.each(LANGUAGES)('can be formatted in %s', async (language) => {
    for (const [key, message] of await readSentences(language))
      expect(() => formatMessage(language, message, { count: 2, limit: 2 }), key).not.toThrow();
  });

  // The parser of skeletons and its data were 2.6 kB of every page, and no sentence has one.
  it.each(LANGUAGES)('have no skeletons in %s, which pages cannot parse', async (language) => {
    for (const [key, message] of await readSentences(language)) expect(message, key).not.toMatch(/, *::/);
  });

  it('count as the language counts', () => {
    expect(pageText('es')('stepsLeft', { count: 1 })).toBe('Falta 1 paso');
    expect(pageText('es')('stepsLeft', { count: 3 })).toBe('Faltan 3 pasos');
  });

  it.each(FORMER_WORDS)('say no “%s” any more', async (_, pattern) => {
    // Sentences of BankID are prescribed.
    for (const language of LANGUAGES)
      for (const [key, message] of await readSentences(language))
        if (!key.startsWith('electronic-id.ts.'))
          expect(shownText(message), `${language} ${key}`).not.toMatch(pattern);
  });

  it.each(LANGUAGES)('name no member of the API in %s', async (language) => {
    for (const [key, message] of await readSentences(language))
      if (!isForDevelopers(key)) expect(shownText(message), key).not.toMatch(RAW_NAME);
  });
});
