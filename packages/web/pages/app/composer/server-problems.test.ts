import { describe, expect, it } from 'vitest';
import { newSignee } from './draft.ts';
import { placeProblems } from './server-problems.ts';

const saved = {
  signees: [
    newSignee({ key: 'a', boxes: { signature: { page: 0, x: 1, y: 1, scale: 1 } } }),
    newSignee({ key: 'b' }),
  ],
  fields: { city: 'Umeå', zip: '1' },
};
const placesOf = (...paths: string[]) =>
  placeProblems(
    paths.map((path) => ({ path, message: 'no', errorCode: 'invalid_request' })),
    saved,
  ).map(({ place }) => place);

describe('problems of the service', () => {
  it('belong to the box, the signee, the field or the document that they name', () => {
    expect(
      placesOf(
        'signeeDetails.0.signatureBox.x',
        'signeeDetails.1.signatureBox',
        'signeeDetails.1',
        'signeeDetails.0.emailAddress',
        'fields.1.name',
        'fields',
        'signeeDetails',
        'expiryDate',
      ),
    ).toEqual([
      { kind: 'box', id: 'a/signature' },
      { kind: 'signee', key: 'b', member: 'signatureBox' },
      { kind: 'signee', key: 'b', member: '' },
      { kind: 'signee', key: 'a', member: 'emailAddress' },
      { kind: 'field', name: 'zip' },
      { kind: 'document', member: 'fields' },
      { kind: 'document', member: 'signeeDetails' },
      { kind: 'document', member: 'expiryDate' },
    ]);
  });
});
