import { invalid, type Problem } from '../refusals/problem.ts';
import { checkLength } from '../text/text-rules.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/** NIST SP 800-63B 5.1.1.2; the upper bound keeps hashing cheap. */
export const PASSWORD_LENGTH = { min: 8, max: 256 };
const MIN_DISTINCT_CHARACTERS = 4;

/** Short and common ones, one character repeated, and the email address or its name. */
export function checkPassword(
  path: string,
  password: string,
  emailAddress: string,
): readonly Problem<'invalid_request'>[] {
  const problems = checkLength(path, password, PASSWORD_LENGTH);
  if (problems.length > 0) return problems;
  return isEasilyGuessed(password, emailAddress) ? [invalid(path, 'guessable')] : [];
}

function isEasilyGuessed(password: string, emailAddress: string): boolean {
  const plain = simplify(password);
  const address = simplify(emailAddress);
  const [name = ''] = address.split('@');
  if (plain === address || plain === name || plain === name + name) return true;
  if (new Set(plain).size < MIN_DISTINCT_CHARACTERS) return true;
  // Digits and signs around a common word do not make it better.
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return COMMON_PASSWORDS.has(plain) || COMMON_PASSWORDS.has(word);
}

function simplify(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
