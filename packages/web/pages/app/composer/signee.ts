import type { BoxType } from '@countersign/seal/layout';
import type { DraftConfiguration, SignatureType } from '@countersign/signing';

type ConfiguredSignee = NonNullable<DraftConfiguration['signeeDetails']>[number];
type DeliveryMethod = NonNullable<ConfiguredSignee['phoneNumberDeliveryMethod']>;

/** The texts of a signee may be incomplete while they are typed. */
export interface DraftSignee {
  /** The key holds for this tab and is not saved. */
  readonly key: string;
  readonly fullName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
  readonly deliveryMethod: DeliveryMethod;
  readonly signatureType: SignatureType | 'not_set';
  readonly signingOrder: number;
  readonly isInvited: boolean;
  /** The signature is on a page that is added, even where there are further boxes for it. */
  readonly signsOnNewPage: boolean;
  /** The name of the role in the template. */
  readonly role: string;
  /** Members that the composer does not edit. */
  readonly others: Readonly<Record<string, unknown>>;
}

export function newSignee(change: Partial<DraftSignee> = {}): DraftSignee {
  return {
    key: crypto.randomUUID(),
    fullName: '',
    emailAddress: '',
    phoneNumber: '',
    deliveryMethod: 'sms',
    signatureType: 'digital_ink',
    signingOrder: 1,
    isInvited: true,
    signsOnNewPage: false,
    role: '',
    others: {},
    ...change,
  };
}

/** Never returns a contact. */
export function labelOf({ fullName, role }: DraftSignee): string {
  return fullName.trim() === '' ? role.trim() : fullName.trim();
}

/** Returns the name, role or contact, which may be empty. */
export function nameOf({ fullName, emailAddress, phoneNumber, role }: DraftSignee): string {
  return [fullName, role, emailAddress, phoneNumber].find((text) => text.trim() !== '')?.trim() ?? '';
}

/** The table has no schemas of the methods; methods.test.ts compares both. */
export const METHODS = [
  { type: 'digital_ink', capability: null, boxes: ['signature'] },
  { type: 'bankid_identification', capability: 'signatureBankId', boxes: ['signature'] },
  { type: 'digital_ink_id_scan', capability: 'signatureIdScan', boxes: ['signature', 'id_scan'] },
  { type: 'face_liveness', capability: 'signatureFaceLiveness', boxes: ['signature'] },
] as const satisfies readonly {
  readonly type: SignatureType;
  readonly capability: string | null;
  readonly boxes: readonly BoxType[];
}[];

/** Methods with ink have initials too [D10-13]. */
const WITH_INK: readonly string[] = ['digital_ink', 'digital_ink_id_scan', 'not_set'];

/** A signee without a method draws. */
export function boxKindsOf(type: SignatureType | 'not_set'): readonly BoxType[] {
  const boxes: readonly BoxType[] = METHODS.find((method) => method.type === type)?.boxes ?? ['signature'];
  return WITH_INK.includes(type) ? [...boxes, 'initials'] : boxes;
}

/** The `current` method stays selectable. */
export function availableMethods(
  capabilities: Readonly<Record<string, unknown>>,
  current: SignatureType | 'not_set',
): readonly SignatureType[] {
  return METHODS.filter(
    ({ type, capability }) => capability === null || capabilities[capability] === true || type === current,
  ).map(({ type }) => type);
}
