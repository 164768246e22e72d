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

/** Returns the stored box, with its scale; null unless page, x and y are given. */
export function boxPosition(box: SignatureBoxInput | undefined): BoxPosition | null {
  if (box?.page === undefined || box.x === undefined || box.y === undefined) return null;
  return { page: box.page, x: box.x, y: box.y, scale: box.scale ?? DEFAULT_SCALE };
}

/** A signature box of the prepared PDF. */
interface SigneeBox {
  readonly fullName: string;
  readonly signaturePlacement: SignaturePlacement;
  /** Not null for `existing`. */
  readonly signatureBox: BoxPosition | null;
}

/** Returns the request for a signee's signature box; `id` comes back with the placed box. */
export function boxRequest(
  id: string,
  { signaturePlacement, signatureBox, fullName }: SigneeBox,
): BoxRequest {
  const position = signaturePlacement === 'existing' ? signatureBox : null;
  return { id, type: 'signature', placement: signaturePlacement, label: fullName, ...position };
}

/** Returns requests for the boxes of a configuration, identified by their paths. Boxes without a position are left out. */
export function configuredBoxes(signees: readonly DraftSignee[]): readonly BoxRequest[] {
  return signees.flatMap((signee, index) => {
    const { fullName = '', signaturePlacement = DEFAULT_SIGNATURE_PLACEMENT } = signee;
    const signatureBox = boxPosition(signee.signatureBox);
    if (signaturePlacement === 'existing' && signatureBox === null) return [];
    const box = { fullName, signaturePlacement, signatureBox };
    return [boxRequest(`signeeDetails.${index}.signatureBox`, box)];
  });
}

/** A new page arranges its boxes itself, and only an ID scan has a box of its own. */
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
