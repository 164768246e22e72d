import { SigningError } from '../errors.ts';
import { isSameName } from '../identification/same-name.ts';
import { partsOf, type Signature } from '../methods/signature.ts';
import type { Warning } from '../signing.ts';
import type { Signee } from './document.ts';

interface CheckedName {
  /** As the check gave it. */
  readonly name: string;
  /** [D12-07] From providers for tests alone, which do not identify. */
  readonly isSandbox: boolean;
}

/** [D12-05] From identity documents and e-IDs, also for form fields. Of releases that recorded them. */
function listCheckedNames(signature: Signature): readonly CheckedName[] {
  const { identification } = partsOf(signature);
  const given = [
    { name: identification?.fullName, isSandbox: identification?.isSandbox === true },
    ...(signature.proofs ?? []).map(({ facts }) => ({
      name: facts.fullName,
      isSandbox: facts.sandbox === 'true',
    })),
  ].flatMap(({ name, isSandbox }) => (name === undefined || name === '' ? [] : [{ name, isSandbox }]));
  return [...new Set(given.map(({ name }) => name))].map((name) => ({
    name,
    isSandbox: given.every((one) => one.name !== name || one.isSandbox),
  }));
}

/** Those that are not the signee's. */
export function findDifferingNames(fullName: string, signature: Signature): readonly CheckedName[] {
  return listCheckedNames(signature).filter(({ name }) => !isSameName(name, fullName));
}

export interface DifferingName extends CheckedName {
  /** Of the signee. */
  readonly fullName: string;
}

/** Of all who signed, or of one of them. */
export function listDifferingNames(
  signees: readonly Pick<Signee, 'signeeId' | 'fullName' | 'signature'>[],
  signeeId?: string,
): readonly DifferingName[] {
  return signees
    .filter((signee) => signeeId === undefined || signee.signeeId === signeeId)
    .flatMap(({ fullName, signature }) =>
      signature === null ? [] : findDifferingNames(fullName, signature).map((one) => ({ fullName, ...one })),
    );
}

/** For the sender. */
export function listSignatureWarnings({
  fullName,
  signature,
}: Pick<Signee, 'fullName' | 'signature'>): readonly Warning[] {
  const names = signature === null ? [] : findDifferingNames(fullName, signature);
  return names.map(({ name, isSandbox }) => ({
    code: 'name_differs',
    params: { name, ...(isSandbox && { sandbox: 'true' }) },
  }));
}

/** Throws `name_differs` if the sender requires the name on the document to be the signee's. */
export function requireMatchingName(
  { fullName, requireMatchingName: isRequired }: Pick<Signee, 'fullName' | 'requireMatchingName'>,
  signature: Signature,
): void {
  const [first] = findDifferingNames(fullName, signature);
  if (isRequired === true && first !== undefined)
    throw new SigningError('name_differs', { name: first.name, fullName });
}
