/** Names are compared by their beginning; attribute names are shorter than 45 characters. */
const MAX_COMPARED_LENGTH = 100;
/** Pairs of characters, of one name with all others: a form may have 15,000 fields. */
const MAX_COMPARED_PAIRS = 500_000;
/** A request may have 15,000 wrong names. */
const MAX_SUGGESTIONS = 10;

export type Suggester = (name: string) => string | undefined;

interface UnknownField {
  readonly field: string;
  readonly nearest?: string;
}

/** What every `unknown_field` says. */
export function describeUnknownField(field: string, suggest: Suggester): UnknownField {
  const nearest = suggest(field);
  return { field, ...(nearest && { nearest }) };
}

/** Returns the nearest of the known names, for the first ten names that it is asked about. */
export function createSuggester(listKnown: () => readonly string[]): Suggester {
  const suggestions = new Map<string, string>();
  return (name) => {
    const suggestion = suggestions.get(name);
    if (suggestion !== undefined || suggestions.size === MAX_SUGGESTIONS) return suggestion;
    const nearest = findNearestName(name, listKnown());
    suggestions.set(name, nearest);
    return nearest;
  };
}

/** By edit distance, ignoring case. The names of the most similar length are compared if there are too many. */
export function findNearestName(name: string, known: readonly string[]): string {
  const compared = toCompared(name);
  const candidates = known
    .map((candidate) => ({ candidate, difference: Math.abs(lengthOf(candidate) - compared.length) }))
    .sort((first, second) => first.difference - second.difference);
  let nearest = '';
  let least = Number.POSITIVE_INFINITY;
  let pairs = 0;
  for (const { candidate, difference } of candidates) {
    // The distance is at least the difference of the lengths.
    if (difference >= least || pairs > MAX_COMPARED_PAIRS) break;
    const other = toCompared(candidate);
    pairs += compared.length * other.length;
    const distance = editDistance(compared, other);
    if (distance >= least) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
}

function lengthOf(name: string): number {
  return Math.min(name.length, MAX_COMPARED_LENGTH);
}

function toCompared(name: string): string {
  return name.slice(0, MAX_COMPARED_LENGTH).toLowerCase();
}

export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let line = 1; line <= a.length; line++) {
    row = nextRow(row, a.charAt(line - 1), b, line);
  }
  return row[b.length] ?? 0;
}

function nextRow(above: readonly number[], char: string, b: string, line: number): number[] {
  const row = [line];
  for (let column = 1; column <= b.length; column++) {
    const replaced = (above[column - 1] ?? 0) + (b.charAt(column - 1) === char ? 0 : 1);
    row.push(Math.min(replaced, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1));
  }
  return row;
}
