import { describe, expect, it } from 'vitest';
import { checkPassword } from './password-hash.ts';

const rulesOf = (password: string) =>
  checkPassword('password', password, 'greta.oberg@example.com').map(({ params }) => params.rule);

describe('checkPassword', () => {
  it.each(['', 'short', '       ', 'x'.repeat(257)])('refuses the length of %j', (password) => {
    expect(rulesOf(password)).toEqual(['length']);
  });

  it.each([
    'Password1',
    'PASSWORD!!',
    'Lösenord2026',
    '12345678',
    'aaaaaaaaaaaa',
    'abababababab',
    'Greta.Oberg',
    'greta.oberg@example.com',
    'ｐａｓｓｗｏｒｄ１',
  ])('refuses %s, which is tried first', (password) => {
    expect(rulesOf(password)).toEqual(['guessable']);
  });

  it.each(['correct horse', 'Zöe-secret', '密码很长的一句话呀', 'qN7$vLw2'])('takes %s', (password) => {
    expect(rulesOf(password)).toEqual([]);
  });
});
