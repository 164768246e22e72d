/** A part of a text, by offsets. */
export interface FoundText {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns what a global pattern finds; the pattern has bounded repetitions only, so that the time is linear. */
export function listMatches(text: string, pattern: RegExp): FoundText[] {
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    text: found,
  }));
}
