import { encodePng } from '@countersign/signing/testing';

/** Path of a signing link in a message. */
export const LINK = /\/sign\/[\w-]+/;

const png = encodePng(300, 100).toString('base64');

/** A body of POST /sign/{token}/signature. */
export const drawn = (...values: readonly object[]) => ({
  ink: { kind: 'drawn', png },
  values,
  consent: true,
});

export const typed = (...values: readonly object[]) => ({
  ink: { kind: 'typed', typedName: 'Ada Łovelace' },
  values,
  consent: true,
});

export const signee = (emailAddress: string, changes: object = {}) => ({
  fullName: 'Ada Łovelace',
  emailAddress,
  signaturePlacement: 'new_page',
  ...changes,
});

export const document = (signeeDetails: readonly object[], changes: object = {}) => ({
  fileId: '{fileId}',
  name: 'Contract',
  signeeDetails,
  ...changes,
});

export const errorOf = (errorCode: string, ...paths: readonly string[]) =>
  paths.length === 0 ? { errorCode } : { errorCode, details: paths.map((path) => ({ path })) };
