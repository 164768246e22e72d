import { deployments } from './deployments.ts';
import { defineJourneyTests } from './journey.contract.ts';

// On several nodes the journeys beside run, and this one in journey.long.test.ts.
defineJourneyTests(deployments.filter(({ name }) => name !== 'nodes'));
