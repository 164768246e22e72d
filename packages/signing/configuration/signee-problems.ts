import type { Capability } from '@countersign/identity';
import { DEFAULT_SIGNATURE_TYPE, findMethod, hasIdScanBox } from '../methods/methods.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import { invalid, type Problem, problem } from '../problems.ts';
import type { DraftSignee, SignatureBoxInput } from './configuration.ts';
import { MAX_SIGNING_ORDER } from './limits.ts';
import { BOX_POSITION_MEMBERS } from './signature-box.ts';
import { DEFAULT_DELIVERY_METHOD, DEFAULT_SIGNATURE_PLACEMENT } from './signee.ts';

export interface SigneeContext {
  readonly capabilities: readonly Capability[];
  readonly paymentProvider: Pick<PaymentProvider, 'amountsOf'> | undefined;
  readonly enableSigningOrder: boolean;
}

/** Beyond the schema; what the account lacks first. */
export function findSigneeProblems(
  signee: DraftSignee,
  path: string,
  context: SigneeContext,
): readonly Problem[] {
  return [
    ...checkSignatureType(signee, path, context.capabilities),
    ...checkContact(signee, path),
    ...checkDelivery(signee, path, context.capabilities),
    ...checkPayment(signee, path, context),
    ...checkBoxes(signee, path),
    ...(context.enableSigningOrder ? checkSigningOrder(signee, path) : []),
  ];
}

/** For visitors of a public link. */
export function findSlotProblems(
  slot: DraftSignee,
  path: string,
  context: Omit<SigneeContext, 'enableSigningOrder'>,
): readonly Problem[] {
  return [
    ...checkSignatureType(slot, path, context.capabilities),
    ...checkPayment(slot, path, context),
    ...checkBoxes(slot, path),
  ];
}

/** [4.4-34] [4.4-35] [4.4-36] */
function checkSignatureType(
  { signatureType = DEFAULT_SIGNATURE_TYPE }: DraftSignee,
  path: string,
  capabilities: readonly Capability[],
): readonly Problem[] {
  // The schema refuses an undecided one.
  const capability = findMethod(signatureType)?.capability ?? null;
  if (capability === null || capabilities.includes(capability)) return [];
  return [problem('capability_missing', `${path}.signatureType`, { capability })];
}

function checkPayment(
  { payment }: DraftSignee,
  path: string,
  { capabilities, paymentProvider }: Pick<SigneeContext, 'capabilities' | 'paymentProvider'>,
): readonly Problem[] {
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
): readonly Problem[] {
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
): readonly Problem[] {
  return emailAddress === '' && phoneNumber === '' ? [problem('contact_required', path)] : [];
}

/** Of a request with one contact, unlike those with a list of signees. */
export function missingContact(capabilities: readonly Capability[]): Problem {
  const other = capabilities.includes('deliverySms') ? { other_member: 'phoneNumber' } : {};
  return problem('contact_required', 'emailAddress', other);
}

function checkDelivery(
  { phoneNumber = '', phoneNumberDeliveryMethod }: DraftSignee,
  path: string,
  capabilities: readonly Capability[],
): readonly Problem[] {
  if (phoneNumber === '') return [];
  const method = phoneNumberDeliveryMethod ?? DEFAULT_DELIVERY_METHOD;
  const capability = method === 'sms' ? 'deliverySms' : 'deliveryWhatsapp';
  const at = phoneNumberDeliveryMethod === undefined ? 'phoneNumber' : 'phoneNumberDeliveryMethod';
  return capabilities.includes(capability)
    ? []
    : [problem('capability_missing', `${path}.${at}`, { capability })];
}

function checkBoxes(signee: DraftSignee, path: string): readonly Problem[] {
  const { signatureType = DEFAULT_SIGNATURE_TYPE, signaturePlacement = DEFAULT_SIGNATURE_PLACEMENT } = signee;
  const needsScan = hasIdScanBox(signatureType);
  // A scan's box has no page of its own [2.4-33].
  if (needsScan && signaturePlacement === 'new_page') {
    return [invalid(`${path}.signaturePlacement`, 'choice', { allowed: 'existing' })];
  }
  if (signaturePlacement === 'new_page') return [];
  const boxes: readonly (readonly [path: string, box: SignatureBoxInput | undefined])[] = [
    [`${path}.signatureBox`, signee.signatureBox],
    ...(needsScan ? [[`${path}.idScanBox`, signee.idScanBox] as const] : []),
  ];
  // The sentence of `signature_box_required` offers `new_page`, which a scan cannot have.
  return boxes.flatMap(([boxPath, box]) =>
    box === undefined && needsScan ? [invalid(boxPath, 'required')] : checkBox(box, boxPath),
  );
}

function checkBox(box: SignatureBoxInput | undefined, path: string): readonly Problem[] {
  if (box === undefined) return [problem('signature_box_required', path)];
  return BOX_POSITION_MEMBERS.filter((member) => box[member] === undefined).map((member) =>
    invalid(`${path}.${member}`, 'required'),
  );
}

function checkSigningOrder({ signingOrder }: DraftSignee, path: string): readonly Problem[] {
  if (signingOrder === undefined) return [];
  const isValid = Number.isInteger(signingOrder) && signingOrder >= 1 && signingOrder <= MAX_SIGNING_ORDER;
  return isValid ? [] : [invalid(`${path}.signingOrder`, 'whole_number', { min: 1, max: MAX_SIGNING_ORDER })];
}
