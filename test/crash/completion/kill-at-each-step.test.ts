import { describe, expect, it } from 'vitest';
import { databaseKinds } from '../../service/start-service.ts';
import { killCompletions } from './kill-completions.ts';
import { STEPS } from './steps.ts';

// The embedded database gives up its folder and takes it again at each start: seconds each time, and the same rules.
const onServer = databaseKinds.filter(({ kind }) => kind.name === 'server');

describe.each(onServer)('completing on the $title database', ({ kind, skip }) => {
  it.skipIf(skip)(
    'is killed at every step, and goes on: one sealed file, one event, whatever was done',
    async () => {
      const survivals = await killCompletions(kind, STEPS);
      expect(survivals).toEqual(
        STEPS.map((step) => ({
          step,
          sealedFiles: 1,
          completedEvents: 1,
          webhookEventIds: 1,
          auditEntries: 1,
          isValid: true,
          // Nobody can know what a receiver did with an answer that was never noted: it is asked again, by the same id.
          deliveries: step === 'the webhook has answered' ? 2 : 1,
        })),
      );
    },
  );
});
