import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
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

it('opens what any of its keys sealed, and seals again with the first what another one did', () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const sealed = new SecretBox(older).seal('secret', 'webhook 1');
  const both = new SecretBox([newer, older]);
  expect(both.open(sealed, 'webhook 1')).toBe('secret');
  const renewed = both.renew(sealed, 'webhook 1') ?? '';
  expect(new SecretBox(newer).open(renewed, 'webhook 1')).toBe('secret');
  expect(both.renew(renewed, 'webhook 1')).toBeNull();
  const refusal = expect.objectContaining({ code: 'secret_damaged' });
  expect(() => both.renew(sealed, 'webhook 2')).toThrow(refusal);
});

it('every store that seals secrets is one of those whose secrets are renewed', () => {
  const folder = new URL('./stores/', import.meta.url);
  const renewing = readFileSync(new URL('./renew-secrets.ts', import.meta.url), 'utf8');
  const sealing = readdirSync(folder).filter((name) =>
    readFileSync(new URL(name, folder), 'utf8').includes('ecrets.seal('),
  );
  expect(sealing.length).toBeGreaterThan(5);
  expect(sealing.filter((name) => !renewing.includes(`/${name}'`))).toEqual([]);
});
