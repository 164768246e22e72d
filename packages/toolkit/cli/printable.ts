/** A file may hold anything; what moves the cursor or colours the terminal is shown as a blank. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
