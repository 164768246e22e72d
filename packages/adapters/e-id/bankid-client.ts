import { createHmac } from 'node:crypto';
import type { ElectronicIdDevice, ElectronicIdMessage } from '@countersign/signing';
import { z } from 'zod';
import { AdapterError, parseJson } from '../errors.ts';
import { OutgoingAgent, sendInTime } from '../safe-fetch/safe-fetch.ts';

const TIMEOUT_MS = 10_000;
/** A signature with its certificates has some 20 kB. */
const MAX_ANSWER_BYTES = 512 * 1024;

export const BANKID_PRODUCTION_URL = 'https://appapi2.bankid.com/rp/v6.0';

export type BankIdIdentity = { readonly p12: Buffer; readonly passphrase: string } | { readonly pem: string };

export interface BankIdClientOptions {
  readonly url: string;
  readonly identity: BankIdIdentity;
  /** The authority as PEM. It is not a public one. */
  readonly serverAuthority: string;
  readonly timeoutMs?: number;
}

const startedOrder = z.object({
  orderRef: z.string().min(1),
  autoStartToken: z.string().min(1),
  qrStartToken: z.string().min(1),
  qrStartSecret: z.string().min(1),
});
type StartedBankIdOrder = z.infer<typeof startedOrder>;

const completionData = z.object({
  user: z.object({ personalNumber: z.string(), name: z.string() }),
  signature: z.string(),
  ocspResponse: z.string().optional(),
  /** The risk is missing if it could not be estimated. */
  risk: z.string().optional(),
});
export type BankIdCompletion = z.infer<typeof completionData>;

const collected = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending'), hintCode: z.string().optional() }),
  z.object({ status: z.literal('failed'), hintCode: z.string().optional() }),
  z.object({ status: z.literal('complete'), completionData }),
]);
type CollectedBankIdOrder = z.infer<typeof collected>;

const refusal = z.object({ errorCode: z.string() });

/** The members of `auth` and `sign` that are used. Data is base64. */
interface BankIdOrderParameters {
  readonly endUserIp: string;
  readonly userVisibleData: string;
  readonly userNonVisibleData: string;
  readonly returnUrl?: string;
  readonly requirement?: { readonly personalNumber: string };
  /** BankID estimates the risk from the addresses and from `web`. */
  readonly returnRisk?: true;
  readonly web?: { readonly referringDomain: string; readonly userAgent: string };
}

/** The client of RP API version 6. Its methods reject with `BankIdError`, or the error of the connection. */
export interface BankIdClient {
  auth(parameters: BankIdOrderParameters): Promise<StartedBankIdOrder>;
  sign(parameters: BankIdOrderParameters): Promise<StartedBankIdOrder>;
  collect(orderRef: string): Promise<CollectedBankIdOrder>;
  cancel(orderRef: string): Promise<void>;
  close(): Promise<void>;
}

export class BankIdError extends Error {
  readonly status: number;
  /** The code is `unknown` if the answer has none. */
  readonly errorCode: string;
  constructor(status: number, errorCode: string) {
    super(`BankID answered ${status} ${errorCode}`);
    this.name = 'BankIdError';
    this.status = status;
    this.errorCode = errorCode;
  }
}

export function createBankIdClient(options: BankIdClientOptions): BankIdClient {
  const { url, identity, serverAuthority, timeoutMs = TIMEOUT_MS } = options;
  const key =
    'pem' in identity
      ? { cert: identity.pem, key: identity.pem }
      : { pfx: identity.p12, passphrase: identity.passphrase };
  const agent = new OutgoingAgent({ connect: { ...key, ca: serverAuthority, timeout: timeoutMs } });

  async function post(method: string, body: object): Promise<unknown> {
    const request = {
      url: `${url}/${method}`,
      method: 'POST' as const,
      headers: { 'content-type': 'application/json' },
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
    };
    const answer = await sendInTime(request, (signal) =>
      agent.request(request.url, { ...request, body: JSON.stringify(body), signal }),
    );
    const content = parseJson(answer.body);
    if (answer.status === 200) return content;
    throw new BankIdError(answer.status, readErrorCode(content));
  }

  return {
    auth: async (parameters) => read(startedOrder, await post('auth', parameters)),
    sign: async (parameters) => read(startedOrder, await post('sign', parameters)),
    collect: async (orderRef) => read(collected, await post('collect', { orderRef })),
    cancel: async (orderRef) => void (await post('cancel', { orderRef })),
    close: () => agent.close(),
  };
}

/** Codes are words; others might hold what must not get into logs. */
const ERROR_CODE = /^[A-Za-z]{1,64}$/;

function readErrorCode(content: unknown): string {
  const { data } = refusal.safeParse(content);
  return data !== undefined && ERROR_CODE.test(data.errorCode) ? data.errorCode : 'unknown';
}

/** Parses an answer. Errors leave its content out, which may be personal data. */
function read<Schema extends z.ZodType>(schema: Schema, content: unknown): z.output<Schema> {
  const { data, success } = schema.safeParse(content);
  if (!success) throw new AdapterError('answer_not_usable', { limit: 'BankID v6' });
  return data;
}

type PerDevice = Readonly<Record<ElectronicIdDevice, ElectronicIdMessage>>;
type Messages = ReadonlyMap<string, ElectronicIdMessage | PerDevice>;

/** The messages are those that BankID recommends. */
export const PENDING_HINTS: Messages = new Map<string, ElectronicIdMessage | PerDevice>([
  ['outstandingTransaction', { this: 'rfa13', other: 'rfa1' }],
  ['noClient', 'rfa1'],
  ['started', 'rfa15'],
  ['userSign', 'rfa9'],
  ['userMrtd', 'rfa23'],
  ['userFace', 'rfa24'],
  ['userStepUp', 'rfa25'],
  ['processing', 'rfa21'],
  // An order by phone waits for the call.
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
  // These are faults of this service, which BankID does not want shown as its own.
  ['invalidParameters', 'provider_unavailable'],
  ['unauthorized', 'provider_unavailable'],
  ['notFound', 'provider_unavailable'],
  ['methodNotAllowed', 'provider_unavailable'],
  ['unsupportedMediaType', 'provider_unavailable'],
  // A server before BankID's answered, or none.
  ['unknown', 'provider_unavailable'],
]);

/** BankID may add codes later. */
const UNKNOWN_PENDING: ElectronicIdMessage = 'rfa21';
const UNKNOWN_FAILURE: ElectronicIdMessage = 'rfa22';

export function pendingMessage(hintCode: string, device: ElectronicIdDevice): ElectronicIdMessage {
  return find(PENDING_HINTS, hintCode, device) ?? UNKNOWN_PENDING;
}

export function failureMessage(hintCode: string, device: ElectronicIdDevice): ElectronicIdMessage {
  return find(FAILED_HINTS, hintCode, device) ?? UNKNOWN_FAILURE;
}

export function errorCodeMessage(errorCode: string): ElectronicIdMessage {
  // Answers of older versions have capitalised codes.
  const known = errorCode.charAt(0).toLowerCase() + errorCode.slice(1);
  return find(ERRORS, known, 'other') ?? UNKNOWN_FAILURE;
}

function find(messages: Messages, code: string, device: ElectronicIdDevice): ElectronicIdMessage | undefined {
  const message = messages.get(code);
  return typeof message === 'object' ? message[device] : message;
}

export interface BankIdQrSecrets {
  readonly qrStartToken: string;
  readonly qrStartSecret: string;
}

/** The code changes with each whole second after the order's start. Its secret stays on the server. */
export function bankIdQrCode({ qrStartToken, qrStartSecret }: BankIdQrSecrets, seconds: number): string {
  const time = String(Math.max(0, Math.floor(seconds)));
  const code = createHmac('sha256', qrStartSecret).update(time).digest('hex');
  return `bankid.${qrStartToken}.${time}.${code}`;
}
