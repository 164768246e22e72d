import type { SignatureStripReport } from '../pdf-toolkit.ts';
import { printable } from './printable.ts';

export function listRemovals(report: SignatureStripReport): string[] {
  const { removedFields, signatures, removedOrphans, removedCertification, removedRemains } = report;
  const signed = new Map(signatures.map((signature) => [signature.fieldName, signature]));
  const fields = removedFields.map((name) => {
    const signature = signed.get(name);
    if (signature === undefined) return `${name}: not signed`;
    return `${name}: signed by ${signature.signerName ?? 'unknown'} at ${signature.signedAt ?? 'an unknown time'}`;
  });
  return [
    // Names of the file may contain line ends.
    ...fields.map(printable),
    ...(removedOrphans > 0 ? [`widgets of signatures without a field: ${removedOrphans}`] : []),
    ...(removedCertification ? ['certification or usage rights'] : []),
    ...(removedRemains ? ['what signatures leave: validation data, flags, a signed revision'] : []),
  ];
}
