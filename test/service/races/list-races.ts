import { againstSigning } from './against-signing.ts';
import { onceOnly } from './once-only.ts';
import type { Race } from './race.ts';
import { visits } from './visits.ts';

export const RACES: readonly Race[] = [...onceOnly, ...againstSigning, ...visits];
