import { createSigning, type SigningDeps } from '@countersign/signing';
import { afterEach, describe, expect, it } from 'vitest';
import { documentBody, readInvitation, signByHand, uploadFixture, waitForStatus } from './journey-steps.ts';
import { type databaseKinds, startService } from './start-service.ts';

export function defineWorkersAtOnce(kinds: typeof databaseKinds): void {
  describe.each(kinds)('workers that seal one document at once, on the $title database', ({ kind, skip }) => {
    const cleanups: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const clean of cleanups.splice(0).toReversed()) await clean();
    });

    it.skipIf(skip)('all come to their end, and one sealed file and one event are left', async () => {
      const meeting = new Meeting(3);
      let deps: SigningDeps | undefined;
      const decorate = (given: SigningDeps): SigningDeps => {
        deps = { ...given, toolkit: sealTogether(given.toolkit, meeting) };
        return deps;
      };
      const { client, service, close } = await startService(kind, { PDF_THREADS: '3' }, { decorate });
      cleanups.push(close);
      const fileId = await uploadFixture(client);
      const { body } = await client.post<{ documentId: string }>('/v1/docs', documentBody(fileId));
      const { documentId } = body;
      await signByHand(client.anonymous, await readInvitation(client, 'ada@example.com'));
      if (deps === undefined) throw new Error('the service was wired without us');
      // The service's own worker waits for these two before any of them seals.
      const signing = createSigning(deps);
      const work = () => signing.jobs.run({ name: 'complete-document', documentId });
      await Promise.all([work(), work()]);
      await waitForStatus(client, documentId, 'completed');

      expect(meeting.arrived).toBe(3);
      expect(meeting.hashes.size).toBeGreaterThanOrEqual(2);
      const { read } = service.database;
      const trail = await read.audit.listFor({ kind: 'document', id: documentId });
      expect(trail.filter(({ type }) => type === 'document.completed')).toHaveLength(1);
      const { sealedSha256 } = (await read.documents.find(documentId)) ?? {};
      expect(meeting.hashes).toContain(sealedSha256);
    });
  });
}

class Meeting {
  arrived = 0;
  /** Each worker seals another file, though all are of one document. */
  readonly hashes = new Set<string>();
  readonly #all = Promise.withResolvers<void>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  arrive(): Promise<void> {
    this.arrived += 1;
    if (this.arrived === this.#size) this.#all.resolve();
    return this.#all.promise;
  }
}

function sealTogether(toolkit: SigningDeps['toolkit'], meeting: Meeting): SigningDeps['toolkit'] {
  return {
    ...toolkit,
    complete: async (...args) => {
      await meeting.arrive();
      const report = await toolkit.complete(...args);
      meeting.hashes.add(report.sha256);
      return report;
    },
  };
}
