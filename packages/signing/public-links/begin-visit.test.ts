import { hashSecret } from '@countersign/base';
import type { Capability } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyVisits } from '../testing/copy-visits.ts';
import { Workbench } from '../testing/workbench.ts';

describe('visits of a public link', () => {
  let bench: Workbench;
  beforeEach(() => {
    bench = new Workbench();
  });
  afterEach(() => bench.blobs.close());

  const tokenOf = (url: string) => url.split('/').at(-1) ?? '';
  const createLink = async (capabilities: readonly Capability[] = []) => {
    const caller = await bench.addCaller({
      capabilities: ['publicLinks', 'publicLinksCreate', ...capabilities],
    });
    const fileId = await bench.upload(caller);
    const signeeDetails = [{ signaturePlacement: 'new_page' as const }];
    return bench.signing.publicLinks.create(caller, { fileId, name: 'Lease', signeeDetails });
  };
  const begin = async (linkUrl: string, emailAddress: string) => {
    bench.now = new Date(bench.now.getTime() + 1000);
    const details = { fullName: 'Ada', emailAddress };
    return (await bench.signing.publicLinks.beginVisit(tokenOf(linkUrl), details)).signingUrl;
  };
  const isKept = async (visitUrl: string) =>
    (await bench.database.read.documents.findByTokenHash(hashSecret(tokenOf(visitUrl)))) !== null;

  // Three visits with the contact of another person kept them out for an hour.
  it('replace the oldest of the same contact', async () => {
    const { url } = await createLink();
    const begun: string[] = [];
    for (const _ of [1, 2, 3, 4]) begun.push(await begin(url, 'ada@example.com'));
    expect(await Promise.all(begun.map(isKept))).toEqual([false, true, true, true]);
  });

  // Who knew an address could end the visit of its owner, whose code was then worth nothing.
  it('of one contact end none that asked for a code, however many ask for one', async () => {
    const { url } = await createLink();
    const sendCode = (visitUrl: string) =>
      bench.signing.signingPages.sendCode(tokenOf(visitUrl), { sessionId: null, onSession: () => undefined });
    const begun: string[] = [];
    for (const _ of [1, 2, 3, 4, 5]) {
      const visit = await begin(url, 'ada@example.com');
      await sendCode(visit);
      begun.push(visit);
    }
    const withoutCode = await begin(url, 'ada@example.com');
    for (const _ of [1, 2, 3]) await begin(url, 'ada@example.com');
    expect(await Promise.all([...begun, withoutCode].map(isKept))).toEqual([...Array(5).fill(true), false]);
  });

  it.each([
    [[], undefined],
    [['deliverySms'] as const, 'phoneNumber'],
  ])('name the members that they lack, with the capabilities %j', async (capabilities, other) => {
    const { url } = await createLink(capabilities);
    await expect(
      bench.signing.publicLinks.beginVisit(tokenOf(url), { fullName: 'Ada' }),
    ).rejects.toMatchObject({
      code: 'contact_required',
      params: { member: 'emailAddress', ...(other && { other_member: other }) },
      details: [{ path: 'emailAddress' }],
    });
  });

  it('replace one that asked for no code when the link is full, and are refused when all asked for one', async () => {
    const { url } = await createLink();
    const first = await begin(url, 'first@example.com');
    await bench.signing.signingPages.sendCode(tokenOf(first), {
      sessionId: null,
      onSession: () => undefined,
    });
    await copyVisits(bench.database, first, 998);
    const second = await begin(url, 'second@example.com');
    const third = await begin(url, 'third@example.com');
    expect(await Promise.all([first, second, third].map(isKept))).toEqual([true, false, true]);
    await bench.signing.signingPages.sendCode(tokenOf(third), {
      sessionId: null,
      onSession: () => undefined,
    });
    await expect(begin(url, 'fourth@example.com')).rejects.toMatchObject({
      code: 'visit_limit_reached',
      params: { seconds: 600 },
    });
    expect(await isKept(third)).toBe(true);
  });

  // The page offered SMS to every account with the capability, and beginning the visit was refused.
  it('are offered SMS only if a provider is configured', async () => {
    const visitor = { sessionId: null, onSession: () => undefined };
    const open = async () => {
      const { url } = await createLink(['deliverySms']);
      return (await bench.signing.publicLinks.open(tokenOf(url), visitor)).channels;
    };
    expect(await open()).toEqual(['email', 'sms']);
    bench = new Workbench({ providers: new Set() });
    expect(await open()).toEqual(['email']);
  });
});
