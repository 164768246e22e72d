import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { OpenDatabase } from './open-database.ts';

export function missingRowTests(database: OpenDatabase): void {
  it('answers null for files, documents, entries and webhooks that are not there', async () => {
    const { files, documents, audit, webhooks } = database().read;
    const id = randomUUID();
    const answers = [
      files.find(id),
      documents.find(id),
      documents.findByTokenHash('00'.repeat(32)),
      audit.find(id),
      webhooks.find(id),
      webhooks.findDelivery(id),
    ];
    expect(await Promise.all(answers)).toEqual(answers.map(() => null));
  });
}
