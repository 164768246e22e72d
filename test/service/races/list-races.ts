import { againstSigning } from './against-signing.ts';
import { onceOnly } from './once-only.ts';
import type { Race } from './race.ts';

export const RACES: readonly Race[] = [...onceOnly, ...againstSigning];
