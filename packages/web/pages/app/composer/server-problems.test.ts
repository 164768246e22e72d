import { describe, expect, it } from 'vitest';
import { buildBox } from '../../../testing/build-mark.ts';
import { EMPTY_DRAFT } from './draft.ts';
import { placeProblems } from './server-problems.ts';
import { newSignee } from './signee.ts';

const saved = {
  ...EMPTY_DRAFT,
  signees: [newSignee({ key: 'a' }), newSignee({ key: 'b' })],
  marks: [buildBox('s', {}, { owner: 'a' })],
  fieldOwners: { street: 'b' },
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
        'signeeDetails.1.formFields.0.name',
        'fields.1.name',
        'fields',
        'signeeDetails',
        'expiryDate',
      ),
    ).toEqual([
      { kind: 'mark', id: 's/0', signeeKey: 'a', member: 'x' },
      { kind: 'signee', key: 'b', member: 'signatureBox' },
      { kind: 'signee', key: 'b', member: '' },
      { kind: 'signee', key: 'a', member: 'emailAddress' },
      { kind: 'field', name: 'street' },
      { kind: 'field', name: 'zip' },
      { kind: 'document', member: 'fields' },
      { kind: 'document', member: 'signeeDetails' },
      { kind: 'document', member: 'expiryDate' },
    ]);
  });
});
