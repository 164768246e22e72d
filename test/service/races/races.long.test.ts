import { defineRaceTests } from './define-race-tests.ts';

/** A thousand, unless `RACE_ROUNDS` says otherwise. */
defineRaceTests({ rounds: Number(process.env.RACE_ROUNDS ?? 1000) });
