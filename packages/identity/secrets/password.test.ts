import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

describe('passwords', () => {
  it('are told apart, and hashed with a salt of their own', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(first).not.toBe(second);
    expect(await verifyPassword('correct horse', first)).toBe(true);
    expect(await verifyPassword('correct horsE', first)).toBe(false);
    expect(await verifyPassword('correct horse', 'md5$x')).toBe(false);
  });

  it('are the same in any Unicode form', async () => {
    expect(await verifyPassword('Zo\u0308e-secret', await hashPassword('Zöe-secret'))).toBe(true);
  });
});
