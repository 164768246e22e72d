import type { BoxPosition, DraftConfiguration, Language, SignatureType } from '@countersign/signing';

export type BoxKind = 'signature' | 'id_scan';
type DraftSignee = NonNullable<DraftConfiguration['signeeDetails']>[number];
type DeliveryMethod = NonNullable<DraftSignee['phoneNumberDeliveryMethod']>;
export type ReadonlyMode = NonNullable<DraftConfiguration['fieldsReadonlyMode']>;
type SharingSetting = NonNullable<DraftConfiguration['sharingSetting']>;
type FieldInput = string | readonly string[];

/** Texts may be incomplete. */
export interface ComposedSignee {
  /** In this tab; not saved. */
  readonly key: string;
  readonly fullName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
  readonly deliveryMethod: DeliveryMethod;
  readonly signatureType: SignatureType | 'not_set';
  readonly signingOrder: number;
  readonly isInvited: boolean;
  /** Without `signature` it is on a new page. */
  readonly boxes: Readonly<Partial<Record<BoxKind, BoxPosition>>>;
  /** Of the template. */
  readonly role: string;
  /** Not edited here. */
  readonly others: Readonly<Record<string, unknown>>;
}

/** `toConfiguration` leaves out what cannot be saved yet. */
export interface Composition {
  readonly name: string;
  readonly personalMessage: string;
  readonly language: Language;
  readonly enableSigningOrder: boolean;
  readonly signees: readonly ComposedSignee[];
  /** By field name. */
  readonly fields: Readonly<Record<string, FieldInput>>;
  readonly fieldsReadonlyMode: ReadonlyMode;
  /** Null: the account's default. */
  readonly sharingSetting: SharingSetting | null;
  readonly externalId: string;
  readonly metadata: readonly { readonly name: string; readonly value: string }[];
  /** ISO 8601 date, or empty. */
  readonly expiryDate: string;
  /** As the draft had it, so that opening a draft does not change it. */
  readonly expiryMoment: string;
  /** Days, or empty. */
  readonly remindAfterDays: string;
  readonly remindEveryDays: string;
  readonly notifyOwner: boolean;
  /** Of visitors of a public link. */
  readonly disablePrinting: boolean;
}

export const EMPTY_COMPOSITION: Composition = {
  name: '',
  personalMessage: '',
  language: 'en',
  enableSigningOrder: false,
  signees: [],
  fields: {},
  fieldsReadonlyMode: 'keepOriginal',
  sharingSetting: null,
  externalId: '',
  metadata: [],
  expiryDate: '',
  expiryMoment: '',
  remindAfterDays: '',
  remindEveryDays: '',
  notifyOwner: false,
  disablePrinting: false,
};

export function newSignee(change: Partial<ComposedSignee> = {}): ComposedSignee {
  return {
    key: crypto.randomUUID(),
    fullName: '',
    emailAddress: '',
    phoneNumber: '',
    deliveryMethod: 'sms',
    signatureType: 'digital_ink',
    signingOrder: 1,
    isInvited: true,
    boxes: {},
    role: '',
    others: {},
    ...change,
  };
}

/** Never a contact. */
export function labelOf({ fullName, role }: ComposedSignee): string {
  return fullName.trim() === '' ? role.trim() : fullName.trim();
}

/** Name, role or contact; may be empty. */
export function nameOf({ fullName, emailAddress, phoneNumber, role }: ComposedSignee): string {
  return [fullName, role, emailAddress, phoneNumber].find((text) => text.trim() !== '')?.trim() ?? '';
}
