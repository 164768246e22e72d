import type { DocumentState, Signee } from './document.ts';

/** The name that a new page shows under the box stays there: the stamp then has to say the new one. */
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
