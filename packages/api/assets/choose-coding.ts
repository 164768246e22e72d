import { readQualities } from '../request/quality-values.ts';

/** Smaller first. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** RFC 9110 12.5.3. */
export function chooseCoding(
  acceptEncoding: string | undefined,
  available: readonly Coding[],
): Coding | undefined {
  const weights = new Map<string, number>(readQualities(acceptEncoding));
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const accepted = available.filter((coding) => weightOf(coding) > 0);
  return accepted.toSorted((a, b) => weightOf(b) - weightOf(a))[0];
}
