import { describe, expect, it } from 'vitest';
import { documentInput } from '../schemas/document-input.ts';
import { signatureInput } from '../schemas/signing-view.ts';
import { findUnknownMembers } from './unknown-members.ts';

describe('findUnknownMembers', () => {
  it('names members at any depth by their dotted path', () => {
    const body = {
      name: 'x',
      colour: 'red',
      signeeDetails: [{ fullName: 'A' }, { nickname: 'B', signatureBox: { page: 0, z: 1 } }],
    };
    expect(findUnknownMembers(documentInput, body)).toEqual([
      'colour',
      'signeeDetails.1.nickname',
      'signeeDetails.1.signatureBox.z',
    ]);
  });

  it('says nothing of signatureBox.formFieldId', () => {
    const body = { signeeDetails: [{ signatureBox: { page: 0, x: 1, y: 1, formFieldId: 'a' } }] };
    expect(findUnknownMembers(documentInput, body)).toEqual([]);
  });

  it('calls a member of a union unknown only when no alternative knows it', () => {
    const body = { ink: { kind: 'typed', typedName: 'A', size: 3 }, consent: true };
    expect(findUnknownMembers(signatureInput, body)).toEqual(['ink.size']);
  });

  it('is not led astray by members of Object.prototype or by another shape', () => {
    expect(findUnknownMembers(documentInput, { constructor: 1 })).toEqual(['constructor']);
    expect(findUnknownMembers(documentInput, 'text')).toEqual([]);
    expect(findUnknownMembers(documentInput, { signeeDetails: 'text' })).toEqual([]);
  });
});
