import type { DocumentState, Signee } from './document.ts';

/** A new page keeps the first name under the box: the stamp then says the new one. */
export function renameSignee(
  { preparedBlobId }: Pick<DocumentState, 'preparedBlobId'>,
  signee: Signee,
  fullName: string,
): Signee {
  if (fullName === signee.fullName) return signee;
  const isPrinted = preparedBlobId !== null && signee.signaturePlacement === 'new_page';
  const printedName = signee.printedName ?? signee.fullName;
  return { ...signee, fullName, ...(isPrinted ? { printedName } : {}) };
}
