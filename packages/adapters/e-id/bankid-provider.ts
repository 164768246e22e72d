import type { X509Certificate } from 'node:crypto';
import {
  type ElectronicIdOrder,
  type ElectronicIdOutcome,
  type ElectronicIdProvider,
  ElectronicIdRefused,
  type ElectronicIdRequest,
  ElectronicIdUnavailable,
  parsePersonalNumber,
} from '@countersign/signing';
import {
  type BankIdClient,
  type BankIdClientOptions,
  type BankIdCompletion,
  BankIdError,
  bankIdQrCode,
  createBankIdClient,
  errorCodeMessage,
  failureMessage,
  pendingMessage,
} from './bankid-client.ts';
import type { BankIdSignatureFault, BankIdStatusFault } from './bankid-signature.ts';

export interface BankIdOptions extends BankIdClientOptions {
  /** Authorities that issue the certificates that people sign with. */
  readonly issuers: readonly X509Certificate[];
  /** A higher risk is a sign of a QR code that was shown to another person. */
  readonly maxRisk?: BankIdRisk;
  readonly now?: () => Date;
  /** Is called with faults, without personal data. */
  readonly onFault?: (fault: string) => void;
}

/** The checks are loaded on demand, because parsers of XML and certificates take 15 MB of memory. */
const loadChecks = async () => ({
  ...(await import('./bankid-signature.ts')),
  ...(await import('./bankid-signature.ts')),
});

/** The levels are in order, the lowest first. */
export const BANKID_RISKS = ['low', 'moderate', 'high'] as const;
type BankIdRisk = (typeof BANKID_RISKS)[number];

/** Creates a provider by RP API version 6. */
export function createBankIdProvider(options: BankIdOptions): ElectronicIdProvider {
  const client = createBankIdClient(options);
  const { issuers, maxRisk = 'moderate', now = () => new Date(), onFault = () => undefined } = options;

  async function verify(
    { request }: ElectronicIdOrder,
    completion: BankIdCompletion,
  ): Promise<ElectronicIdOutcome> {
    const { user, signature, ocspResponse = null, risk } = completion;
    const personalNumber = parsePersonalNumber(user.personalNumber);
    if (personalNumber === null) return refuse('personal_number_invalid');
    const { checkBankIdSignature, findBankIdStatusFault } = await loadChecks();
    const at = now();
    const person = checkBankIdSignature(signature, { ...request, personalNumber, issuers, now: at });
    if (typeof person === 'string') return refuse(person);
    const fault = await findBankIdStatusFault(ocspResponse, signature, person, at);
    if (fault !== null) return refuse(fault);
    if (risk !== undefined && !isAccepted(risk, maxRisk)) return refuse('risk_too_high');
    const identity = { personalNumber, fullName: user.name, signature, certificateStatus: ocspResponse };
    return { kind: 'complete', identity };
  }

  function refuse(
    fault: BankIdSignatureFault | BankIdStatusFault | 'personal_number_invalid' | 'risk_too_high',
  ): ElectronicIdOutcome {
    onFault(fault);
    if (fault === 'risk_too_high') return { kind: 'failed', message: fault };
    return { kind: 'failed', message: fault === 'certificate_revoked' ? 'rfa16' : 'identification_invalid' };
  }

  return {
    name: 'BankID',
    isSandbox: false,
    devices: ['this', 'other'],
    opensReturnUrl: true,
    async start(request) {
      const { orderRef, ...tokens } = await asOutage(() => startOrder(client, request, maxRisk));
      return { startedAt: now().toISOString(), request, secrets: { orderRef, ...tokens } };
    },
    prompt({ request, secrets, startedAt }, at) {
      const { autoStartToken = '', qrStartToken = '', qrStartSecret = '' } = secrets;
      const seconds = (at.getTime() - Date.parse(startedAt)) / 1000;
      const isHere = request.device === 'this';
      return {
        qrCode: isHere ? null : bankIdQrCode({ qrStartToken, qrStartSecret }, seconds),
        launchUrl: isHere ? launchUrl(autoStartToken, request.userAgent) : null,
        asksForIdentity: false,
        redirectState: null,
        message: pendingMessage('outstandingTransaction', request.device),
      };
    },
    async check(order) {
      const { device } = order.request;
      try {
        const found = await client.collect(order.secrets.orderRef ?? '');
        if (found.status === 'complete') return await verify(order, found.completionData);
        const { status, hintCode = '' } = found;
        if (status === 'pending') return { kind: 'pending', message: pendingMessage(hintCode, device) };
        return { kind: 'failed', message: failureMessage(hintCode, device) };
      } catch (error) {
        refuseOutage(error);
        return {
          kind: 'failed',
          // BankID answers `invalidParameters` if it does not know the order any more.
          message:
            error.errorCode === 'invalidParameters' ? 'order_expired' : errorCodeMessage(error.errorCode),
        };
      }
    },
    async cancel({ secrets }) {
      try {
        await client.cancel(secrets.orderRef ?? '');
      } catch (error) {
        refuseOutage(error);
      }
    },
    checkHealth: () => checkHealth(client),
    close: () => client.close(),
  };
}

/** A level that BankID adds later counts as the highest. */
function isAccepted(risk: string, maxRisk: BankIdRisk): boolean {
  const accepted: readonly string[] = BANKID_RISKS.slice(0, BANKID_RISKS.indexOf(maxRisk) + 1);
  return maxRisk === 'high' || accepted.includes(risk);
}

async function startOrder(client: BankIdClient, request: ElectronicIdRequest, maxRisk: BankIdRisk) {
  const { purpose, device, ipAddress, returnUrl, visibleText, hiddenText, personalNumber } = request;
  const parameters = {
    endUserIp: ipAddress,
    userVisibleData: encode(visibleText),
    userNonVisibleData: encode(hiddenText),
    // Only orders on the same device have a return address.
    ...(device === 'this' && { returnUrl }),
    ...(personalNumber !== null && { requirement: { personalNumber } }),
    ...(maxRisk !== 'high' && { returnRisk: true as const, web: describeBrowser(request) }),
  };
  return purpose === 'sign' ? client.sign(parameters) : client.auth(parameters);
}

const MAX_USER_AGENT_LENGTH = 256;

function describeBrowser({ returnUrl, userAgent }: ElectronicIdRequest) {
  const referringDomain = new URL(returnUrl).hostname;
  // Empty members are left out, because BankID refuses them.
  return { referringDomain, userAgent: userAgent.slice(0, MAX_USER_AGENT_LENGTH) || 'unknown' };
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/** A phone's app answers to an https address, a computer's program to its own scheme. */
function launchUrl(autoStartToken: string, userAgent: string): string {
  const query = new URLSearchParams({ autostarttoken: autoStartToken, redirect: 'null' });
  const isPhone = /Android|iPhone|iPad|iPod/i.test(userAgent);
  return isPhone ? `https://app.bankid.com/?${query}` : `bankid:///?${query}`;
}

async function asOutage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    refuseOutage(error);
    throw new ElectronicIdRefused(errorCodeMessage(error.errorCode), { cause: error });
  }
}

/**
 * Throws `ElectronicIdUnavailable` if another try may succeed. BankID has messages for its own faults only.
 */
function refuseOutage(error: unknown): asserts error is BankIdError {
  if (!(error instanceof BankIdError)) throw new ElectronicIdUnavailable(error);
  if (isPassing(error)) throw new ElectronicIdUnavailable(error, errorCodeMessage(error.errorCode));
}

/** Time-outs, internal errors and maintenance pass. */
function isPassing({ status }: BankIdError): boolean {
  return status >= 500 || status === 408;
}

/** BankID refuses this id only after it has accepted certificate and request. */
const NO_ORDER = '00000000-0000-4000-8000-000000000000';

async function checkHealth(client: BankIdClient): Promise<void> {
  try {
    await client.collect(NO_ORDER);
  } catch (error) {
    if (error instanceof BankIdError && (error.status === 400 || error.status === 404)) return;
    throw error;
  }
}
