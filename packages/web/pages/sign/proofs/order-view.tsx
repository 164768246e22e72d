import type { Language } from '@countersign/base/locale';
import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { electronicIdText, type ProofText } from '@countersign/i18n/proof-text';
import type { ElectronicIdMessage, ProofDetails, ProofView } from '@countersign/signing';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useMediaQuery } from '../../parts/hooks.ts';
import { usePolling } from '../../parts/polling.ts';
import { QrCode } from '../../parts/qr-code.tsx';
import type { ProviderReturn } from '../session/provider-return.ts';
import { errorCodeOf, refusalMessage } from '../session/session-failure.ts';
import type { ProofClient } from './proof-client.ts';
import { useIsMounted } from './use-proof.ts';

export interface Order {
  /** The proof is null before the order and after it ended. */
  readonly proof: ProofView | null;
  readonly isBusy: boolean;
  /** The reason is a word of the service. */
  readonly reason: string | null;
  /** The refusal is empty if the service could not be reached. */
  readonly refusal: string | null;
  start(input: Readonly<Record<string, unknown>>): Promise<void>;
  answer(input: Readonly<Record<string, string>>): Promise<void>;
  cancel(): Promise<void>;
}

interface OrderOptions {
  readonly client: ProofClient;
  readonly first: ProofView | null;
  /** The return is sent at once. */
  readonly returned: ProviderReturn | null;
  start(input: Readonly<Record<string, unknown>>): Promise<ProofView>;
  onSucceeded(): Promise<void>;
  /** Is called if the order ended with the session. */
  onGone(): void;
}

export function useOrder({ client, first, returned, start, onSucceeded, onGone }: OrderOptions): Order {
  const [proof, setProof] = useState<ProofView | null>(first);
  const [isBusy, setIsBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isPollRefused = useRef(false);
  const isOpen = useIsMounted();

  const take = async (next: ProofView): Promise<void> => {
    // An order that was closed must not sign.
    if (!isOpen.current) return;
    // What the person gave stays refused until they try again.
    if (isPollRefused.current) setRefusal(null);
    if (next.status === 'pending') return setProof(next);
    setProof(null);
    if (next.status !== 'succeeded')
      return setReason(next.status === 'expired' ? 'order_expired' : next.reason);
    await onSucceeded();
  };
  const refuse = (error: unknown, isRunning = false): void => {
    if (!isOpen.current) return;
    setRefusal(refusalMessage(error) ?? '');
    isPollRefused.current = !isRunning;
    if (proof !== null && isGone(error)) onGone();
  };
  const runOnce = async (work: () => Promise<ProofView>): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    setReason(null);
    setRefusal(null);
    await work()
      .then(take)
      .catch((error: unknown) => refuse(error, true));
    setIsBusy(false);
  };

  const proofId = proof?.proofId;
  useEffect(() => {
    if (returned === null || returned.proofId !== proofId) return;
    const { input } = returned;
    runOnce(() => client.answer(returned.proofId, input));
  }, [returned]);
  usePolling(isBusy ? undefined : proofId, {
    pace: 'order',
    load: () => client.get(proofId ?? ''),
    onAnswer: take,
    onFailure: (error) => refuse(error),
  });

  return {
    proof,
    isBusy,
    reason,
    refusal,
    start: (input) => runOnce(() => start(input)),
    answer: (input) => runOnce(() => client.answer(proofId ?? '', input)),
    cancel: async () => {
      setProof(null);
      if (proofId !== undefined) await client.cancel(proofId).catch(() => undefined);
    },
  };
}

/** The order ended with the session. */
function isGone(error: unknown): boolean {
  const code = errorCodeOf(error);
  return code === 'proof_not_found' || code === 'session_required';
}

interface OrderPartProps {
  readonly text: ProofText;
  readonly language: Language;
  readonly order: Order;
}

interface ChooseDeviceProps extends OrderPartProps {
  readonly introduction: ProofDetails;
  readonly onStart: (device: 'this' | 'other') => void;
}

/** A phone is offered first on a phone, and another device elsewhere. */
export function ChooseDevice({ text, order, introduction, onStart }: ChooseDeviceProps) {
  const isPhone = useMediaQuery('(pointer: coarse)');
  const { provider } = introduction;
  const known = devicesOf(introduction);
  const ordered = isPhone ? known : [...known].reverse();
  return (
    <div class="check-choices">
      {ordered.map((device, index) => (
        <button
          key={device}
          type="button"
          class={`button button-large ${index === 0 ? 'button-primary' : ''}`}
          aria-disabled={order.isBusy}
          onClick={() => onStart(device)}
        >
          {text(deviceLabel(known, device), { provider: String(provider ?? '') })}
        </button>
      ))}
    </div>
  );
}

export function devicesOf({ devices }: ProofDetails): readonly ('this' | 'other')[] {
  return Array.isArray(devices) ? devices : ['this'];
}

function deviceLabel(known: readonly string[], device: 'this' | 'other') {
  if (known.length === 1) return 'eidContinue';
  return device === 'this' ? 'eidThisDevice' : 'eidOtherDevice';
}

/** The app has the order, because the link opened it or it has scanned the code. */
const WITH_APP: readonly unknown[] = ['rfa9', 'rfa15', 'rfa21', 'rfa23', 'rfa24', 'rfa25'];

/** Shows a QR code, a link to the app, or the form of the sandbox. */
export function RunningOrder({ text, language, order }: OrderPartProps) {
  const { details } = order.proof ?? { details: {} as ProofDetails };
  const { qrCode, launchUrl, message, asksForIdentity } = details;
  const provider = String(details.provider ?? '');
  return (
    <div class="check-order">
      <p role="status" class="check-message">
        {electronicIdText(language, message as ElectronicIdMessage)}
      </p>
      {typeof qrCode === 'string' && !WITH_APP.includes(message) && (
        <>
          <QrCode content={qrCode} label={text('eidQr')} />
          <p class="field-hint">{text('eidQrHint')}</p>
        </>
      )}
      {typeof launchUrl === 'string' && <LaunchLink url={launchUrl} label={text('eidOpen', { provider })} />}
      {asksForIdentity === true && <SandboxForm text={text} order={order} />}
    </div>
  );
}

/** Opens the app at once. The link is for browsers that need a tap. */
function LaunchLink({ url, label }: { readonly url: string; readonly label: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => link.current?.focus(), [url]);
  return (
    <a ref={link} class="button button-primary button-large" href={url}>
      {label}
    </a>
  );
}

function SandboxForm({ text, order }: Pick<OrderPartProps, 'text' | 'order'>) {
  const [fullName, setFullName] = useState('');
  const [personalNumber, setPersonalNumber] = useState('');
  const ids = [useId(), useId()];
  return (
    <form
      class="check-form"
      onSubmit={(event) => {
        event.preventDefault();
        order.answer({ decision: 'identify', fullName, personalNumber });
      }}
    >
      <label for={ids[0]}>{text('eidSandboxName')}</label>
      <input
        id={ids[0]}
        class="text-input"
        autocomplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={fullName}
        onInput={(event) => setFullName(event.currentTarget.value)}
      />
      <label for={ids[1]}>{text('eidSandboxNumber')}</label>
      <input
        id={ids[1]}
        class="text-input"
        autocomplete="off"
        inputMode="numeric"
        maxLength={13}
        value={personalNumber}
        onInput={(event) => setPersonalNumber(event.currentTarget.value)}
      />
      <button type="submit" class="button button-primary button-large" aria-disabled={order.isBusy}>
        {text('eidSandboxUse')}
      </button>
      <button type="button" class="link-button" onClick={() => order.answer({ decision: 'cancel' })}>
        {text('eidSandboxRefuse')}
      </button>
    </form>
  );
}

/** These reasons are not about the e-ID. */
const COMPANY_REASONS = [
  'company_not_found',
  'company_not_registered',
  'company_role_missing',
  'register_unavailable',
] as const;

interface OrderProblemProps extends OrderPartProps {
  /** Takes back what another person did. */
  readonly onStartOver: () => void;
}

export function OrderProblem({ text, language, order: { reason, refusal }, onStartOver }: OrderProblemProps) {
  const ofCompany = COMPANY_REASONS.find((known) => known === reason);
  const shown =
    refusal !== null
      ? refusal || text('unreachable')
      : ofCompany !== undefined
        ? text(ofCompany)
        : reason === null
          ? null
          : reason === 'cancelled' || reason === 'superseded'
            ? null
            : electronicIdText(language, reason as ElectronicIdMessage);
  const alert = useRef<HTMLParagraphElement>(null);
  // The message is below a long form, so it is scrolled into view.
  useLayoutEffect(() => {
    if (shown !== null) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <>
      <p ref={alert} class="field-problem" role="alert">
        {shown}
      </p>
      {reason === 'other_person' && (
        <button type="button" class="button" onClick={onStartOver}>
          {text('eidStartOver')}
        </button>
      )}
    </>
  );
}

export function SandboxNotice({ text, shown }: { readonly text: string; readonly shown: boolean }) {
  return shown ? <p class="notice">{text}</p> : null;
}
