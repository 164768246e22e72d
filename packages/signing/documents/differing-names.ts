import { SigningError } from '../errors.ts';
import { isSameName } from '../identification/same-name.ts';
import { partsOf, type Signature } from '../methods/signature.ts';
import type { Warning } from '../signing.ts';
import type { Signee } from './document.ts';

/** [D12-05] From identity documents and e-IDs, also for form fields. Of releases that recorded them. */
function listReadNames(signature: Signature): readonly string[] {
  const { identification } = partsOf(signature);
  const names = [identification?.fullName, ...(signature.proofs ?? []).map(({ facts }) => facts.fullName)];
  return [...new Set(names)].filter((name) => name !== undefined).filter((name) => name !== '');
}

/** Those that are not the signee's. */
export function findDifferingNames(fullName: string, signature: Signature): readonly string[] {
  return listReadNames(signature).filter((name) => !isSameName(name, fullName));
}

export interface DifferingName {
  /** Of the signee. */
  readonly fullName: string;
  /** As it was read. */
  readonly name: string;
}

/** Of all who signed, or of one of them. */
export function listDifferingNames(
  signees: readonly Pick<Signee, 'signeeId' | 'fullName' | 'signature'>[],
  signeeId?: string,
): readonly DifferingName[] {
  return signees
    .filter((signee) => signeeId === undefined || signee.signeeId === signeeId)
    .flatMap(({ fullName, signature }) =>
      signature === null ? [] : findDifferingNames(fullName, signature).map((name) => ({ fullName, name })),
    );
}

/** For the sender. */
export function listSignatureWarnings({
  fullName,
  signature,
}: Pick<Signee, 'fullName' | 'signature'>): readonly Warning[] {
  const names = signature === null ? [] : findDifferingNames(fullName, signature);
  return names.map((name) => ({ code: 'name_differs', params: { name } }));
}

/** Throws `name_differs` if the sender requires the name on the document to be the signee's. */
export function requireMatchingName(
  { fullName, requireMatchingName: isRequired }: Pick<Signee, 'fullName' | 'requireMatchingName'>,
  signature: Signature,
): void {
  const [name] = findDifferingNames(fullName, signature);
  if (isRequired === true && name !== undefined) throw new SigningError('name_differs', { name, fullName });
}
