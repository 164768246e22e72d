import type { ElectronicIdDevice, ElectronicIdMessage } from '@countersign/signing';

type PerDevice = Readonly<Record<ElectronicIdDevice, ElectronicIdMessage>>;
type Messages = ReadonlyMap<string, ElectronicIdMessage | PerDevice>;

/** As BankID recommends. */
export const PENDING_HINTS: Messages = new Map<string, ElectronicIdMessage | PerDevice>([
  ['outstandingTransaction', { this: 'rfa13', other: 'rfa1' }],
  ['noClient', 'rfa1'],
  ['started', 'rfa15'],
  ['userSign', 'rfa9'],
  ['userMrtd', 'rfa23'],
  ['userFace', 'rfa24'],
  ['userStepUp', 'rfa25'],
  ['processing', 'rfa21'],
  // By phone: not placed.
  ['userCallConfirm', 'rfa21'],
]);

export const FAILED_HINTS: Messages = new Map<string, ElectronicIdMessage | PerDevice>([
  ['expiredTransaction', 'rfa8'],
  ['certificateErr', 'rfa16'],
  ['userCancel', 'rfa6'],
  ['cancelled', 'rfa3'],
  ['startFailed', { this: 'rfa17a', other: 'rfa17b' }],
  ['mrtdVerificationFailed', 'rfa26'],
  ['facialRecognitionFailed', 'rfa27'],
  ['nfcNotSupportedByDevice', 'rfa28'],
  ['multipleBankIdsOnDevice', 'rfa29'],
  ['stepUpFailed', 'rfa30'],
  ['userDeclinedCall', 'rfa6'],
  ['notSupportedByUserApp', 'rfa22'],
  ['transactionRiskBlocked', 'rfa22'],
]);

export const ERRORS: Messages = new Map<string, ElectronicIdMessage | PerDevice>([
  ['alreadyInProgress', 'rfa4'],
  ['requestTimeout', 'rfa5'],
  ['internalError', 'rfa5'],
  ['maintenance', 'rfa5'],
  // Faults of this service, which BankID does not want shown as its own.
  ['invalidParameters', 'provider_unavailable'],
  ['unauthorized', 'provider_unavailable'],
  ['notFound', 'provider_unavailable'],
  ['methodNotAllowed', 'provider_unavailable'],
  ['unsupportedMediaType', 'provider_unavailable'],
  // Of a server before BankID's, or none.
  ['unknown', 'provider_unavailable'],
]);

/** For codes that BankID adds later. */
const UNKNOWN_PENDING: ElectronicIdMessage = 'rfa21';
const UNKNOWN_FAILURE: ElectronicIdMessage = 'rfa22';

export function pendingMessage(hintCode: string, device: ElectronicIdDevice): ElectronicIdMessage {
  return find(PENDING_HINTS, hintCode, device) ?? UNKNOWN_PENDING;
}

export function failureMessage(hintCode: string, device: ElectronicIdDevice): ElectronicIdMessage {
  return find(FAILED_HINTS, hintCode, device) ?? UNKNOWN_FAILURE;
}

export function errorCodeMessage(errorCode: string): ElectronicIdMessage {
  // Capitalised in answers of older versions.
  const known = errorCode.charAt(0).toLowerCase() + errorCode.slice(1);
  return find(ERRORS, known, 'other') ?? UNKNOWN_FAILURE;
}

function find(messages: Messages, code: string, device: ElectronicIdDevice): ElectronicIdMessage | undefined {
  const message = messages.get(code);
  return typeof message === 'object' ? message[device] : message;
}
