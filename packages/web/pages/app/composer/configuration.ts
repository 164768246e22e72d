import type { DraftConfiguration, LinkConfiguration, TemplateConfiguration } from '@countersign/signing';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { expiryMoment, findInputProblems, isCompleteCopy, localDate } from './input-problems.ts';
import { type ConfiguredMarks, configureMarks, readMarks } from './marks/configured-marks.ts';
import { type DraftSignee, labelOf, newSignee } from './signee.ts';

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
  const isFine = findFine(draft, now);
  const { metadata, expiryDate, remindAfterDays, remindEveryDays } = draft;
  const isReminded = remindAfterDays !== '' && isFine('remindAfterDays');
  const isRemindedAgain = remindEveryDays !== '' && isFine('remindEveryDays');
  return {
    ...configureFile(draft),
    name: isFine('name') ? draft.name : undefined,
    personalMessage: draft.personalMessage || undefined,
    enableSigningOrder: draft.enableSigningOrder,
    signeeDetails: draft.signees.map((signee) => configureSignee(draft, signee, isFine)),
    notifyOwner: draft.notifyOwner,
    ...configureFollowUp(draft, isFine),
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

type IsFine = (member: string, signeeKey?: string) => boolean;

function findFine(draft: Draft, now: Date): IsFine {
  const faulty = new Set(
    findInputProblems(draft, now).map(({ signeeKey = '', member }) => `${signeeKey}/${member}`),
  );
  return (member, signeeKey = '') => !faulty.has(`${signeeKey}/${member}`);
}

/** Returns who gets copies and answers, and where signees go afterwards [D10-14] [D10-15] [D10-16]. */
function configureFollowUp({ copies, redirectUrl, replyTo }: Draft, isFine: IsFine) {
  const complete = copies.filter(isCompleteCopy);
  return {
    copies:
      complete.length === 0
        ? undefined
        : complete.map(({ fullName, emailAddress, language }) => ({
            fullName: fullName.trim() === '' ? undefined : fullName,
            emailAddress,
            language: language ?? undefined,
          })),
    redirectUrl: redirectUrl === '' || !isFine('redirectUrl') ? undefined : redirectUrl,
    replyTo: replyTo === '' || !isFine('replyTo') ? undefined : replyTo,
  };
}

/** Returns what all kinds have. */
function configureFile({
  language,
  fields,
  fieldsReadonlyMode,
  textTags,
  sharingSetting,
  aiAssistant,
}: Draft) {
  const values = Object.entries(fields).map(([name, value]) => ({ name, value }));
  return {
    language,
    fields: values.length === 0 ? undefined : values,
    fieldsReadonlyMode,
    textTags,
    sharingSetting: sharingSetting ?? undefined,
    aiAssistant: aiAssistant ?? undefined,
  };
}

type ConfiguredSignee = NonNullable<DraftConfiguration['signeeDetails']>[number];

function configureSignee(draft: Draft, signee: DraftSignee, isFine: IsFine): ConfiguredSignee {
  const { key, fullName, emailAddress, phoneNumber, signatureType, signingOrder } = signee;
  const hasPhone = phoneNumber !== '' && isFine('phoneNumber', key);
  return {
    ...signee.others,
    fullName: fullName.trim() === '' ? undefined : fullName,
    emailAddress: emailAddress !== '' && isFine('emailAddress', key) ? emailAddress : undefined,
    phoneNumber: hasPhone ? phoneNumber : undefined,
    phoneNumberDeliveryMethod: hasPhone ? signee.deliveryMethod : undefined,
    signatureType,
    ...configureMarks(draft, signee),
    signingOrder: isFine('signingOrder', key) ? signingOrder : undefined,
    disableInvitationMessage: !signee.isInvited,
  };
}

/** Roles have labels in place of contact details. */
function configureTemplate(draft: Draft, now: Date): Configurations['template'] {
  const { enableSigningOrder } = draft;
  const { fields, ...file } = configureFile(draft);
  return {
    ...file,
    fields: fields?.filter(({ value }) => !isContactOf(draft, value)),
    name: draft.name.trim() === '' ? '' : draft.name,
    personalMessage: draft.personalMessage || undefined,
    labels: draft.labels.length === 0 ? undefined : draft.labels,
    enableSigningOrder,
    ...configureFollowUp(draft, findFine(draft, now)),
    signeeDetails: draft.signees.map((signee) => ({
      ...signee.others,
      fullName: labelOf(signee) || undefined,
      signatureType: signee.signatureType,
      ...configureMarks(draft, signee),
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
function configureLink(draft: Draft, now: Date): Configurations['link'] {
  return {
    ...configureFile(draft),
    name: draft.name.trim() === '' ? '' : draft.name,
    disablePrinting: draft.disablePrinting,
    ...configureFollowUp(draft, findFine(draft, now)),
    signeeDetails: draft.signees.map((signee) => ({
      ...signee.others,
      signatureType: signee.signatureType === 'not_set' ? 'digital_ink' : signee.signatureType,
      ...configureMarks(draft, signee),
      label: labelOf(signee) || undefined,
    })),
  };
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
  const opened = readSignees(configuration.signeeDetails, roles);
  return {
    ...EMPTY_DRAFT,
    name: given.name ?? '',
    personalMessage: given.personalMessage ?? '',
    language: given.language ?? EMPTY_DRAFT.language,
    enableSigningOrder: given.enableSigningOrder ?? false,
    signees: opened.map(({ signee }) => signee),
    marks: opened.flatMap(({ marks }) => marks),
    fieldOwners: Object.fromEntries(
      opened.flatMap(({ signee, fileFields }) => fileFields.map((name) => [name, signee.key])),
    ),
    fields: Object.fromEntries((given.fields ?? []).map(({ name, value }) => [name, value])),
    fieldsReadonlyMode: given.fieldsReadonlyMode ?? EMPTY_DRAFT.fieldsReadonlyMode,
    textTags: given.textTags ?? false,
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
    copies: (given.copies ?? []).map(({ fullName = '', emailAddress, language = null }) => ({
      fullName,
      emailAddress,
      language,
    })),
    redirectUrl: given.redirectUrl ?? '',
    replyTo: given.replyTo ?? '',
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

interface OpenedSignee extends ConfiguredMarks {
  readonly signee: DraftSignee;
}

/** There is one signee for every role, until the draft has signees of its own, with which it is sent. */
function readSignees(
  own: readonly ConfiguredSignee[] | null | undefined,
  roles: readonly Role[],
): readonly OpenedSignee[] {
  const signees: readonly ConfiguredSignee[] = own ?? roles.map(() => ({}));
  return signees.map((signee, index) => readSignee(signee, roles[index], index));
}

function readSignee(own: ConfiguredSignee, role: Role | undefined, index: number): OpenedSignee {
  const { fullName: label = '', ...roleMembers } = role ?? {};
  const {
    fullName = '',
    emailAddress = '',
    phoneNumber = '',
    phoneNumberDeliveryMethod,
    signatureType,
    signaturePlacement,
    signatureBox: _signature,
    idScanBox: _scan,
    furtherBoxes,
    formFields,
    signingOrder,
    disableInvitationMessage,
    ...others
  } = { ...roleMembers, ...withoutAbsent(own) };
  const isOnNewPage = signaturePlacement === 'new_page';
  const signee = newSignee({
    fullName,
    emailAddress,
    phoneNumber,
    ...(phoneNumberDeliveryMethod && { deliveryMethod: phoneNumberDeliveryMethod }),
    ...(signatureType && { signatureType }),
    signingOrder: signingOrder ?? index + 1,
    isInvited: disableInvitationMessage !== true,
    signsOnNewPage: isOnNewPage && (furtherBoxes ?? []).some(({ kind }) => kind === 'signature'),
    role: label,
    others,
  });
  const boxes = {
    signatureBox: isOnNewPage ? undefined : { ...role?.signatureBox, ...own.signatureBox },
    idScanBox: { ...role?.idScanBox, ...own.idScanBox },
  };
  return { signee, ...readMarks({ ...boxes, furtherBoxes, formFields }, signee.key) };
}
