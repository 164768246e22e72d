import type { BoxPosition, DraftConfiguration, TemplateConfiguration } from '@countersign/signing';
import {
  type BoxKind,
  type ComposedSignee,
  type Composition,
  EMPTY_COMPOSITION,
  newSignee,
} from './composition.ts';
import { BOX_MEMBERS, localDate } from './to-configuration.ts';

type DraftSignee = NonNullable<DraftConfiguration['signeeDetails']>[number];
type Role = TemplateConfiguration['signeeDetails'][number];

/** For drafts made of it. */
export type TemplateDefaults = Partial<TemplateConfiguration>;

/** What the draft leaves out comes from its template. */
export function fromDraft(
  draft: Partial<DraftConfiguration> & { readonly disablePrinting?: boolean },
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
