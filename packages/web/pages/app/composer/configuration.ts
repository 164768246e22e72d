import { isEmailAddress, isPhoneNumber } from '@countersign/forms/attributes';
import type {
  BoxPosition,
  DraftConfiguration,
  LinkConfiguration,
  TemplateConfiguration,
} from '@countersign/signing';
import { isPossibleExpiry, MAX_REMINDER_DAYS, MAX_SIGNING_ORDER } from '@countersign/signing/limits';
import {
  type BoxKind,
  boxKindsOf,
  type ComposedSignee,
  type Composition,
  EMPTY_COMPOSITION,
  labelOf,
  newSignee,
} from './draft.ts';

type InputFault =
  | 'name_missing'
  | 'email_invalid'
  | 'phone_invalid'
  | 'order_invalid'
  | 'expiry_invalid'
  | 'days_invalid'
  | 'metadata_invalid';

export interface InputProblem {
  /** Undefined: of the document. */
  readonly signeeKey?: string | undefined;
  readonly member: string;
  readonly fault: InputFault;
}

const BOX_MEMBERS = { signature: 'signatureBox', id_scan: 'idScanBox' } as const satisfies Record<
  BoxKind,
  string
>;

const WHOLE_NUMBER = /^\d{1,4}$/;

/** In the order of the page. */
export function findInputProblems(composition: Composition, now: Date): readonly InputProblem[] {
  const { name, expiryDate, remindAfterDays, remindEveryDays, metadata } = composition;
  const problems: readonly (InputProblem | null)[] = [
    name.trim() === '' ? { member: 'name', fault: 'name_missing' } : null,
    ...composition.signees.flatMap((signee) => signeeProblems(signee, composition.enableSigningOrder)),
    expiryDate === '' || isPossibleExpiry(expiryMoment(composition), now)
      ? null
      : { member: 'expiryDate', fault: 'expiry_invalid' },
    remindAfterDays === '' && remindEveryDays === '' ? null : daysProblem('remindAfterDays', remindAfterDays),
    remindEveryDays === '' ? null : daysProblem('remindEveryDays', remindEveryDays),
    areMetadataValid(metadata) ? null : { member: 'metadata', fault: 'metadata_invalid' },
  ];
  return problems.filter((one) => one !== null);
}

function signeeProblems(signee: ComposedSignee, isOrdered: boolean): readonly InputProblem[] {
  const { key: signeeKey, emailAddress, phoneNumber, signingOrder } = signee;
  const isOrderValid =
    Number.isInteger(signingOrder) && signingOrder >= 1 && signingOrder <= MAX_SIGNING_ORDER;
  return [
    ...(emailAddress === '' || isEmailAddress(emailAddress)
      ? []
      : [{ signeeKey, member: 'emailAddress', fault: 'email_invalid' } as const]),
    ...(phoneNumber === '' || isPhoneNumber(phoneNumber)
      ? []
      : [{ signeeKey, member: 'phoneNumber', fault: 'phone_invalid' } as const]),
    ...(isOrderValid || !isOrdered
      ? []
      : [{ signeeKey, member: 'signingOrder', fault: 'order_invalid' } as const]),
  ];
}

function daysProblem(member: string, days: string): InputProblem | null {
  const isValid = WHOLE_NUMBER.test(days) && Number(days) >= 1 && Number(days) <= MAX_REMINDER_DAYS;
  return isValid ? null : { member, fault: 'days_invalid' };
}

function areMetadataValid(metadata: Composition['metadata']): boolean {
  const names = metadata.map(({ name }) => name.trim());
  return names.every((name) => name !== '') && new Set(names).size === names.length;
}

/** In the time zone of the browser. */
export function localDate(moment: Date): string {
  const [month, day] = [moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${moment.getFullYear()}-${month}-${day}`;
}

function expiryMoment({ expiryDate, expiryMoment: known }: Composition): Date {
  const moment = new Date(known);
  return known !== '' && localDate(moment) === expiryDate ? moment : endOfDay(expiryDate);
}

/** In the time zone of the browser. */
function endOfDay(date: string): Date {
  return new Date(`${date}T23:59:59`);
}

const EDITED_MEMBERS = [
  'name',
  'personalMessage',
  'language',
  'enableSigningOrder',
  'signeeDetails',
  'fields',
  'fieldsReadonlyMode',
  'sharingSetting',
  'externalId',
  'metadata',
  'expiryDate',
  'automaticReminders',
  'notifyOwner',
] as const satisfies readonly (keyof DraftConfiguration)[];

/** As they are saved. */
export function editedMembers(draft: Partial<DraftConfiguration>): Readonly<Record<string, unknown>> {
  const present = EDITED_MEMBERS.filter((member) => draft[member] !== undefined);
  return Object.fromEntries(present.map((member) => [member, draft[member]]));
}

export type EditedConfiguration = Partial<Pick<DraftConfiguration, (typeof EDITED_MEMBERS)[number]>>;

/** Inputs with a problem are left out. */
export function toConfiguration(composition: Composition, now: Date): EditedConfiguration {
  const faulty = new Set(
    findInputProblems(composition, now).map(({ signeeKey = '', member }) => `${signeeKey}/${member}`),
  );
  const isFine = (member: string, signeeKey = '') => !faulty.has(`${signeeKey}/${member}`);
  const { name, personalMessage, language, externalId, metadata, expiryDate, sharingSetting } = composition;
  const fields = Object.entries(composition.fields).map(([field, value]) => ({ name: field, value }));
  const [afterDays, everyDays] = [composition.remindAfterDays, composition.remindEveryDays];
  const isReminded = afterDays !== '' && isFine('remindAfterDays');
  return {
    ...(isFine('name') && { name }),
    language,
    enableSigningOrder: composition.enableSigningOrder,
    signeeDetails: composition.signees.map((signee) => signeeDetails(signee, isFine)),
    fieldsReadonlyMode: composition.fieldsReadonlyMode,
    notifyOwner: composition.notifyOwner,
    ...(personalMessage === '' ? {} : { personalMessage }),
    ...(fields.length === 0 ? {} : { fields }),
    ...(sharingSetting === null ? {} : { sharingSetting }),
    ...(externalId.trim() === '' ? {} : { externalId }),
    ...(metadata.length === 0 || !isFine('metadata')
      ? {}
      : { metadata: Object.fromEntries(metadata.map((one) => [one.name.trim(), one.value])) }),
    ...(expiryDate === '' || !isFine('expiryDate')
      ? {}
      : { expiryDate: expiryMoment(composition).toISOString() }),
    ...(isReminded && {
      automaticReminders: {
        afterDays: Number(afterDays),
        ...(everyDays === '' || !isFine('remindEveryDays') ? {} : { everyDays: Number(everyDays) }),
      },
    }),
  };
}

type DraftSignee = NonNullable<DraftConfiguration['signeeDetails']>[number];

function signeeDetails(
  signee: ComposedSignee,
  isFine: (member: string, signeeKey: string) => boolean,
): DraftSignee {
  const { key, fullName, emailAddress, phoneNumber, signatureType, signingOrder, boxes } = signee;
  const hasPhone = phoneNumber !== '' && isFine('phoneNumber', key);
  return {
    ...signee.others,
    ...(fullName.trim() === '' ? {} : { fullName }),
    ...(emailAddress !== '' && isFine('emailAddress', key) ? { emailAddress } : {}),
    ...(hasPhone ? { phoneNumber, phoneNumberDeliveryMethod: signee.deliveryMethod } : {}),
    signatureType,
    ...placement(signatureType, boxes),
    ...(isFine('signingOrder', key) ? { signingOrder } : {}),
    disableInvitationMessage: !signee.isInvited,
  };
}

/** A signature without a box is on a new page, unless its method has further boxes [2.4-33]. */
export function placement(
  signatureType: ComposedSignee['signatureType'],
  boxes: ComposedSignee['boxes'],
): Pick<DraftSignee, 'signaturePlacement' | 'signatureBox' | 'idScanBox'> {
  const kinds = boxKindsOf(signatureType);
  if (kinds.length === 1 && boxes.signature === undefined) return { signaturePlacement: 'new_page' };
  const members = kinds.flatMap((kind) => (boxes[kind] ? [[BOX_MEMBERS[kind], boxes[kind]]] : []));
  return { signaturePlacement: 'existing', ...Object.fromEntries(members) };
}

type Members = Readonly<Record<string, unknown>>;

/** Merge patch (RFC 7396); null if they are equal. */
export function patchBetween(before: Members, after: Members): Record<string, unknown> | null {
  const removed = Object.keys(before).filter(
    (name) => before[name] !== undefined && after[name] === undefined,
  );
  const changed = Object.entries(after).flatMap(([name, value]) => {
    const old = before[name];
    if (value === undefined || isEqual(old, value)) return [];
    const isNested = isObject(old) && isObject(value);
    return [[name, isNested ? patchBetween(old, value) : value] as const];
  });
  if (removed.length === 0 && changed.every(([, value]) => value === null)) return null;
  return Object.fromEntries([...removed.map((name) => [name, null] as const), ...changed]);
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON; the order of members does not matter. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => isEqual(one, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isEqual(a[name], b[name]));
}

type Role = TemplateConfiguration['signeeDetails'][number];

/** For drafts made of it. */
export type TemplateDefaults = Partial<TemplateConfiguration>;

/** What the draft leaves out comes from its template. */
export function fromDraft(
  draft: Partial<DraftConfiguration> & { readonly disablePrinting?: boolean | undefined },
  template: TemplateDefaults = {},
): Composition {
  const { fileId: _, signeeDetails: roles = [], ...defaults } = template;
  const given = { ...defaults, ...withoutAbsent(draft) };
  return {
    ...EMPTY_COMPOSITION,
    name: given.name ?? '',
    personalMessage: given.personalMessage ?? '',
    language: given.language ?? EMPTY_COMPOSITION.language,
    enableSigningOrder: given.enableSigningOrder ?? false,
    signees: readSignees(draft.signeeDetails, roles),
    fields: Object.fromEntries((given.fields ?? []).map(({ name, value }) => [name, value])),
    fieldsReadonlyMode: given.fieldsReadonlyMode ?? EMPTY_COMPOSITION.fieldsReadonlyMode,
    sharingSetting: given.sharingSetting ?? null,
    externalId: draft.externalId ?? '',
    metadata: Object.entries(draft.metadata ?? {}).map(([name, value]) => ({ name, value })),
    expiryDate: draft.expiryDate === undefined ? '' : localDate(new Date(draft.expiryDate)),
    expiryMoment: draft.expiryDate ?? '',
    remindAfterDays: String(draft.automaticReminders?.afterDays ?? ''),
    remindEveryDays: String(draft.automaticReminders?.everyDays ?? ''),
    notifyOwner: draft.notifyOwner ?? false,
    disablePrinting: draft.disablePrinting ?? false,
  };
}

function withoutAbsent<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

/** One for every role, until the draft has some of its own: it is sent with those. */
function readSignees(
  own: readonly DraftSignee[] | null | undefined,
  roles: readonly Role[],
): readonly ComposedSignee[] {
  const signees: readonly DraftSignee[] = own ?? roles.map(() => ({}));
  return signees.map((signee, index) => readSignee(signee, roles[index], index));
}

function readSignee(own: DraftSignee, role: Role | undefined, index: number): ComposedSignee {
  const { fullName: label = '', ...roleMembers } = role ?? {};
  const {
    fullName = '',
    emailAddress = '',
    phoneNumber = '',
    phoneNumberDeliveryMethod,
    signatureType,
    signaturePlacement,
    signatureBox,
    idScanBox,
    signingOrder,
    disableInvitationMessage,
    ...others
  } = { ...roleMembers, ...withoutAbsent(own) };
  const signature = signaturePlacement === 'new_page' ? undefined : readBox(signatureBox, role?.signatureBox);
  const scan = readBox(idScanBox, role?.idScanBox);
  return newSignee({
    fullName,
    emailAddress,
    phoneNumber,
    ...(phoneNumberDeliveryMethod && { deliveryMethod: phoneNumberDeliveryMethod }),
    ...(signatureType && { signatureType }),
    signingOrder: signingOrder ?? index + 1,
    isInvited: disableInvitationMessage !== true,
    boxes: { ...(signature && { signature }), ...(scan && { id_scan: scan }) },
    role: label,
    others,
  });
}

type BoxInput = DraftSignee['signatureBox'];

/** Undefined until page, x and y are known. */
function readBox(own: BoxInput, fallBack: BoxInput): BoxPosition | undefined {
  const { page, x, y, scale = 1 } = { ...fallBack, ...own };
  return page === undefined || x === undefined || y === undefined ? undefined : { page, x, y, scale };
}

/** By the member of a signee. */
export function kindOfMember(member: string): BoxKind | undefined {
  if (member.startsWith(BOX_MEMBERS.signature)) return 'signature';
  return member.startsWith(BOX_MEMBERS.id_scan) ? 'id_scan' : undefined;
}

/** Roles have labels in place of contact details. */
export function toTemplate(composition: Composition, fileId: string, now: Date): TemplateConfiguration {
  const {
    name = '',
    language,
    personalMessage,
    fields,
    fieldsReadonlyMode,
    sharingSetting,
  } = toConfiguration(composition, now);
  const { enableSigningOrder } = composition;
  return {
    fileId,
    name,
    language,
    enableSigningOrder,
    fieldsReadonlyMode,
    signeeDetails: composition.signees.map((signee) => ({
      ...signee.others,
      ...(labelOf(signee) === '' ? {} : { fullName: labelOf(signee) }),
      signatureType: signee.signatureType,
      ...placement(signee.signatureType, signee.boxes),
      ...(enableSigningOrder ? { signingOrder: signee.signingOrder } : {}),
      disableInvitationMessage: !signee.isInvited,
    })),
    ...(personalMessage === undefined ? {} : { personalMessage }),
    ...(fields === undefined
      ? {}
      : { fields: fields.filter(({ value }) => !isContactOf(composition, value)) }),
    ...(sharingSetting === undefined ? {} : { sharingSetting }),
  };
}

/** Prefilled once, it would be in every later document. */
function isContactOf({ signees }: Composition, value: string | readonly string[] | undefined): boolean {
  const contacts = signees.flatMap(({ emailAddress, phoneNumber }) => [emailAddress, phoneNumber]);
  return [value]
    .flat()
    .some((one) => one !== undefined && one.trim() !== '' && contacts.includes(one.trim()));
}

/** A visitor signs in all boxes. */
export function toLink(
  composition: Composition,
  fileId: string,
  disablePrinting: boolean,
  now: Date,
): LinkConfiguration {
  const {
    name = '',
    language,
    fields,
    fieldsReadonlyMode,
    sharingSetting,
  } = toConfiguration(composition, now);
  return {
    fileId,
    name,
    language,
    fieldsReadonlyMode,
    disablePrinting,
    signeeDetails: composition.signees.map((signee) => ({
      ...signee.others,
      signatureType: signee.signatureType === 'not_set' ? 'digital_ink' : signee.signatureType,
      ...placement(signee.signatureType, signee.boxes),
      ...(labelOf(signee) === '' ? {} : { label: labelOf(signee) }),
    })),
    ...(fields === undefined ? {} : { fields }),
    ...(sharingSetting === undefined ? {} : { sharingSetting }),
  };
}
