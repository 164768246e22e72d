/** Replaces control characters, which would move the cursor or colour the terminal, by spaces. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
