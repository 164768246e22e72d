import { type FieldValue, FormError, type FormErrorCode, prefill } from '@countersign/forms';
import { errorMessage } from '@countersign/i18n';
import { openPdf } from '@countersign/pdf';
import { describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';

const REFUSED: readonly [FormErrorCode, FieldValue, string][] = [
  ['unknown_field', { name: 'nobody', value: 'x' }, ''],
  ['field_not_editable', { name: 'date|svc-date-now', value: '2026-01-01' }, ''],
  ['option_not_offered', { name: 'plan', value: 'Gold' }, 'Gold'],
  ['value_too_long', { name: 'postcode', value: '1234567' }, '6'],
  ['too_many_values', { name: 'payment', value: ['Invoice', 'Card'] }, ''],
  ['empty_value', { name: 'notes', value: '' }, '[]'],
  ['value_format_invalid', { name: 'email|svc-format-email', value: 'nobody' }, 'anna@example.com'],
  ['text_not_drawable', { name: 'notes', value: 'signed 😀' }, '😀'],
  ['text_not_drawable', { name: 'notes', value: 'bell \u0007' }, 'U+0007'],
  ['text_not_drawable', { name: 'notes', value: 'half \ud83d' }, 'U+D83D'],
  ['text_not_drawable', { name: 'notes', value: 'Pay \u202e0001' }, 'U+202E'],
];

const RULES: Record<string, readonly string[]> = {
  en: [
    'no form field',
    'cannot be filled in',
    'options',
    'at most',
    'one value',
    'empty',
    'is not an email address',
    'cannot be drawn',
  ],
  sv: [
    'inget formulärfält',
    'går inte att fylla i',
    'alternativ',
    'högst',
    'ett värde',
    'tomt',
    'är inte en e-postadress',
    'inte kan visas',
  ],
  es: [
    'ningún campo',
    'no se puede rellenar',
    'opciones',
    'como máximo',
    'un valor',
    'vacío',
    'no es una dirección',
    'no se pueden mostrar',
  ],
};

async function refusal(value: FieldValue): Promise<FormError> {
  const file = openPdf(fixturePath('forms/contract.pdf'));
  const error = await prefill(file, [value]).catch((reason: unknown) => reason);
  file.close();
  if (error instanceof FormError) return error;
  throw new Error('The value was not refused', { cause: error });
}

describe.each(REFUSED)('%s of a real form', (code, value, said) => {
  it.each(['en', 'sv', 'es'] as const)('names the field and the rule in %s', async (language) => {
    const error = await refusal(value);
    expect(error.code).toBe(code);
    const sentence = errorMessage(language, error.code, error.params);
    expect(sentence).toContain(value.name);
    expect(sentence).toContain(said);
    const position = REFUSED.findIndex(([known]) => known === code);
    expect(sentence).toContain(RULES[language]?.[position]);
  });
});
