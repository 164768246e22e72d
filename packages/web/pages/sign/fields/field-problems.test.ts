import { describe, expect, it } from 'vitest';
import { buildField } from '../../../testing/build-field.ts';
import { findProblem, inputHints } from './field-values.ts';

const email = buildField({ attributes: [{ name: 'svc-format-email', kind: 'formatting' }] });
const mobile = buildField({ attributes: [{ name: 'svc-format-mobile', kind: 'formatting' }] });

describe('what is wrong with a value', () => {
  it.each([[[]], [['']], [['  ']]])('is that a required field holds %j', (value) => {
    expect(findProblem(buildField({ required: true }), value)).toBe('required');
    expect(findProblem(buildField(), value)).toBe(null);
  });

  it('is its length beyond maxLength', () => {
    expect(findProblem(buildField({ maxLength: 3 }), ['abcd'])).toBe('too_long');
    expect(findProblem(buildField({ maxLength: 3 }), ['abc'])).toBe(null);
    expect(findProblem(buildField({ maxLength: 3 }), ['😀😀😀'])).toBe(null);
  });

  it('is its format where the name asks for one', () => {
    expect(findProblem(email, ['anna'])).toBe('not_email');
    expect(findProblem(email, ['anna@example.com'])).toBe(null);
    expect(findProblem(mobile, ['12'])).toBe('not_mobile');
    expect(findProblem(mobile, ['070-123 45 67'])).toBe(null);
  });

  it('is nothing in a format field that is optional and empty', () => {
    expect(findProblem(email, [])).toBe(null);
  });

  it('is nothing the signee could mend in a field that cannot be filled', () => {
    expect(findProblem(buildField({ required: true, readOnly: true }), [])).toBe(null);
  });

  it('is less likely with the right keyboard', () => {
    expect(inputHints(email).inputMode).toBe('email');
    expect(inputHints(mobile).inputMode).toBe('tel');
    expect(inputHints(buildField()).inputMode).toBe('text');
    expect(inputHints(buildField({ password: true })).autocomplete).toBe('new-password');
  });
});
