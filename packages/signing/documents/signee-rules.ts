import { isEmailAddress, isPhoneNumber } from '@countersign/forms/attributes';
import type { Capability } from '../accounts/account.ts';
import { invalid, type Problem, problem } from '../problems.ts';
import type { SigneeInput } from '../signing.ts';
import { checkLength, checkLine } from '../text-rules.ts';
import { checkSignatureBox } from './box-rules.ts';

export interface SigneeContext {
  readonly capabilities: readonly Capability[];
  readonly enableSigningOrder: boolean;
  readonly maxNameLength: number;
}

/** Everything wrong with one signee of a document that is sent, what the account lacks first. */
export function checkSignee(signee: SigneeInput, path: string, context: SigneeContext): readonly Problem[] {
  return [
    ...checkSignatureType(signee, path, context.capabilities),
    ...checkFullName(signee, path, context.maxNameLength),
    ...checkContact(signee, path),
    ...checkDelivery(signee, path, context.capabilities),
    ...checkSignatureBox(signee, path),
    ...(context.enableSigningOrder ? checkSigningOrder(signee, path) : []),
  ];
}

/** The capability that a signature type needs; null if none [4.4-34] [4.4-35] [4.4-36]. */
const TYPE_CAPABILITIES: Readonly<Record<string, Capability | null>> = {
  digital_ink: null,
  bankid_identification: 'signatureBankId',
  digital_ink_id_scan: 'signatureIdScan',
  face_liveness: 'signatureFaceLiveness',
};

function checkSignatureType(
  { signatureType }: SigneeInput,
  path: string,
  capabilities: readonly Capability[],
): readonly Problem[] {
  const type = signatureType ?? 'digital_ink';
  const at = `${path}.signatureType`;
  const capability = TYPE_CAPABILITIES[type];
  if (capability === undefined) {
    return [invalid(at, 'choice', { allowed: Object.keys(TYPE_CAPABILITIES).join(', ') })];
  }
  if (capability === null) return [];
  if (!capabilities.includes(capability)) return [problem('capability_missing', at, { capability })];
  return [problem('signature_type_not_supported', at, { signatureType: type })];
}

function checkFullName({ fullName }: SigneeInput, path: string, maxLength: number): readonly Problem[] {
  const at = `${path}.fullName`;
  const name = fullName ?? '';
  if (name.trim() === '') return [invalid(at, 'required')];
  return [...checkLength(at, name, 1, maxLength), ...checkLine(at, name)];
}

function checkContact({ emailAddress, phoneNumber }: SigneeInput, path: string): readonly Problem[] {
  if (isAbsent(emailAddress) && isAbsent(phoneNumber)) return [problem('contact_required', path)];
  const problems: Problem[] = [];
  if (!isAbsent(emailAddress) && !isEmailAddress(emailAddress)) {
    problems.push(invalid(`${path}.emailAddress`, 'email'));
  }
  if (!isAbsent(phoneNumber) && !isPhoneNumber(phoneNumber)) {
    problems.push(invalid(`${path}.phoneNumber`, 'phone'));
  }
  return problems;
}

/** An empty string stands for no contact, as a form sends it. */
function isAbsent(text: string | null | undefined): text is '' | null | undefined {
  return text === undefined || text === null || text === '';
}

function checkDelivery(
  { phoneNumber, phoneNumberDeliveryMethod }: SigneeInput,
  path: string,
  capabilities: readonly Capability[],
): readonly Problem[] {
  const method = phoneNumberDeliveryMethod ?? 'sms';
  const at = `${path}.phoneNumberDeliveryMethod`;
  if (method !== 'sms' && method !== 'whatsapp') return [invalid(at, 'choice', { allowed: 'sms' })];
  if (isAbsent(phoneNumber)) return [];
  const capability = method === 'sms' ? 'deliverySms' : 'deliveryWhatsapp';
  const place = phoneNumberDeliveryMethod === method ? at : `${path}.phoneNumber`;
  if (!capabilities.includes(capability)) return [problem('capability_missing', place, { capability })];
  // ours: the messaging app has no provider yet; saying so beats sending an SMS that nobody asked for.
  return method === 'whatsapp' ? [invalid(at, 'choice', { allowed: 'sms' })] : [];
}

/** Far beyond 50 signees; keeps the number in what every store calls an integer. */
const MAX_SIGNING_ORDER = 1000;

function checkSigningOrder({ signingOrder }: SigneeInput, path: string): readonly Problem[] {
  if (signingOrder === undefined || signingOrder === null) return [];
  const isValid = Number.isInteger(signingOrder) && signingOrder >= 1 && signingOrder <= MAX_SIGNING_ORDER;
  return isValid ? [] : [invalid(`${path}.signingOrder`, 'whole_number', { min: 1, max: MAX_SIGNING_ORDER })];
}
