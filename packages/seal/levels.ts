/** PAdES baseline levels (ETSI EN 319 142-1 6): each holds what the one before it holds. */
export const PADES_LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;

/** One of {@link PADES_LEVELS}. */
export type PadesLevel = (typeof PADES_LEVELS)[number];

/** Whether `level` holds what `asked` holds. */
export function reaches(level: PadesLevel, asked: PadesLevel): boolean {
  return PADES_LEVELS.indexOf(level) >= PADES_LEVELS.indexOf(asked);
}
