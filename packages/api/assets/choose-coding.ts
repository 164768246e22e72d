/** Smaller first. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** `coding` or `coding;q=0.5` (RFC 9110 12.5.3). */
const ACCEPTED = /^([^\s;]+)[ \t]*(?:;[ \t]*q=([\d.]+))?$/i;

export function chooseCoding(
  acceptEncoding: string | undefined,
  available: readonly Coding[],
): Coding | undefined {
  const weights = readWeights(acceptEncoding ?? '');
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const accepted = available.filter((coding) => weightOf(coding) > 0);
  return accepted.toSorted((a, b) => weightOf(b) - weightOf(a))[0];
}

function readWeights(header: string): ReadonlyMap<string, number> {
  const entries = header.split(',').map((part) => ACCEPTED.exec(part.trim()));
  return new Map(
    entries.flatMap((match) =>
      match?.[1] === undefined ? [] : [[match[1].toLowerCase(), Number(match[2] ?? 1)]],
    ),
  );
}
