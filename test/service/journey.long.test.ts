import { deployments } from './deployments.ts';
import { defineJourneyTests } from './journey.contract.ts';
import { defineJourneys } from './journeys/define-journeys.ts';

const onNodes = deployments.filter(({ name }) => name === 'nodes');
defineJourneyTests(onNodes);
defineJourneys(onNodes);
