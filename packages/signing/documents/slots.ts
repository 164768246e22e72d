import type { DocumentState, Signee } from './document.ts';

/** A visitor of a public link signs every slot in turn [D6-30]. */
export function signeeAtLink(document: DocumentState, signee: Signee): Signee {
  if (document.publicLink === undefined) return signee;
  return document.signees.find(({ signature }) => signature === null) ?? document.signees.at(-1) ?? signee;
}

/** One signee per person. */
export function listPeople({ publicLink, signees }: DocumentState): readonly Signee[] {
  return publicLink === undefined ? signees : signees.slice(0, 1);
}

/** The registration of a visitor who has not entered the code. */
export function isUnstarted({ publicLink }: DocumentState): boolean {
  return publicLink !== undefined && !publicLink.isStarted;
}

/** From 1. Absent if the document was not made from a public link. */
export function describeSlot({ publicLink, signees }: DocumentState, { signeeId }: Signee) {
  if (publicLink === undefined) return {};
  const index = signees.findIndex((signee) => signee.signeeId === signeeId);
  const slot = { number: index + 1, count: signees.length, label: publicLink.labels[index] ?? '' };
  return { slot, disablePrinting: publicLink.disablePrinting };
}
