import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { SecretBox } from './encryption.ts';

const box = new SecretBox(randomBytes(32));

it('opens what it sealed, in its place, and never writes the same twice', () => {
  const sealed = box.seal('hemligt ✓', 'webhook 1');
  expect(box.open(sealed, 'webhook 1')).toBe('hemligt ✓');
  expect(sealed).not.toContain('hemligt');
  expect(box.seal('hemligt ✓', 'webhook 1')).not.toBe(sealed);
});

it('refuses a secret in another place, under another key, or altered', () => {
  const sealed = box.seal('secret', 'webhook 1');
  const refusal = expect.objectContaining({ code: 'secret_damaged' });
  expect(() => box.open(sealed, 'webhook 2')).toThrow(refusal);
  expect(() => new SecretBox(randomBytes(32)).open(sealed, 'webhook 1')).toThrow(refusal);
  expect(() => box.open(`${sealed.slice(0, -2)}AA`, 'webhook 1')).toThrow(refusal);
  expect(() => box.open('', 'webhook 1')).toThrow(refusal);
});

it('refuses a key that is not 32 bytes', () => {
  expect(() => new SecretBox(randomBytes(16))).toThrow(
    expect.objectContaining({ code: 'encryption_key_invalid', params: { length: 16 } }),
  );
});
