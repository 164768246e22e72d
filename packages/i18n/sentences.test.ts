import {
  LANGUAGES,
  LATER_CHANGE_CODES,
  SIGNATURE_PROBLEM_CODES,
  SIGNATURE_TYPES,
} from '@countersign/signing';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { page as english } from './en/page.ts';
import { verify as englishVerify } from './en/verify.ts';
import { errorMessage } from './error-message.ts';
import { page as spanish } from './es/page.ts';
import { verify as spanishVerify } from './es/verify.ts';
import { formatMessage } from './format.ts';
import { ERRORS, EVIDENCE, MESSAGES } from './languages.ts';
import { CHANGES } from './later-change.ts';
import { METHODS } from './method-name.ts';
import { pageText } from './page-text.ts';
import type { ErrorCode } from './sentences.ts';
import { SIGNATURES, signatureProblem } from './signature-problem.ts';
import { page as swedish } from './sv/page.ts';
import { verify as swedishVerify } from './sv/verify.ts';

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

  it.each(['sv', 'es'] as const)('take the same parameters in %s as in English', (language) => {
    for (const code of CODES) {
      expect(parametersOf(ERRORS[language][code]), code).toEqual(parametersOf(ERRORS.en[code]));
    }
  });

  it('name the member and the bounds', () => {
    const params = { member: 'signeeDetails.0.signatureBox.scale', rule: 'range', min: 0.25, max: 1.5 };
    expect(errorMessage('en', 'invalid_request', params)).toBe(
      'signeeDetails[0].signatureBox.scale must be a number from 0.25 to 1.5.',
    );
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
  it.each(['sv', 'es'] as const)('takes the same parameters in %s as in English', (language) => {
    for (const code of SIGNATURE_PROBLEM_CODES) {
      expect(parametersOf(SIGNATURES[language][code]), code).toEqual(parametersOf(SIGNATURES.en[code]));
    }
  });

  it('shows what cannot be seen in a name from the file', () => {
    const found = { code: 'kind_not_supported', params: { kind: 'a\u0007\u202e{b}' } } as const;
    expect(signatureProblem('sv', found)).toBe('Underskrifter av typen ”aU+0007U+202E{b}” stöds inte');
  });
});

describe('what may have been changed after a signature', () => {
  it.each(['sv', 'es'] as const)('takes the same parameters in %s as in English', (language) => {
    for (const code of LATER_CHANGE_CODES) {
      expect(parametersOf(CHANGES[language][code]), code).toEqual(parametersOf(CHANGES.en[code]));
    }
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

describe('messages and pages', () => {
  const pages = {
    en: { ...english, ...englishVerify },
    sv: { ...swedish, ...swedishVerify },
    es: { ...spanish, ...spanishVerify },
  };

  it.each(['sv', 'es'] as const)('take the same parameters in %s as in English', (language) => {
    for (const [key, message] of Object.entries(MESSAGES.en)) {
      const other = MESSAGES[language][key as keyof typeof MESSAGES.en];
      expect(parametersOf(other), key).toEqual(parametersOf(message));
    }
    for (const [key, message] of Object.entries(EVIDENCE.en)) {
      const other = EVIDENCE[language][key as keyof typeof EVIDENCE.en];
      expect(parametersOf(other), key).toEqual(parametersOf(message));
    }
    for (const [key, message] of Object.entries(pages.en)) {
      expect(parametersOf(pages[language][key as keyof typeof pages.en]), key).toEqual(parametersOf(message));
    }
  });

  it.each(LANGUAGES)('are valid ICU in %s', (language) => {
    const all = [...Object.values(MESSAGES[language]), ...Object.values(pages[language])];
    for (const message of all) expect(formatMessage(language, message, { count: 2, limit: 2 })).not.toBe('');
  });

  it('count as the language counts', () => {
    expect(pageText('es')('stepsLeft', { count: 1 })).toBe('Falta 1 paso');
    expect(pageText('es')('stepsLeft', { count: 3 })).toBe('Faltan 3 pasos');
  });
});
