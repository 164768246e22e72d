import { describe, expect, it } from 'vitest';
import { databaseKinds } from '../../service/start-service.ts';
import { killCompletions } from './kill-completions.ts';
import { STEPS } from './steps.ts';

/** Thirteen restarts: half a minute, several times that under load. */
const PATIENTLY = { timeout: 600_000 };

// Only PostgreSQL: each restart of the embedded database takes seconds, and the rules are the same.
const onServer = databaseKinds.filter(({ kind }) => kind.name === 'server');

describe.each(onServer)('completing on the $title database', ({ kind, skip }) => {
  it.skipIf(skip)(
    'is killed at every step, and goes on to one sealed file and one event',
    PATIENTLY,
    async () => {
      const survivals = await killCompletions(kind, STEPS);
      const counts = {
        sealedFiles: 1,
        webhookEventIds: 1,
        auditEntries: 1,
        isSealAudited: true,
        isValid: true,
      };
      expect(survivals).toMatchObject(STEPS.map((step) => ({ step, ...counts })));
      // If the answer was not recorded, the event is delivered again with the same id.
      const answered = survivals.find(({ step }) => step === 'the webhook has answered');
      expect(answered?.deliveries).toBe(2);
    },
  );
});
