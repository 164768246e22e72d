import { describe, expect, it } from 'vitest';
import { databaseKinds } from '../../service/start-service.ts';
import { killCompletions } from './kill-completions.ts';
import { STEPS } from './steps.ts';

/** Thirteen deaths and starts: half a minute, and several times that on a busy machine. */
const PATIENTLY = { timeout: 600_000 };

// The embedded database gives up its folder and takes it again at each start: seconds each time, and the same rules.
const onServer = databaseKinds.filter(({ kind }) => kind.name === 'server');

describe.each(onServer)('completing on the $title database', ({ kind, skip }) => {
  it.skipIf(skip)(
    'is killed at every step, and goes on to one sealed file and one event',
    PATIENTLY,
    async () => {
      const survivals = await killCompletions(kind, STEPS);
      const counts = {
        sealedFiles: 1,
        completedEvents: 1,
        webhookEventIds: 1,
        auditEntries: 1,
        isSealTold: true,
        isValid: true,
      };
      expect(survivals).toMatchObject(STEPS.map((step) => ({ step, ...counts })));
      // Nobody can know what a receiver did with an event whose answer was not noted: it gets it again, by the same id.
      const answered = survivals.find(({ step }) => step === 'the webhook has answered');
      expect(answered?.deliveries).toBe(2);
    },
  );
});
