import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Deployment, DeploymentKind } from '../deployments.ts';
import { JourneyRun } from './journey-run.ts';
import { JOURNEYS } from './list-journeys.ts';

export function defineJourneys(deployments: readonly DeploymentKind[]): void {
  describe.each(deployments)('on $title', ({ skip, start }) => {
    let running: Deployment;
    beforeAll(async () => {
      if (!skip) running = await start();
    });
    afterAll(() => running?.close());

    it.skipIf(skip).each(JOURNEYS)('$name', (journey) => JourneyRun.take(journey, running));
  });
}
