import { deployments } from './deployments.ts';
import { defineJourneyTests } from './journey.contract.ts';

// On several nodes: journey.long.test.ts.
defineJourneyTests(deployments.filter(({ name }) => name !== 'nodes'));
