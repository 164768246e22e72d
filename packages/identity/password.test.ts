import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword, needsRehash, verifyPassword } from './password-hash.ts';
import { LOW_COSTS } from './testing/memory-attempts.ts';

describe('passwords', () => {
  it('are told apart, and hashed with a salt of their own', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(first).not.toBe(second);
    expect(await verifyPassword('correct horse', first)).toBe(true);
    expect(await verifyPassword('correct horsE', first)).toBe(false);
    expect(await verifyPassword('correct horse', 'md5$x')).toBe(false);
  });

  it('are checked also if many come at once, and after one that failed', async () => {
    const hash = await hashPassword('correct horse', LOW_COSTS);
    const broken = hash.replace('$1024$', '$3$');
    const checks = Array.from({ length: 7 }, (_, index) =>
      verifyPassword(`correct horse${index === 3 ? '' : index}`, index === 5 ? broken : hash).catch(
        () => null,
      ),
    );
    expect(await Promise.all(checks)).toEqual([false, false, false, true, false, null, false]);
    expect(await verifyPassword('correct horse', hash)).toBe(true);
  });

  it('take the same work for an unknown person as for a known one', async () => {
    expect(await isPassword('correct horse', null)).toBe(false);
    expect(needsRehash(null)).toBe(false);
    expect(needsRehash(await hashPassword('correct horse'))).toBe(false);
    expect(needsRehash('scrypt$1024$8$1$c2FsdA$a2V5')).toBe(true);
  });

  it('are the same in any Unicode form', async () => {
    expect(await verifyPassword('Zo\u0308e-secret', await hashPassword('Zöe-secret'))).toBe(true);
  });
});
