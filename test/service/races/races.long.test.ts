import { defineRaceTests } from './define-race-tests.ts';

defineRaceTests({ rounds: 1000 });
