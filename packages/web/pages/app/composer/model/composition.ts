import type { BoxPosition, DraftConfiguration, Language, SignatureType } from '@countersign/signing';

export type BoxKind = 'signature' | 'id_scan';
type DraftSignee = NonNullable<DraftConfiguration['signeeDetails']>[number];
type DeliveryMethod = NonNullable<DraftSignee['phoneNumberDeliveryMethod']>;
export type ReadonlyMode = NonNullable<DraftConfiguration['fieldsReadonlyMode']>;
type SharingSetting = NonNullable<DraftConfiguration['sharingSetting']>;
type FieldInput = string | readonly string[];

/** A signee as the composer edits it. Texts may be incomplete. */
export interface ComposedSignee {
  /** Identifies the signee in this tab; is not saved. */
  readonly key: string;
  readonly fullName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
  readonly deliveryMethod: DeliveryMethod;
  readonly signatureType: SignatureType | 'not_set';
  readonly signingOrder: number;
  readonly isInvited: boolean;
  /** Without `signature` the signature is on a new page. */
  readonly boxes: Readonly<Partial<Record<BoxKind, BoxPosition>>>;
  /** Label of the template's role. */
  readonly role: string;
  /** Members that the composer does not edit. */
  readonly others: Readonly<Record<string, unknown>>;
}

/** What a sender edits. Texts may be incomplete; `toConfiguration` leaves out what cannot be saved yet. */
export interface Composition {
  readonly name: string;
  readonly personalMessage: string;
  readonly language: Language;
  readonly enableSigningOrder: boolean;
  readonly signees: readonly ComposedSignee[];
  /** Prefilled values by field name. */
  readonly fields: Readonly<Record<string, FieldInput>>;
  readonly fieldsReadonlyMode: ReadonlyMode;
  /** Null: the account's default. */
  readonly sharingSetting: SharingSetting | null;
  readonly externalId: string;
  readonly metadata: readonly { readonly name: string; readonly value: string }[];
  /** ISO 8601 date, or empty. */
  readonly expiryDate: string;
  /** The moment of that date that the draft had, so that opening a draft does not change it. */
  readonly expiryMoment: string;
  /** Whole numbers of days, or empty. */
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

/** What a template or public link calls the signee: never a contact. */
export function labelOf({ fullName, role }: ComposedSignee): string {
  return fullName.trim() === '' ? role.trim() : fullName.trim();
}

/** Name, role or contact; empty if none is given. */
export function nameOf({ fullName, emailAddress, phoneNumber, role }: ComposedSignee): string {
  return [fullName, role, emailAddress, phoneNumber].find((text) => text.trim() !== '')?.trim() ?? '';
}
