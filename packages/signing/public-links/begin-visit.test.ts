import { hashSecret } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workbench } from '../testing/workbench.ts';

describe('visits of a public link', () => {
  let bench: Workbench;
  beforeEach(() => {
    bench = new Workbench();
  });
  afterEach(() => bench.blobs.close());

  // Three visits with the contact of another person kept them out for an hour.
  it('replace the oldest of the same contact', async () => {
    const caller = await bench.addCaller({ capabilities: ['publicLinks', 'publicLinksCreate'] });
    const fileId = await bench.upload(caller);
    const signeeDetails = [{ signaturePlacement: 'new_page' as const }];
    const { url } = await bench.signing.publicLinks.create(caller, { fileId, name: 'Lease', signeeDetails });
    const token = url.split('/').at(-1) ?? '';
    const details = { fullName: 'Ada', emailAddress: 'ada@example.com' };
    const begin = () => bench.signing.publicLinks.beginVisit(token, details);
    const begun: string[] = [];
    for (const _ of [1, 2, 3, 4]) {
      bench.now = new Date(bench.now.getTime() + 1000);
      begun.push((await begin()).signingUrl.split('/').at(-1) ?? '');
    }
    const found = await Promise.all(
      begun.map((visit) => bench.database.read.documents.findByTokenHash(hashSecret(visit))),
    );
    expect(found.map((document) => document !== null)).toEqual([false, true, true, true]);
  });
});
