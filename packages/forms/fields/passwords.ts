/** An asterisk for each character. */
export function maskPassword(text: string): string {
  return '*'.repeat(Array.from(text).length);
}
