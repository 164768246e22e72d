/** The product's only definition of email addresses and phone numbers. Runs in a browser. */

/** Octets of an address (RFC 5321 4.5.3.1.3, without the angle brackets). */
const MAX_EMAIL_LENGTH = 254;

export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > MAX_EMAIL_LENGTH || hasInvisible(text)) return false;
  return isLocalPart(text.slice(0, at)) && isDomain(text.slice(at + 1));
}

// Expressions with classes of Unicode take a millisecond of every start of the command line, unless they are made on use.

/** Some invisible characters are letters in Unicode. */
function hasInvisible(text: string): boolean {
  return /\p{Default_Ignorable_Code_Point}/u.test(text);
}

/** Dot-atom (RFC 5322 3.2.3; RFC 6531 for other scripts), at most 64 characters. */
function isLocalPart(text: string): boolean {
  return /^(?=.{1,64}$)[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+(?:\.[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+)*$/u.test(
    text,
  );
}

/** A domain has at least one dot and letters of any script (RFC 5890). */
function isDomain(text: string): boolean {
  return /^(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)\.)+(?!-)[\p{L}\p{M}\p{N}-]{2,63}(?<!-)$/u.test(text);
}

/** Characters, with those that group the digits. */
const MAX_PHONE_LENGTH = 40;

/** Accepts at most 15 digits (ITU-T E.164), grouped by spaces, hyphens or brackets. */
export function isPhoneNumber(text: string): boolean {
  if (text.length > MAX_PHONE_LENGTH || !/^\+[\d ()-]+$/.test(text)) return false;
  return /^\+[1-9]\d{6,14}$/.test(dialledNumber(text));
}

/** Returns the number without grouping characters: `+46701234567`. */
export function dialledNumber(phoneNumber: string): string {
  return phoneNumber.replace(/[ ()-]/g, '');
}

/** All attributes of field names, as data (docs/api/forms.md#attributes). No other file knows an attribute by name. */

/** `trigger` is operated by the signee, `image` is filled from a scan. */
export type AttributeKind =
  | 'trigger'
  | 'auto-populated'
  | 'formatting'
  | 'image'
  | 'modifier'
  | 'other'
  | 'unknown';

/** A trigger fills the receivers of its own group that share its index. */
export type AttributeGroup = 'company' | 'scan' | 'attachment';

export type AttributeFormat = 'swedish_mobile_number' | 'email_address';

/** Prefix of rule ids (docs/rules.tsv). */
export type AttributeSource = '2.10' | 'D3';

export interface AttributeSpec {
  /** The name has no index. With `freeEnding` it is a prefix that any text may follow. */
  readonly name: string;
  readonly kind: Exclude<AttributeKind, 'unknown'>;
  readonly indexed: boolean;
  readonly source: AttributeSource;
  readonly group?: AttributeGroup;
  readonly forbidsManualEntry?: true;
  /** Useful only if another attribute of its index takes the result. */
  readonly needsReceiver?: true;
  readonly freeEnding?: true;
  readonly format?: AttributeFormat;
  readonly aspectRatio?: readonly [number, number];
  readonly whenMissing?: 'scan_fails' | 'field_is_removed';
}

type Options = Omit<AttributeSpec, 'name' | 'kind' | 'indexed' | 'source'>;

const SPECIFICATION: AttributeSource = '2.10';
const DECISIONS: AttributeSource = 'D3';

const COMPANY_TRIGGER: Options = { group: 'company', forbidsManualEntry: true, needsReceiver: true };
// It stores its results, so it is useful without a receiver.
const COMPANY_TRIGGER_STORING: Options = { group: 'company', forbidsManualEntry: true };
// Becomes the front image by itself [D3-09], so it needs no receiver.
const SCAN_TRIGGER: Options = { group: 'scan', forbidsManualEntry: true };
const SCAN_IMAGE: Options = { group: 'scan', forbidsManualEntry: true, whenMissing: 'field_is_removed' };

const COMPANY_PARTS = ['', '-companyname', '-addressline1', '-zipCode', '-city'];

const MRZ_PARTS = [
  'firstname',
  'lastname',
  'personalnumber',
  'documentid',
  'nationality',
  'nationalitycode',
  'birthdate',
  'expirydate',
  'issuedate',
  'issuingstatecode',
  'issuingstatename',
  'placeofbirth',
  'placeofissue',
];

/** The front image of a scan trigger [D3-09]. */
export const FRONT_IMAGE_RATIO: readonly [number, number] = [3, 2];

export const ATTRIBUTES: readonly AttributeSpec[] = [
  indexed('svc-orgnumber-verification', 'trigger', COMPANY_TRIGGER),
  indexed('svc-orgnumber-verification-boardmember', 'trigger', COMPANY_TRIGGER),
  indexed('svc-orgnumber-verification-kyc', 'trigger', COMPANY_TRIGGER_STORING),
  ...COMPANY_PARTS.map((part) =>
    indexed(`svc-verified-orgnumber${part}`, 'auto-populated', { group: 'company' }),
  ),
  single('svc-format-mobile', 'formatting', { format: 'swedish_mobile_number' }),
  single('svc-format-email', 'formatting', { format: 'email_address' }),
  single('svc-sms-verification', 'trigger', { forbidsManualEntry: true }),
  single('svc-email-verification', 'trigger', { forbidsManualEntry: true }),
  single('svc-email-recipient', 'other', { format: 'email_address' }),
  single('svc-date-now', 'auto-populated', { forbidsManualEntry: true }),
  single('svc-style-transparent', 'formatting'),
  single('svc-input-fullname', 'other'),
  indexed('svc-scan-id', 'trigger', SCAN_TRIGGER),
  indexed('svc-scan-id-basic', 'trigger', SCAN_TRIGGER),
  indexed('svc-scan-id-passport', 'trigger', SCAN_TRIGGER),
  indexed('svc-scan-id-passport-basic', 'trigger', SCAN_TRIGGER),
  ...MRZ_PARTS.map((part) => indexed(`svc-scanned-id-mrz-${part}`, 'auto-populated', { group: 'scan' })),
  image('portrait', { ...SCAN_IMAGE, aspectRatio: [3, 4], whenMissing: 'scan_fails' }),
  image('ghostportrait', { ...SCAN_IMAGE, aspectRatio: [3, 4] }),
  image('signature', { ...SCAN_IMAGE, aspectRatio: [4, 1] }),
  image('documentrear', { ...SCAN_IMAGE, aspectRatio: [3, 2] }),
  image('barcode', { ...SCAN_IMAGE, aspectRatio: [4, 1] }),
  { ...indexed('svc-scanned-id-allow-in-signature', 'modifier', { group: 'scan' }), source: DECISIONS },
  indexed('svc-upload-attachment', 'trigger', {
    group: 'attachment',
    forbidsManualEntry: true,
    needsReceiver: true,
  }),
  indexed('svc-uploaded-attachmentname', 'auto-populated', { group: 'attachment', forbidsManualEntry: true }),
  indexed('svc-sign-and-pay-email', 'other'),
  single('svc-search-firstname', 'other'),
  single('svc-search-lastname', 'other'),
  single('svc-search-', 'other', { freeEnding: true }),
  single('svc-share-sms-phonenumber', 'other'),
  single('svc-share-email-emailaddress', 'other'),
  single('svc-access-documentaction', 'other'),
  { ...single('svc-access-document', 'other'), source: DECISIONS },
];

const BY_NAME: ReadonlyMap<string, AttributeSpec> = new Map(
  ATTRIBUTES.filter((spec) => !spec.freeEnding).map((spec) => [spec.name, spec]),
);
const WITH_FREE_ENDING = ATTRIBUTES.filter((spec) => spec.freeEnding);

/** Names are case-sensitive and have no index. */
export function findAttribute(name: string): AttributeSpec | undefined {
  return BY_NAME.get(name) ?? WITH_FREE_ENDING.find((spec) => hasFreeEnding(spec, name));
}

export function knownAttributeNames(): readonly string[] {
  return [...BY_NAME.keys()];
}

function hasFreeEnding(spec: AttributeSpec, name: string): boolean {
  return name.length > spec.name.length && name.startsWith(spec.name);
}

function indexed(name: string, kind: AttributeSpec['kind'], options: Options = {}): AttributeSpec {
  return { name, kind, indexed: true, source: SPECIFICATION, ...options };
}

function single(name: string, kind: AttributeSpec['kind'], options: Options = {}): AttributeSpec {
  return { name, kind, indexed: false, source: SPECIFICATION, ...options };
}

function image(part: string, options: Options): AttributeSpec {
  return { ...indexed(`svc-scanned-id-${part}`, 'image', options), source: DECISIONS };
}

/** 070, 072, 073, 076 or 079, ten digits in national form (PTS number plan). */
const SWEDISH_MOBILE = /^(?:\+46|0046|0)(?:7[02369])\d{7}$/;

/** Allows spaces, hyphens and brackets, also `+46 (0)70`. */
export function isSwedishMobileNumber(text: string): boolean {
  return SWEDISH_MOBILE.test(
    text
      .trim()
      .replace('(0)', '')
      .replace(/[\s()./\p{Dash_Punctuation}\u2212]/gu, ''),
  );
}

const ACCEPTS: Readonly<Record<AttributeFormat, (text: string) => boolean>> = {
  swedish_mobile_number: isSwedishMobileNumber,
  email_address: isEmailAddress,
};

/** Returns the first format that the text does not have. */
export function findBrokenFormat(
  attributes: readonly { readonly name: string }[],
  text: string,
): AttributeFormat | undefined {
  return listFormats(attributes).find((format) => !ACCEPTS[format](text));
}

export function listFormats(attributes: readonly { readonly name: string }[]): readonly AttributeFormat[] {
  return attributes.flatMap(({ name }) => findAttribute(name)?.format ?? []);
}
