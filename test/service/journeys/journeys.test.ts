import { deployments } from '../deployments.ts';
import { defineJourneys } from './define-journeys.ts';

// On several nodes: ../journey.long.test.ts.
defineJourneys(deployments.filter(({ name }) => name !== 'nodes'));
