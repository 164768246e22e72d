import { SigningError } from '@countersign/signing';
import { describe, expect, it } from 'vitest';
import { refuseUnstorableText } from './body.ts';

function detailOf(body: unknown) {
  try {
    refuseUnstorableText(body);
    return null;
  } catch (error) {
    if (!(error instanceof SigningError)) throw error;
    return error.details[0];
  }
}

describe('text that cannot be kept', () => {
  it('is refused wherever it stands, by its path', () => {
    expect(detailOf({ name: 'a\0b' })).toMatchObject({ path: 'name', params: { rule: 'characters' } });
    expect(detailOf({ fields: [{ name: 'x', value: ['ok', '\ud800'] }] })?.path).toBe('fields.0.value.1');
    expect(detailOf({ signeeDetails: [{ 'a\0': 1 }] })?.path).toBe('signeeDetails.0');
  });

  it('is not any other text', () => {
    expect(detailOf({ name: 'Łukasz 😀\n', none: null, count: 1, list: [true] })).toBeNull();
    expect(detailOf(undefined)).toBeNull();
  });
});
