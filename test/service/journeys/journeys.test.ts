import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Deployment, deployments } from '../deployments.ts';
import { JourneyRun } from './journey-run.ts';
import { JOURNEYS } from './list-journeys.ts';

describe.each(deployments)('on $title', ({ skip, start }) => {
  let running: Deployment;
  beforeAll(async () => {
    if (!skip) running = await start();
  });
  afterAll(() => running?.close());

  it.skipIf(skip).each(JOURNEYS)('$name', (journey) => JourneyRun.take(journey, running));
});
