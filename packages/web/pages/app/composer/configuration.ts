import type {
  BoxPosition,
  DraftConfiguration,
  LinkConfiguration,
  TemplateConfiguration,
} from '@countersign/signing';
import {
  type BoxKind,
  boxKindsOf,
  type Draft,
  type DraftSignee,
  EMPTY_DRAFT,
  labelOf,
  newSignee,
} from './draft.ts';
import { expiryMoment, findInputProblems, localDate } from './input-problems.ts';

const BOX_MEMBERS = { signature: 'signatureBox', id_scan: 'idScanBox' } as const satisfies Record<
  BoxKind,
  string
>;

/** Other people use templates and public links, so these are saved when the sender says so. */
export type ItemKind = 'draft' | 'template' | 'link';

/** What is sent of each kind, besides its file. */
interface Configurations {
  readonly draft: { readonly [Member in keyof DraftConfiguration]?: DraftConfiguration[Member] | undefined };
  readonly template: Omit<TemplateConfiguration, 'fileId'>;
  readonly link: Omit<LinkConfiguration, 'fileId'>;
}

/** Inputs with a problem are left out. */
export function toConfiguration<Kind extends ItemKind>(
  draft: Draft,
  kind: Kind,
  now: Date,
): Configurations[Kind] {
  return CONVERTERS[kind](draft, now);
}

const CONVERTERS: { readonly [Kind in ItemKind]: (draft: Draft, now: Date) => Configurations[Kind] } = {
  draft: configureDraft,
  template: configureTemplate,
  link: configureLink,
};

function configureDraft(draft: Draft, now: Date): Configurations['draft'] {
  const faulty = new Set(
    findInputProblems(draft, now).map(({ signeeKey = '', member }) => `${signeeKey}/${member}`),
  );
  const isFine = (member: string, signeeKey = '') => !faulty.has(`${signeeKey}/${member}`);
  const { metadata, expiryDate, remindAfterDays, remindEveryDays } = draft;
  const isReminded = remindAfterDays !== '' && isFine('remindAfterDays');
  const isRemindedAgain = remindEveryDays !== '' && isFine('remindEveryDays');
  return {
    ...configureFile(draft),
    name: isFine('name') ? draft.name : undefined,
    personalMessage: draft.personalMessage || undefined,
    enableSigningOrder: draft.enableSigningOrder,
    signeeDetails: draft.signees.map((signee) => configureSignee(signee, isFine)),
    notifyOwner: draft.notifyOwner,
    externalId: draft.externalId.trim() === '' ? undefined : draft.externalId,
    metadata:
      metadata.length === 0 || !isFine('metadata')
        ? undefined
        : Object.fromEntries(metadata.map((one) => [one.name.trim(), one.value])),
    labels: draft.labels.length === 0 ? undefined : draft.labels,
    expiryDate: expiryDate === '' || !isFine('expiryDate') ? undefined : expiryMoment(draft).toISOString(),
    automaticReminders: isReminded
      ? {
          afterDays: Number(remindAfterDays),
          everyDays: isRemindedAgain ? Number(remindEveryDays) : undefined,
        }
      : undefined,
  };
}

/** Returns what all kinds have. */
function configureFile({ language, fields, fieldsReadonlyMode, sharingSetting, aiAssistant }: Draft) {
  const values = Object.entries(fields).map(([name, value]) => ({ name, value }));
  return {
    language,
    fields: values.length === 0 ? undefined : values,
    fieldsReadonlyMode,
    sharingSetting: sharingSetting ?? undefined,
    aiAssistant: aiAssistant ?? undefined,
  };
}

type ConfiguredSignee = NonNullable<DraftConfiguration['signeeDetails']>[number];

function configureSignee(
  signee: DraftSignee,
  isFine: (member: string, signeeKey: string) => boolean,
): ConfiguredSignee {
  const { key, fullName, emailAddress, phoneNumber, signatureType, signingOrder, boxes } = signee;
  const hasPhone = phoneNumber !== '' && isFine('phoneNumber', key);
  return {
    ...signee.others,
    fullName: fullName.trim() === '' ? undefined : fullName,
    emailAddress: emailAddress !== '' && isFine('emailAddress', key) ? emailAddress : undefined,
    phoneNumber: hasPhone ? phoneNumber : undefined,
    phoneNumberDeliveryMethod: hasPhone ? signee.deliveryMethod : undefined,
    signatureType,
    ...placement(signatureType, boxes),
    signingOrder: isFine('signingOrder', key) ? signingOrder : undefined,
    disableInvitationMessage: !signee.isInvited,
  };
}

/** Roles have labels in place of contact details. */
function configureTemplate(draft: Draft): Configurations['template'] {
  const { enableSigningOrder } = draft;
  const { fields, ...file } = configureFile(draft);
  return {
    ...file,
    fields: fields?.filter(({ value }) => !isContactOf(draft, value)),
    name: draft.name.trim() === '' ? '' : draft.name,
    personalMessage: draft.personalMessage || undefined,
    labels: draft.labels.length === 0 ? undefined : draft.labels,
    enableSigningOrder,
    signeeDetails: draft.signees.map((signee) => ({
      ...signee.others,
      fullName: labelOf(signee) || undefined,
      signatureType: signee.signatureType,
      ...placement(signee.signatureType, signee.boxes),
      signingOrder: enableSigningOrder ? signee.signingOrder : undefined,
      disableInvitationMessage: !signee.isInvited,
    })),
  };
}

/** A contact that was prefilled once would be in every later document. */
function isContactOf({ signees }: Draft, value: string | readonly string[] | undefined): boolean {
  const contacts = signees.flatMap(({ emailAddress, phoneNumber }) => [emailAddress, phoneNumber]);
  return [value]
    .flat()
    .some((one) => one !== undefined && one.trim() !== '' && contacts.includes(one.trim()));
}

/** A visitor signs in all boxes of a slot. */
function configureLink(draft: Draft): Configurations['link'] {
  return {
    ...configureFile(draft),
    name: draft.name.trim() === '' ? '' : draft.name,
    disablePrinting: draft.disablePrinting,
    signeeDetails: draft.signees.map((signee) => ({
      ...signee.others,
      signatureType: signee.signatureType === 'not_set' ? 'digital_ink' : signee.signatureType,
      ...placement(signee.signatureType, signee.boxes),
      label: labelOf(signee) || undefined,
    })),
  };
}

/** A signature without a box is on a new page, unless its method has further boxes [2.4-33]. */
export function placement(
  signatureType: DraftSignee['signatureType'],
  boxes: DraftSignee['boxes'],
): Pick<ConfiguredSignee, 'signaturePlacement' | 'signatureBox' | 'idScanBox'> {
  const kinds = boxKindsOf(signatureType);
  if (kinds.length === 1 && boxes.signature === undefined) return { signaturePlacement: 'new_page' };
  const members = kinds.flatMap((kind) => (boxes[kind] ? [[BOX_MEMBERS[kind], boxes[kind]]] : []));
  return { signaturePlacement: 'existing', ...Object.fromEntries(members) };
}

type Role = TemplateConfiguration['signeeDetails'][number];

/** What a draft takes from the template that it was made of. */
export type TemplateDefaults = Partial<TemplateConfiguration>;

/** What the configuration leaves out comes from the template. */
export function toDraft(
  configuration: Partial<DraftConfiguration> & { readonly disablePrinting?: boolean | undefined },
  template: TemplateDefaults = {},
): Draft {
  const { fileId: _, signeeDetails: roles = [], ...defaults } = template;
  const given = { ...defaults, ...withoutAbsent(configuration) };
  return {
    ...EMPTY_DRAFT,
    name: given.name ?? '',
    personalMessage: given.personalMessage ?? '',
    language: given.language ?? EMPTY_DRAFT.language,
    enableSigningOrder: given.enableSigningOrder ?? false,
    signees: readSignees(configuration.signeeDetails, roles),
    fields: Object.fromEntries((given.fields ?? []).map(({ name, value }) => [name, value])),
    fieldsReadonlyMode: given.fieldsReadonlyMode ?? EMPTY_DRAFT.fieldsReadonlyMode,
    sharingSetting: given.sharingSetting ?? null,
    aiAssistant: readAssistant(given.aiAssistant),
    externalId: configuration.externalId ?? '',
    metadata: Object.entries(configuration.metadata ?? {}).map(([name, value]) => ({ name, value })),
    labels: given.labels ?? [],
    expiryDate: configuration.expiryDate === undefined ? '' : localDate(new Date(configuration.expiryDate)),
    expiryMoment: configuration.expiryDate ?? '',
    remindAfterDays: String(configuration.automaticReminders?.afterDays ?? ''),
    remindEveryDays: String(configuration.automaticReminders?.everyDays ?? ''),
    notifyOwner: configuration.notifyOwner ?? false,
    disablePrinting: configuration.disablePrinting ?? false,
  };
}

/** What is left out has the defaults of the service [4.4-25]. */
function readAssistant(given: DraftConfiguration['aiAssistant']): Draft['aiAssistant'] {
  if (given === undefined) return null;
  const { enabled = false, textToSpeech = false, language = 'en' } = given;
  return { enabled, textToSpeech, language };
}

function withoutAbsent<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

/** There is one signee for every role, until the draft has signees of its own, with which it is sent. */
function readSignees(
  own: readonly ConfiguredSignee[] | null | undefined,
  roles: readonly Role[],
): readonly DraftSignee[] {
  const signees: readonly ConfiguredSignee[] = own ?? roles.map(() => ({}));
  return signees.map((signee, index) => readSignee(signee, roles[index], index));
}

function readSignee(own: ConfiguredSignee, role: Role | undefined, index: number): DraftSignee {
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

type BoxInput = ConfiguredSignee['signatureBox'];

/** Returns undefined until page, x and y are known. */
function readBox(own: BoxInput, fallBack: BoxInput): BoxPosition | undefined {
  const { page, x, y, scale = 1 } = { ...fallBack, ...own };
  return page === undefined || x === undefined || y === undefined ? undefined : { page, x, y, scale };
}

/** Returns the kind of the box that a member of a signee describes. */
export function kindOfMember(member: string): BoxKind | undefined {
  if (member.startsWith(BOX_MEMBERS.signature)) return 'signature';
  return member.startsWith(BOX_MEMBERS.id_scan) ? 'id_scan' : undefined;
}
