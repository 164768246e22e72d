import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildAuditEntry } from '../builders.ts';
import type { OpenDatabase } from './open-database.ts';

export function auditTests(database: OpenDatabase): void {
  it('keeps the trail of a subject in the order of appending, with every detail to the letter', async () => {
    const subject = { kind: 'file', id: randomUUID() } as const;
    const details = [
      {},
      // What a PDF may call a field: no store may stumble over it, and the order of members is part of what is hashed.
      { z: 'a\u0000b', a: '\ud800', list: [null, 0.5, { nested: 'Łukasz "Żółć"' }], $date: 'no date' },
      { last: true },
    ];
    const entries = details.map((detail) =>
      buildAuditEntry({ subject, details: detail, fileIds: ['b', 'a'] }),
    );
    for (const entry of entries) await database().transact(({ audit }) => audit.append(entry));
    await database().transact(({ audit }) => audit.append(buildAuditEntry({ userId: null })));
    const trail = await database().read.audit.listFor(subject);
    expect(trail).toEqual(entries);
    expect(trail.map((entry) => JSON.stringify(entry.details))).toEqual(
      details.map((detail) => JSON.stringify(detail)),
    );
  });

  it('keeps the trails of a file and of a document with the same id apart', async () => {
    const id = randomUUID();
    const [file, document] = (['file', 'document'] as const).map((kind) =>
      buildAuditEntry({ subject: { kind, id } }),
    );
    await database().transact(async ({ audit }) => {
      for (const entry of [file, document]) if (entry !== undefined) await audit.append(entry);
    });
    expect(await database().read.audit.listFor({ kind: 'file', id })).toEqual([file]);
  });
}
