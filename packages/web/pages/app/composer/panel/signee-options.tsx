import { CheckField, SelectField, TextField } from '../../../parts/field.tsx';
import { useComposerText } from '../../../parts/texts.tsx';
import { changeSignee } from '../draft.ts';
import { availableMethods, type DraftSignee } from '../signee.ts';
import { problemsAt, useComposerContext } from '../use-composer.ts';

const MORE_OPTIONS = { draft: 'moreOptions', template: 'moreRoleOptions', link: 'method' } as const;

export interface SigneeProps {
  readonly signee: DraftSignee;
}

export function useSignee({ key }: DraftSignee) {
  const text = useComposerText();
  const composer = useComposerContext();
  return {
    edit: (changed: Partial<DraftSignee>, member: string) =>
      composer.change((before) => changeSignee(before, key, changed), `${key}/${member}`),
    problemOf: (...members: string[]) => {
      const { inputs, found } = problemsAt(composer, key, members);
      const [input] = inputs;
      return input === undefined ? found[0]?.message : text(`problem_${input.fault}`);
    },
    isContactMissing: problemsAt(composer, key, ['']).found[0]?.code === 'contact_required',
  };
}

export function MoreOptions({ signee }: SigneeProps) {
  const text = useComposerText();
  const { draft, endChange, capabilities, kind } = useComposerContext();
  const { edit, problemOf } = useSignee(signee);
  const methods = availableMethods(capabilities, signee.signatureType);
  if (kind === 'link' && methods.length <= 1) return null;
  return (
    <details class="composer-more" open={signee.phoneNumber !== '' && signee.emailAddress === ''}>
      <summary>{text(MORE_OPTIONS[kind])}</summary>
      <div class="form">
        {kind === 'draft' && <PhoneFields signee={signee} />}
        {(methods.length > 1 || signee.signatureType === 'not_set') && (
          <SelectField
            label={text('method')}
            value={signee.signatureType}
            problem={problemOf('signatureType', 'signaturePlacement')}
            choices={[
              ...(signee.signatureType === 'not_set'
                ? [{ value: 'not_set', label: text('method_not_set') }]
                : []),
              ...methods.map((value) => ({ value, label: text(`method_${value}`) })),
            ]}
            onValue={(value) => {
              const signatureType = methods.find((one) => one === value);
              if (signatureType !== undefined) edit({ signatureType }, 'method');
            }}
          />
        )}
        {draft.enableSigningOrder && (
          <TextField
            label={text('order')}
            hint={text('orderHint')}
            type="number"
            min={1}
            value={String(signee.signingOrder)}
            problem={problemOf('signingOrder')}
            onValue={(value) => edit({ signingOrder: Number(value) }, 'order')}
            onBlur={endChange}
          />
        )}
        {signee.signatureType !== 'digital_ink' && signee.signatureType !== 'not_set' && (
          <CheckField
            label={text('requireMatchingName')}
            isChecked={signee.others.requireMatchingName === true}
            onChange={(requireMatchingName) =>
              edit({ others: { ...signee.others, requireMatchingName } }, 'requireMatchingName')
            }
          />
        )}
        {kind !== 'link' && (
          <CheckField
            label={text('isInvited')}
            isChecked={signee.isInvited}
            onChange={(isInvited) => edit({ isInvited }, 'isInvited')}
          />
        )}
      </div>
    </details>
  );
}

function PhoneFields({ signee }: SigneeProps) {
  const text = useComposerText();
  const { endChange, capabilities } = useComposerContext();
  const { edit, problemOf } = useSignee(signee);
  const mayBePhoned = capabilities.deliverySms === true || capabilities.deliveryWhatsapp === true;
  return (
    <>
      {(mayBePhoned || signee.phoneNumber !== '') && (
        <TextField
          label={text('phoneNumber')}
          hint={text('phoneHint')}
          type="tel"
          autocomplete="off"
          value={signee.phoneNumber}
          problem={problemOf('phoneNumber', 'phoneNumberDeliveryMethod')}
          onValue={(phoneNumber) => edit({ phoneNumber }, 'phoneNumber')}
          onBlur={endChange}
        />
      )}
      {signee.phoneNumber !== '' && capabilities.deliveryWhatsapp === true && (
        <SelectField
          label={text('deliveryMethod')}
          value={signee.deliveryMethod}
          choices={(['sms', 'whatsapp'] as const).map((value) => ({
            value,
            label: text(`delivery_${value}`),
          }))}
          onValue={(value) => edit({ deliveryMethod: value === 'whatsapp' ? value : 'sms' }, 'delivery')}
        />
      )}
    </>
  );
}
