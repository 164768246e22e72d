import { defineAuthorizationRaces } from '../testing/define-authorization-races.ts';

/** A thousand, unless `RACE_ROUNDS` says otherwise. */
await defineAuthorizationRaces(Number(process.env.RACE_ROUNDS ?? 1000));
