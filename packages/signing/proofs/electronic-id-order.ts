import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Identification, identificationOf } from '../methods/signature-parts.ts';
import {
  ELECTRONIC_ID_DEVICES,
  ELECTRONIC_ID_MESSAGES,
  type ElectronicIdInput,
  type ElectronicIdProvider,
  ElectronicIdRefused,
  type ElectronicIdRequest,
  ElectronicIdUnavailable,
  type VerifiedIdentity,
} from '../ports/electronic-id.ts';
import type { ProofContext } from './define-proof.ts';
import { describeReturn, isSameSecret } from './hosted-session.ts';
import type { Proof, ProofDetails } from './proof.ts';

const request = z.object({
  purpose: z.enum(['identify', 'sign']),
  device: z.enum(ELECTRONIC_ID_DEVICES),
  ipAddress: z.string(),
  userAgent: z.string(),
  returnUrl: z.string(),
  visibleText: z.string(),
  hiddenText: z.string(),
  personalNumber: z.string().nullable(),
});

const identity = z.object({
  personalNumber: z.string(),
  fullName: z.string(),
  signature: z.string().nullable(),
  certificateStatus: z.string().nullable(),
});

/** Encrypted, as everything that proofs keep. */
export const orderState = z.object({
  order: z.object({
    startedAt: z.string(),
    request,
    secrets: z.record(z.string(), z.string()),
  }),
  provider: z.string(),
  isSandbox: z.boolean(),
  message: z.enum(ELECTRONIC_ID_MESSAGES),
  prompt: z.object({
    qrCode: z.string().nullable(),
    launchUrl: z.string().nullable(),
    asksForIdentity: z.boolean(),
    redirectState: z.string().nullable(),
  }),
  /** It is null if the order is bound to its browser otherwise. */
  returnNonce: z.string().nullable(),
  /** Whether the browser came back with the nonce. */
  isReturned: z.boolean(),
  checkedAt: z.date(),
  /** The identity is known once the order is complete. */
  identity: identity.nullable(),
});
export type OrderState = z.infer<typeof orderState>;

export type OrderStep =
  | { readonly kind: 'pending'; readonly order: OrderState; readonly isOutage?: boolean }
  | { readonly kind: 'failed'; readonly reason: string; readonly isOutage?: boolean }
  | { readonly kind: 'complete'; readonly order: OrderState; readonly identity: VerifiedIdentity };

export const ORDER_LIMITS = {
  /** Longer than providers keep an order, whose message is better. */
  minutes: 12,
  maxAttempts: 10,
  /** A new order when the signee changes the device, or the app was not at hand. */
  maxStarts: 30,
  cooldownSeconds: 1,
  maxSucceeded: 1,
} as const;

/** BankID asks for two. */
const CHECK_SECONDS = 2;
/** A new QR code every second. */
export const POLL_SECONDS = 1;

function requireElectronicId({ deps }: ProofContext): ElectronicIdProvider {
  if (deps.electronicId === null) throw new TypeError('no e-ID provider is configured');
  return deps.electronicId;
}

/** A provider that refuses or is not there fails the proof, and the signee may try again. */
export async function startOrder(
  context: ProofContext,
  wanted: Pick<ElectronicIdRequest, 'purpose' | 'device' | 'visibleText' | 'hiddenText'>,
): Promise<OrderStep> {
  const provider = requireElectronicId(context);
  const { origin, now } = context;
  if (origin === null) throw new TypeError('an order needs a browser');
  const device = provider.devices.includes(wanted.device) ? wanted.device : 'this';
  const returnNonce = provider.opensReturnUrl && device === 'this' ? context.deps.ids.secret() : null;
  const order = await attempt(async () =>
    provider.start({
      ...wanted,
      device,
      ipAddress: origin.ipAddress,
      userAgent: origin.userAgent,
      returnUrl:
        returnNonce === null
          ? origin.pageUrl
          : describeReturn(origin.pageUrl, 'e-id', context.proofId, returnNonce),
      personalNumber: await findPersonalNumber(context),
    }),
  );
  if ('reason' in order) return { kind: 'failed', ...order };
  const { message, ...prompt } = provider.prompt(order, now);
  const { name, isSandbox } = provider;
  return {
    kind: 'pending',
    order: {
      order: { ...order, secrets: { ...order.secrets } },
      provider: name,
      isSandbox,
      message,
      prompt,
      returnNonce,
      isReturned: false,
      checkedAt: now,
      identity: null,
    },
  };
}

/**
 * At most every two seconds unless the page sends something. An order whose browser has to come back is
 * complete only then: against phishing with the start link of an attacker's order.
 */
export async function advanceOrder(
  context: ProofContext,
  stored: OrderState,
  input?: ElectronicIdInput,
): Promise<OrderStep> {
  const { returnNonce } = stored;
  if (input !== undefined && returnNonce !== null) {
    if (!isSameSecret(input.nonce ?? '', returnNonce)) return { kind: 'failed', reason: 'other_browser' };
    return settleOrder(context, { ...stored, isReturned: true });
  }
  return stored.identity === null ? askProvider(context, stored, input) : settleOrder(context, stored);
}

async function askProvider(
  context: ProofContext,
  state: OrderState,
  input?: ElectronicIdInput,
): Promise<OrderStep> {
  const provider = requireElectronicId(context);
  const { now } = context;
  const { message: _, ...prompt } = provider.prompt(state.order, now);
  const isDue = now.getTime() - state.checkedAt.getTime() >= CHECK_SECONDS * 1000;
  if (input === undefined && !isDue) return { kind: 'pending', order: { ...state, prompt } };
  const outcome = await attempt(() => provider.check(state.order, input));
  // The order goes on without us.
  if ('reason' in outcome) {
    const { reason: message, isOutage } = outcome;
    return { kind: 'pending', order: { ...state, prompt, checkedAt: now, message }, isOutage };
  }
  if (outcome.kind === 'failed') {
    const { message: reason, isOutage = false } = outcome;
    return { kind: 'failed', reason, isOutage };
  }
  if (outcome.kind === 'pending')
    return { kind: 'pending', order: { ...state, prompt, checkedAt: now, message: outcome.message } };
  return settleOrder(context, { ...state, prompt, checkedAt: now, identity: outcome.identity });
}

/** A provider gives it once, so it is kept until the browser is back. */
async function settleOrder(context: ProofContext, order: OrderState): Promise<OrderStep> {
  const { identity: found } = order;
  if (found === null) return { kind: 'pending', order };
  // Another order may have been completed meanwhile.
  const personalNumber = order.order.request.personalNumber ?? (await findPersonalNumber(context));
  if (personalNumber !== null && personalNumber !== found.personalNumber)
    return { kind: 'failed', reason: 'other_person' };
  if (order.returnNonce !== null && !order.isReturned)
    return { kind: 'pending', order: { ...order, message: 'return_to_page' } };
  return { kind: 'complete', order, identity: found };
}

/** The browser may come back while the provider is asked. */
export function mergeOrders<State extends OrderState>(stored: State, next: State): State {
  return {
    ...next,
    isReturned: stored.isReturned || next.isReturned,
    identity: next.identity ?? stored.identity,
  };
}

/** The order is cancelled also during an outage. */
export async function cancelOrder(context: ProofContext, { order, identity }: OrderState): Promise<void> {
  if (identity !== null) return;
  await attempt(() => requireElectronicId(context).cancel(order));
}

export function introduceProvider(provider: ElectronicIdProvider | null): ProofDetails {
  if (provider === null) return {};
  const { name, isSandbox, devices } = provider;
  return { provider: name, isSandbox, devices };
}

export function describeOrder({ provider, isSandbox, message, prompt, order }: OrderState): ProofDetails {
  return { provider, isSandbox, message, ...prompt, device: order.request.device };
}

/** The personal number is masked. */
export function describeIdentity({ provider, isSandbox }: OrderState, of: VerifiedIdentity): Identification {
  return identificationOf({
    provider,
    isSandbox,
    fullName: of.fullName,
    personalNumber: groupDigits(of.personalNumber),
  });
}

/** Formats a personal number as `19121212-1212`. */
function groupDigits(personalNumber: string): string {
  return `${personalNumber.slice(0, 8)}-${personalNumber.slice(8)}`;
}

/** Returns no hash if the provider gave no signature. */
export function hashSignature({ signature }: VerifiedIdentity): Readonly<Record<string, string>> {
  if (signature === null) return {};
  return { signatureSha256: createHash('sha256').update(Buffer.from(signature, 'base64')).digest('hex') };
}

/** Finds the number of another proof in this browser, since one signs with the proofs of one's own browser alone. */
async function findPersonalNumber({
  deps,
  signee,
  sessionHash,
  proofId,
}: ProofContext): Promise<string | null> {
  const proofs = await deps.database.read.proofs.listForSession(sessionHash);
  const known = proofs
    .filter((proof) => proof.signeeId === signee.signeeId && proof.status === 'succeeded')
    .filter((proof) => proof.proofId !== proofId)
    .flatMap(({ state }) => identified.safeParse(state).data?.identity ?? []);
  return known[0]?.personalNumber ?? null;
}

const identified = z.object({ identity });

/** Whether all identifications by e-ID are of one person. */
export function isOnePerson(proofs: readonly Pick<Proof, 'status' | 'state'>[]): boolean {
  const numbers = proofs
    .filter(({ status }) => status === 'succeeded')
    .flatMap(({ state }) => identified.safeParse(state).data?.identity.personalNumber ?? []);
  return new Set(numbers).size <= 1;
}

async function attempt<T>(
  work: () => Promise<T>,
): Promise<T | { readonly reason: ElectronicIdUnavailable['reason']; readonly isOutage: boolean }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ElectronicIdUnavailable) return { reason: error.reason, isOutage: true };
    if (error instanceof ElectronicIdRefused) return { reason: error.reason, isOutage: false };
    throw error;
  }
}
