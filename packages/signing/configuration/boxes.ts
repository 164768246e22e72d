import { z } from 'zod';
import type { Immutable } from '../immutable.ts';
import { DEFAULT_SIGNATURE_TYPE, hasIdScanBox } from '../methods/methods.ts';
import type { BoxRequest } from '../ports/pdf-toolkit.ts';
import type { Warning } from '../signing.ts';
import type { DraftSignee, SignatureBoxInput } from './configuration.ts';
import { DEFAULT_SCALE } from './signature-box.ts';
import { DEFAULT_SIGNATURE_PLACEMENT, type SignaturePlacement } from './signee.ts';

/** Top-left corner in displayed points, `page` 0-based [D1-03] [D1-04]. */
export const storedBox = z.object({ page: z.number(), x: z.number(), y: z.number(), scale: z.number() });
export type BoxPosition = Immutable<z.infer<typeof storedBox>>;

/** Null unless page, x and y are given. */
export function boxPosition(box: SignatureBoxInput | undefined): BoxPosition | null {
  if (box?.page === undefined || box.x === undefined || box.y === undefined) return null;
  return { page: box.page, x: box.x, y: box.y, scale: box.scale ?? DEFAULT_SCALE };
}

interface SigneeBoxes {
  readonly fullName: string;
  readonly signaturePlacement: SignaturePlacement;
  /** Null: not decided yet, or on a new page. */
  readonly signatureBox: BoxPosition | null;
  readonly idScanBox?: BoxPosition | null;
}

type BoxIds = Readonly<Record<'signatureBox' | 'idScanBox', string>>;

/** Boxes without a position are left out. */
export function boxRequests(ids: BoxIds, signee: SigneeBoxes): readonly BoxRequest[] {
  const { signaturePlacement, signatureBox, idScanBox, fullName } = signee;
  const signature = { id: ids.signatureBox, type: 'signature', label: fullName } as const;
  const scan = { id: ids.idScanBox, type: 'id_scan', placement: 'existing' } as const;
  return [
    ...(signaturePlacement === 'new_page' ? [{ ...signature, placement: signaturePlacement }] : []),
    ...(signaturePlacement === 'existing' && signatureBox !== null
      ? [{ ...signature, placement: signaturePlacement, ...signatureBox }]
      : []),
    ...(idScanBox ? [{ ...scan, ...idScanBox }] : []),
  ];
}

export function configuredBoxes(signees: readonly DraftSignee[]): readonly BoxRequest[] {
  return signees.flatMap((signee, index) => {
    const { fullName = '', signaturePlacement = DEFAULT_SIGNATURE_PLACEMENT } = signee;
    const path = `signeeDetails.${index}`;
    const ids = { signatureBox: `${path}.signatureBox`, idScanBox: `${path}.idScanBox` };
    const signatureBox = boxPosition(signee.signatureBox);
    return boxRequests(ids, {
      fullName,
      signaturePlacement,
      signatureBox,
      idScanBox: idScanPosition(signee),
    });
  });
}

export function idScanPosition({ signatureType, idScanBox }: DraftSignee): BoxPosition | null {
  return hasIdScanBox(signatureType ?? DEFAULT_SIGNATURE_TYPE) ? boxPosition(idScanBox) : null;
}

/** A new page arranges its boxes itself. */
export function warnOfUnusedBoxes(signees: readonly DraftSignee[]): readonly Warning[] {
  return signees.flatMap(({ signaturePlacement, signatureType, signatureBox, idScanBox }, index) => {
    const isOnNewPage = signatureBox !== undefined && signaturePlacement === 'new_page';
    const isNotScanned = idScanBox !== undefined && !hasIdScanBox(signatureType ?? DEFAULT_SIGNATURE_TYPE);
    const unused = [...(isOnNewPage ? ['signatureBox'] : []), ...(isNotScanned ? ['idScanBox'] : [])];
    return unused.map((member) => ({
      code: 'member_without_effect',
      path: `signeeDetails.${index}.${member}`,
    }));
  });
}
