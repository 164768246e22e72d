import { defineAuthorizationRaces } from '../testing/define-authorization-races.ts';

await defineAuthorizationRaces(6);
