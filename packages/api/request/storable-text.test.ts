import { describe, expect, it } from 'vitest';
import { describeIssues, RequestInvalid } from '../errors/request-invalid.ts';
import { refuseUnstorableText } from './storable-text.ts';

function pathOf(body: unknown): string | null {
  try {
    refuseUnstorableText(body);
    return null;
  } catch (error) {
    if (!(error instanceof RequestInvalid)) throw error;
    return describeIssues(error.issues, 'sv')[0]?.path ?? '';
  }
}

describe('text that cannot be kept', () => {
  it('is refused wherever it stands, by its path', () => {
    expect(pathOf({ name: 'a\0b' })).toBe('name');
    expect(pathOf({ fields: [{ name: 'x', value: ['ok', '\ud800'] }] })).toBe('fields.0.value.1');
    expect(pathOf({ signeeDetails: [{ 'a\0': 1 }] })).toBe('signeeDetails.0');
  });

  it('is refused when it lies deeper than any request, before something recursive looks at it', () => {
    const depth = 100_000;
    expect(pathOf(JSON.parse('['.repeat(depth) + ']'.repeat(depth)))).toMatch(/^0(\.0)+$/);
  });

  it('is not any other text', () => {
    expect(pathOf({ name: 'Łukasz 😀\n', none: null, count: 1, list: [true] })).toBeNull();
    expect(pathOf(undefined)).toBeNull();
  });

  it('is described in the language asked for', () => {
    const error = new RequestInvalid([
      { code: 'invalid_format', format: 'unicode', path: ['name'], message: 'x' },
    ]);
    const words = (['en', 'sv', 'es'] as const).map(
      (language) => describeIssues(error.issues, language)[0]?.message,
    );
    expect(new Set(words).size).toBe(3);
  });
});
