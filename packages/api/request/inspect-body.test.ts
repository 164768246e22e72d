import { documentConfiguration } from '@countersign/signing';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { signatureInput } from '../routes/signing-pages.ts';
import { countReads } from '../testing/count-reads.ts';
import { inspectBody } from './body.ts';

const findUnknownMembers = (schema: z.ZodType, body: unknown) => inspectBody(schema, body).unknownMembers;

describe('unknown members', () => {
  it('[D4-09] names members at any depth by their dotted path', () => {
    const body = {
      name: 'x',
      colour: 'red',
      signeeDetails: [{ fullName: 'A' }, { nickname: 'B', signatureBox: { page: 0, z: 1 } }],
    };
    expect(findUnknownMembers(documentConfiguration, body)).toEqual([
      'colour',
      'signeeDetails.1.nickname',
      'signeeDetails.1.signatureBox.z',
    ]);
  });

  it('[D4-10] says nothing of signatureBox.formFieldId', () => {
    const body = { signeeDetails: [{ signatureBox: { page: 0, x: 1, y: 1, formFieldId: 'a' } }] };
    expect(findUnknownMembers(documentConfiguration, body)).toEqual([]);
  });

  it('calls a member of a union unknown only when no alternative knows it', () => {
    const body = { ink: { kind: 'typed', typedName: 'A', size: 3 }, consent: true };
    expect(findUnknownMembers(signatureInput, body)).toEqual(['ink.size']);
  });

  it('is not led astray by members of Object.prototype or by another shape', () => {
    expect(findUnknownMembers(documentConfiguration, { constructor: 1 })).toEqual(['constructor']);
    expect(findUnknownMembers(documentConfiguration, 'text')).toEqual([]);
    expect(findUnknownMembers(documentConfiguration, { signeeDetails: 'text' })).toEqual([]);
  });
});

describe('the outline of a body', () => {
  it('has each list that is longer than allowed, whose entries are not visited', () => {
    const fields = Array.from({ length: 10_001 }, () => ({ further: 1 }));
    expect(inspectBody(documentConfiguration, { fields })).toEqual({
      unknownMembers: [],
      unknownCount: 0,
      problems: [
        {
          code: 'invalid_request',
          path: 'fields',
          params: { member: 'fields', rule: 'count', min: 0, max: 10_000 },
        },
      ],
    });
  });

  it.each([
    ['members of a union', (count: number) => ({ ink: unknownMembers(count) })],
    ['members of the body', unknownMembers],
    ['entries', (count: number) => ({ values: Array.from({ length: count }, () => ({ name: 'a', x: 1 })) })],
  ])('is found at a cost that follows the number of %s', (_, build) => {
    const readsFor = (count: number) => {
      const { counted, reads } = countReads(build(count));
      const { unknownMembers, unknownCount } = inspectBody(signatureInput, counted);
      expect([unknownMembers.length, unknownCount]).toEqual([100, count]);
      return reads();
    };
    const [first, second, third] = [1000, 2000, 3000].map(readsFor) as [number, number, number];
    expect(second - first).toBe(third - second);
    expect(first).toBeLessThan(10_000);
  });
});

function unknownMembers(count: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 1]));
}
