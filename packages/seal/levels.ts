/** PAdES baseline levels (ETSI EN 319 142-1 6), each including the previous one. */
export const PADES_LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;

export type PadesLevel = (typeof PADES_LEVELS)[number];

/** Each level includes the previous one. */
export function reaches(level: PadesLevel, asked: PadesLevel): boolean {
  return PADES_LEVELS.indexOf(level) >= PADES_LEVELS.indexOf(asked);
}
