import type { Language } from '@countersign/base/locale';
import { proofText } from '@countersign/i18n/proof-text';
import type { ProofView, SigningView } from '@countersign/signing';
import { useId, useState } from 'preact/hooks';
import { usePageLanguage } from '../../parts/language.tsx';
import { isFramed } from '../embedding.tsx';
import { currentValue } from '../fields/field-values.ts';
import { type ProofDialogProps, ProofFrame } from './proof-frame.tsx';
import { useProviderProof } from './provider-steps.tsx';

/** A field with this attribute has the address of the payer. */
const EMAIL_ATTRIBUTE = 'svc-sign-and-pay-email';

function findAddress(view: SigningView, values: ProofDialogProps['values']): string {
  const field = view.fields.find(({ attributes }) => attributes.some(({ name }) => name === EMAIL_ATTRIBUTE));
  return field === undefined ? '' : (currentValue(field, values)[0] ?? '').trim();
}

/** `amount` has the form `1200.00 SEK`. */
function formatAmount(amount: string, language: Language): string {
  const [number = '', currency = ''] = amount.split(' ');
  const digits = number.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${format.format(Number(number))} ${currency}`;
}

/** Waits until the provider confirms the payment. */
export function ProofDialog(props: ProofDialogProps) {
  const { view, values, check, client, onClose } = props;
  const { language } = usePageLanguage();
  const text = proofText(language);
  const id = useId();
  const { proof, isSandbox, isBusy, problem, run, take, leave } = useProviderProof(
    props,
    text,
    () => 'paymentFailed',
  );
  const [address, setAddress] = useState(() => findAddress(view, values));
  const { description = '' } = check.introduction;
  const amount = formatAmount(String(check.introduction.amount ?? ''), language);

  const start = () =>
    run(async () => {
      const input = address === '' ? {} : { emailAddress: address };
      await leave(await client.start(check.kind, check.field, input));
    });
  const pay = () =>
    run(async () => {
      if (proof !== null) await take(await client.answer(proof.proofId, { outcome: 'pay' }));
    });

  return (
    <ProofFrame
      text={text}
      title={text('paymentTitle', { amount })}
      action={<PayButton {...{ proof, isBusy, start, pay, text }} />}
      onClose={onClose}
    >
      <p>{text('paymentIntro', { sender: view.senderName, amount })}</p>
      {description !== '' && <p>{text('paymentFor', { description: String(description) })}</p>}
      {isSandbox && <p class="notice">{text('paymentSandbox')}</p>}
      {proof === null && (
        <>
          <label for={id}>{text('paymentEmail')}</label>
          <input
            id={id}
            class="text-input"
            type="email"
            autocomplete="email"
            autofocus
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value.trim())}
          />
        </>
      )}
      <p class="field-hint" role="status">
        {proof !== null && !isSandbox ? text('paymentWaiting') : ''}
      </p>
      <p class="field-problem" role="alert">
        {problem}
      </p>
    </ProofFrame>
  );
}

interface PayButtonProps {
  readonly proof: ProofView | null;
  readonly isBusy: boolean;
  readonly start: () => void;
  readonly pay: () => void;
  readonly text: ReturnType<typeof proofText>;
}

/** Going there again needs no new payment. */
function PayButton({ proof, isBusy, start, pay, text }: PayButtonProps) {
  const url = proof?.details.url;
  if (typeof url === 'string') {
    return (
      <a
        class="button button-primary"
        href={url}
        rel="noopener noreferrer"
        target={isFramed ? '_blank' : undefined}
      >
        {text('paymentOpen')}
      </a>
    );
  }
  return (
    <button
      type="button"
      class="button button-primary"
      aria-disabled={isBusy}
      onClick={proof === null ? start : pay}
    >
      {text(proof === null ? 'paymentOpen' : 'paymentSandboxPay')}
    </button>
  );
}
