import { invalid, problem } from '@countersign/base';
import type { Capability } from '@countersign/identity';
import { type ErrorDetail, findRepeated } from '../errors.ts';
import { DEFAULT_SIGNATURE_TYPE, findMethod, hasIdScanBox } from '../methods/methods.ts';
import type { PaymentProvider } from '../ports/providers.ts';
import { explainIssues } from '../schema-problems.ts';
import type { SigningSettings } from '../settings.ts';
import {
  type DocumentConfiguration,
  type DraftConfiguration,
  type DraftSignee,
  documentConfiguration,
  type SignatureBoxInput,
} from './configuration.ts';
import { findFurtherBoxProblems } from './further-boxes.ts';
import { isPossibleExpiry, MAX_EXPIRY_DAYS, MAX_SIGNING_ORDER } from './limits.ts';
import { findFormFieldProblems } from './placed-fields.ts';
import { findPositionProblems } from './positions.ts';
import { DEFAULT_DELIVERY_METHOD, DEFAULT_SIGNATURE_PLACEMENT } from './signee.ts';

export interface SigneeContext {
  readonly capabilities: readonly Capability[];
  readonly paymentProvider: Pick<PaymentProvider, 'amountsOf'> | undefined;
  readonly enableSigningOrder: boolean;
  /** Signature boxes may come from the file. */
  readonly textTags?: boolean | undefined;
}

/** Finds what the schema cannot; what the account lacks comes first. */
export function findSigneeProblems(
  signee: DraftSignee,
  path: string,
  context: SigneeContext,
): readonly ErrorDetail[] {
  return [
    ...checkSignatureType(signee, path, context.capabilities),
    ...checkContact(signee, path),
    ...checkDelivery(signee, path, context.capabilities),
    ...checkPayment(signee, path, context),
    ...checkBoxes(signee, path, context),
    ...findFurtherBoxProblems(signee, path),
    ...(context.enableSigningOrder ? checkSigningOrder(signee, path) : []),
  ];
}

/** Finds problems of the slots for visitors of a public link. */
export function findSlotProblems(
  slot: DraftSignee,
  path: string,
  context: Omit<SigneeContext, 'enableSigningOrder'>,
): readonly ErrorDetail[] {
  return [
    ...checkSignatureType(slot, path, context.capabilities),
    ...checkPayment(slot, path, context),
    ...checkBoxes(slot, path, context),
    ...findFurtherBoxProblems(slot, path),
  ];
}

/** Checks that method, capability and contacts fit together [4.4-34] [4.4-35] [4.4-36]. */
function checkSignatureType(
  { signatureType = DEFAULT_SIGNATURE_TYPE }: DraftSignee,
  path: string,
  capabilities: readonly Capability[],
): readonly ErrorDetail[] {
  // The schema refuses an undecided one.
  const capability = findMethod(signatureType)?.capability ?? null;
  if (capability === null || capabilities.includes(capability)) return [];
  return [problem('capability_missing', `${path}.signatureType`, { capability })];
}

function checkPayment(
  { payment }: DraftSignee,
  path: string,
  { capabilities, paymentProvider }: Pick<SigneeContext, 'capabilities' | 'paymentProvider'>,
): readonly ErrorDetail[] {
  if (payment === undefined) return [];
  if (!capabilities.includes('payments'))
    return [problem('capability_missing', `${path}.payment`, { capability: 'payments' })];
  return findAmountProblems(payment, `${path}.payment`, paymentProvider);
}

/** What the signee could not help at the checkout. */
export function findAmountProblems(
  { amount, currency }: NonNullable<DraftSignee['payment']>,
  path: string,
  provider: SigneeContext['paymentProvider'],
): readonly ErrorDetail[] {
  if (provider === undefined) return [];
  const amounts = provider.amountsOf(currency);
  if (amounts === null) return [invalid(`${path}.currency`, 'currency_not_taken')];
  const { min, max, multipleOf } = amounts;
  if (amount < min || amount > max) return [invalid(`${path}.amount`, 'whole_number', { min, max })];
  return amount % multipleOf === 0 ? [] : [invalid(`${path}.amount`, 'multiple', { multipleOf })];
}

/** An empty string means none, because HTML forms send it. */
function checkContact(
  { emailAddress = '', phoneNumber = '' }: DraftSignee,
  path: string,
): readonly ErrorDetail[] {
  return emailAddress === '' && phoneNumber === '' ? [problem('contact_required', path)] : [];
}

/** The problem of a request with one contact, unlike those with a list of signees. */
export function missingContact(capabilities: readonly Capability[]): ErrorDetail {
  const other = capabilities.includes('deliverySms') ? { other_member: 'phoneNumber' } : {};
  return problem('contact_required', 'emailAddress', other);
}

function checkDelivery(
  { phoneNumber = '', phoneNumberDeliveryMethod }: DraftSignee,
  path: string,
  capabilities: readonly Capability[],
): readonly ErrorDetail[] {
  if (phoneNumber === '') return [];
  const method = phoneNumberDeliveryMethod ?? DEFAULT_DELIVERY_METHOD;
  const capability = method === 'sms' ? 'deliverySms' : 'deliveryWhatsapp';
  const at = phoneNumberDeliveryMethod === undefined ? 'phoneNumber' : 'phoneNumberDeliveryMethod';
  return capabilities.includes(capability)
    ? []
    : [problem('capability_missing', `${path}.${at}`, { capability })];
}

function checkBoxes(
  signee: DraftSignee,
  path: string,
  { textTags = false }: Pick<SigneeContext, 'textTags'>,
): readonly ErrorDetail[] {
  const { signatureType = DEFAULT_SIGNATURE_TYPE, signaturePlacement = DEFAULT_SIGNATURE_PLACEMENT } = signee;
  const needsScan = hasIdScanBox(signatureType);
  // A scan's box has no page of its own [2.4-33].
  if (needsScan && signaturePlacement === 'new_page') {
    return [invalid(`${path}.signaturePlacement`, 'choice', { allowed: 'existing' })];
  }
  if (signaturePlacement === 'new_page') return [];
  const boxes: readonly (readonly [path: string, box: SignatureBoxInput | undefined])[] = [
    ...(textTags && signee.signatureBox?.page === undefined
      ? []
      : [[`${path}.signatureBox`, signee.signatureBox] as const]),
    ...(needsScan ? [[`${path}.idScanBox`, signee.idScanBox] as const] : []),
  ];
  // The sentence of `signature_box_required` offers `new_page`, which a scan cannot have.
  return boxes.flatMap(([boxPath, box]) =>
    box === undefined && needsScan ? [invalid(boxPath, 'required')] : checkBox(box, boxPath),
  );
}

function checkBox(box: SignatureBoxInput | undefined, path: string): readonly ErrorDetail[] {
  if (box === undefined) return [problem('signature_box_required', path)];
  return findPositionProblems(box, path);
}

function checkSigningOrder({ signingOrder }: DraftSignee, path: string): readonly ErrorDetail[] {
  if (signingOrder === undefined) return [];
  const isValid = Number.isInteger(signingOrder) && signingOrder >= 1 && signingOrder <= MAX_SIGNING_ORDER;
  return isValid ? [] : [invalid(`${path}.signingOrder`, 'whole_number', { min: 1, max: MAX_SIGNING_ORDER })];
}

export type ConfigurationRequest = Omit<DraftConfiguration, 'name'> & { readonly name?: string | undefined };

export interface CompletedConfiguration {
  /** It is null if there is a problem. */
  readonly configuration: DocumentConfiguration | null;
  /** Everything that keeps it from being sent, without its file; the account's problems come first. */
  readonly problems: readonly ErrorDetail[];
}

/**
 * Checks a configuration as it would be sent: a draft or template may lack members, and may have been saved under
 * other limits. Drafts report the problems, sending throws them.
 */
export function completeConfiguration(
  given: ConfigurationRequest,
  sender: Pick<SigneeContext, 'capabilities' | 'paymentProvider'> &
    Pick<SigningSettings, 'allowsLoopbackRedirects'>,
  now: Date,
  templateProblems: readonly ErrorDetail[] = [],
): CompletedConfiguration {
  const { signeeDetails = [], enableSigningOrder = false, textTags } = given;
  const lacking = checkCapabilities(given, sender.capabilities);
  // What else is missing may be in the template.
  if (templateProblems.length > 0)
    return { configuration: null, problems: [...lacking, ...templateProblems] };
  const context = { ...sender, enableSigningOrder, textTags };
  const { data, error } = documentConfiguration.safeParse(given);
  const problems = [
    ...lacking,
    ...checkSource(given),
    ...explainIssues(documentConfiguration, given, error?.issues ?? []),
    ...signeeDetails.flatMap((signee, index) =>
      findSigneeProblems(signee, `signeeDetails.${index}`, context),
    ),
    ...findFormFieldProblems(signeeDetails),
    ...findRepeatedFields(given),
    ...findDeliveryProblems(given, sender),
    ...checkExpiry(given, now),
  ];
  return { configuration: problems.length > 0 ? null : (data ?? null), problems };
}

export function checkCapabilities(
  {
    templateId,
    enableSigningOrder,
    aiAssistant,
  }: Pick<ConfigurationRequest, 'templateId' | 'enableSigningOrder' | 'aiAssistant'>,
  capabilities: readonly Capability[],
): readonly ErrorDetail[] {
  const needed: readonly [path: string, capability: Capability, isNeeded: boolean][] = [
    ['templateId', 'templates', templateId !== undefined],
    ['enableSigningOrder', 'signingOrder', enableSigningOrder === true],
    ['aiAssistant', 'aiAssistant', aiAssistant?.enabled === true],
  ];
  return needed
    .filter(([, capability, isNeeded]) => isNeeded && !capabilities.includes(capability))
    .map(([path, capability]) => problem('capability_missing', path, { capability }));
}

/** Checks that the request has one of the two [4.4-01] [4.4-02]. */
function checkSource({ fileId, templateId }: ConfigurationRequest): readonly ErrorDetail[] {
  if (fileId === undefined && templateId === undefined) return [invalid('fileId', 'required')];
  if (fileId === undefined || templateId === undefined) return [];
  return [invalid('templateId', 'either', { other_member: 'fileId' })];
}

export function findRepeatedFields({
  fields = [],
}: Pick<DraftConfiguration, 'fields'>): readonly ErrorDetail[] {
  const names = fields.map(({ name }) => name);
  return findRepeated(names).map((index) => invalid(`fields.${index}.name`, 'repeated'));
}

/** Finds what the schema cannot see of what follows the signatures [D10-14] [D10-15]. */
export function findDeliveryProblems(
  { copies = [], redirectUrl = '' }: Pick<ConfigurationRequest, 'copies' | 'redirectUrl'>,
  { allowsLoopbackRedirects }: Pick<SigningSettings, 'allowsLoopbackRedirects'>,
): readonly ErrorDetail[] {
  const addresses = copies.map(({ emailAddress }) => emailAddress.toLowerCase());
  const isLocal = URL.parse(redirectUrl)?.protocol === 'http:';
  return [
    ...findRepeated(addresses).map((index) => invalid(`copies.${index}.emailAddress`, 'repeated')),
    ...(isLocal && !allowsLoopbackRedirects ? [invalid('redirectUrl', 'redirect_url')] : []),
  ];
}

function checkExpiry({ expiryDate }: ConfigurationRequest, now: Date): readonly ErrorDetail[] {
  if (expiryDate === undefined) return [];
  return isPossibleExpiry(new Date(expiryDate), now)
    ? []
    : [invalid('expiryDate', 'future', { max: MAX_EXPIRY_DAYS })];
}
