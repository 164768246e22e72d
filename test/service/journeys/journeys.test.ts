import { shareOf } from '../../../packages/pdf/testing/share.ts';
import { deployments } from '../deployments.ts';
import { defineJourneys } from './define-journeys.ts';

// On several nodes: ../journey.long.test.ts.
defineJourneys(shareOf(deployments.filter(({ name }) => name !== 'nodes')));
