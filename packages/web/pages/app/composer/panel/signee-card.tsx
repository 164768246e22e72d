import { MAX_NAME_LENGTH } from '@countersign/identity/text';
import { useEffect, useId, useRef } from 'preact/hooks';
import { CheckField, SelectField, TextField } from '../../../parts/field.tsx';
import { useApp } from '../../app-context.ts';
import { useComposerContext } from '../composer-context.ts';
import { type ComposedSignee, nameOf } from '../model/composition.ts';
import { availableMethods, boxKindsOf } from '../model/methods.ts';
import { changeSignee } from '../model/signees.ts';
import type { PageControls } from '../pages/page-controls.ts';
import { useComposerText } from '../text.ts';
import { problemsAt } from '../use-composer.ts';
import { BoxPlace } from './box-place.tsx';
import { SigneeActions } from './signee-actions.tsx';
import { toneOf } from './tone.ts';

const MORE_OPTIONS = { draft: 'moreOptions', template: 'moreRoleOptions', link: 'method' } as const;

interface SigneeCardProps {
  readonly signee: ComposedSignee;
  readonly index: number;
  readonly controls: { readonly current: PageControls | null };
  readonly onPlace: () => void;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A closed card shows the contact, or that something is missing. */
export function SigneeCard({ signee, index, controls, onPlace, isOpen, onToggle }: SigneeCardProps) {
  const text = useComposerText();
  const { user } = useApp();
  const composer = useComposerContext();
  const { composition, change, endChange, capabilities, kind } = composer;
  const isDraft = kind === 'draft';
  const mayBePhoned = capabilities.deliverySms === true || capabilities.deliveryWhatsapp === true;
  const { key } = signee;
  const edit = (changed: Partial<ComposedSignee>, member: string) =>
    change((before) => changeSignee(before, key, changed), `${key}/${member}`);
  const problemOf = (...members: string[]) => {
    const { inputs, found } = problemsAt(composer, key, members);
    const [input] = inputs;
    return input === undefined ? found[0]?.message : text(`problem_${input.fault}`);
  };
  const name = nameOf(signee);
  const title = name === '' ? text('signeeNumber', { number: index + 1 }) : name;
  const isNew = useRef(name === '' && signee.role === '');
  const first = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (isNew.current) first.current?.querySelector('input')?.focus();
  }, []);
  const detailsId = useId();
  const problems = problemsAt(composer, key, null);
  const isWrong = problems.inputs.length + problems.found.length > 0;
  const contact = [signee.emailAddress, signee.phoneNumber].filter((one) => one !== '').join(', ');
  const summary = isWrong ? text('incomplete') : contact;
  const contactMissing = problemsAt(composer, key, ['']).found[0]?.code === 'contact_required';
  const methods = availableMethods(capabilities, signee.signatureType);
  return (
    <li class={`composer-signee tone-${toneOf(index)}${isWrong ? ' is-wrong' : ''}`}>
      <fieldset ref={first} class="composer-signee-fields">
        <legend class="visually-hidden">{title}</legend>
        <div class="composer-signee-head">
          <span class="composer-dot" aria-hidden="true">
            {index + 1}
          </span>
          <button
            type="button"
            class="composer-signee-toggle"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={onToggle}
          >
            <strong class="composer-signee-name">
              {title}
              {signee.emailAddress === user.emailAddress && <span class="badge is-calm">{text('you')}</span>}
            </strong>
            {!isOpen && <span class="composer-signee-contact">{breakAtSign(summary)}</span>}
          </button>
          <SigneeActions signee={signee} index={index} title={title} />
        </div>
        {boxKindsOf(signee.signatureType).map((kind) => (
          <BoxPlace
            key={kind}
            signee={signee}
            kind={kind}
            title={title}
            controls={controls}
            onPlace={onPlace}
          />
        ))}
        <div id={detailsId} class="composer-signee-fields" hidden={!isOpen}>
          <TextField
            label={text(isDraft ? 'fullName' : 'roleLabel')}
            hint={signee.role === '' ? undefined : text('roleOf', { role: signee.role })}
            value={signee.fullName}
            maxLength={MAX_NAME_LENGTH}
            autocomplete="off"
            problem={problemOf('fullName')}
            onValue={(fullName) => edit({ fullName }, 'fullName')}
            onBlur={endChange}
          />
          {isDraft && (
            <TextField
              label={text('emailAddress')}
              type="email"
              inputMode="email"
              autocomplete="off"
              value={signee.emailAddress}
              problem={problemOf('emailAddress') ?? (contactMissing ? text('contactMissing') : undefined)}
              onValue={(emailAddress) => edit({ emailAddress: emailAddress.trim() }, 'emailAddress')}
              onBlur={endChange}
            />
          )}
          {(kind !== 'link' || methods.length > 1) && (
            <details class="composer-more" open={signee.phoneNumber !== '' && signee.emailAddress === ''}>
              <summary>{text(MORE_OPTIONS[kind])}</summary>
              <div class="form">
                {isDraft && (mayBePhoned || signee.phoneNumber !== '') && (
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
                    onValue={(value) =>
                      edit({ deliveryMethod: value === 'whatsapp' ? value : 'sms' }, 'delivery')
                    }
                  />
                )}
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
                {composition.enableSigningOrder && (
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
                {kind !== 'link' && (
                  <CheckField
                    label={text('isInvited')}
                    isChecked={signee.isInvited}
                    onChange={(isInvited) => edit({ isInvited }, 'isInvited')}
                  />
                )}
              </div>
            </details>
          )}
        </div>
      </fieldset>
    </li>
  );
}

/** Before the host, in narrow panels. */
function breakAtSign(summary: string) {
  const hostStart = summary.indexOf('@') + 1;
  return (
    <>
      {summary.slice(0, hostStart)}
      <wbr />
      {summary.slice(hostStart)}
    </>
  );
}
