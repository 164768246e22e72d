/** Replaces each character of a password by an asterisk. */
export function maskPassword(text: string): string {
  return '*'.repeat(Array.from(text).length);
}
