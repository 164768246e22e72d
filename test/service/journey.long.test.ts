import { deployments } from './deployments.ts';
import { defineJourneyTests } from './journey.contract.ts';

defineJourneyTests(deployments.filter(({ name }) => name === 'nodes'));
