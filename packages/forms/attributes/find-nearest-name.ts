/** Attribute names are shorter than 45 characters. */
const MAX_COMPARED_LENGTH = 100;

/** By edit distance, ignoring case. */
export function findNearestName(name: string, known: readonly string[]): string {
  const compared = name.slice(0, MAX_COMPARED_LENGTH).toLowerCase();
  let nearest = '';
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    // The distance is at least the difference of the lengths.
    if (Math.abs(candidate.length - compared.length) >= least) continue;
    const distance = editDistance(compared, candidate.toLowerCase());
    if (distance >= least) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
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
