import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../parts/controls.tsx';
import { CheckField, SelectField, TextField } from '../../../parts/field.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { useApp } from '../../router.ts';
import {
  availableMethods,
  boxKindsOf,
  changeSignee,
  type DraftSignee,
  moveSignee,
  nameOf,
  removeSignee,
} from '../draft.ts';
import type { PageControls } from '../pages/page-picture.tsx';
import { toneOf } from '../problems.ts';
import { problemsAt, useComposerContext } from '../use-composer.ts';
import { BoxPlace } from './box-inspector.tsx';

interface SigneeActionsProps {
  readonly signee: DraftSignee;
  readonly index: number;
  readonly title: string;
}

function SigneeActions({ signee, index, title }: SigneeActionsProps) {
  const text = useComposerText();
  const { draft, change } = useComposerContext();
  const last = draft.signees.length - 1;
  return (
    <span class="composer-signee-actions">
      {index > 0 && (
        <button
          type="button"
          class="icon-button"
          aria-label={text('moveUp', { name: title })}
          onClick={() => change((before) => moveSignee(before, signee.key, -1))}
        >
          <Icon path={icons.up} />
        </button>
      )}
      {index < last && (
        <button
          type="button"
          class="icon-button"
          aria-label={text('moveDown', { name: title })}
          onClick={() => change((before) => moveSignee(before, signee.key, 1))}
        >
          <Icon path={icons.down} />
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={text('removeSignee', { name: title })}
        onClick={() => change((before) => removeSignee(before, signee.key))}
      >
        <Icon path={icons.trash} />
      </button>
    </span>
  );
}

const MORE_OPTIONS = { draft: 'moreOptions', template: 'moreRoleOptions', link: 'method' } as const;

interface SigneeProps {
  readonly signee: DraftSignee;
}

interface SigneeCardProps extends SigneeProps {
  readonly index: number;
  readonly controls: { readonly current: PageControls | null };
  readonly onPlace: () => void;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A closed card shows the contact, or that something is missing. */
export function SigneeCard({ signee, index, controls, onPlace, isOpen, onToggle }: SigneeCardProps) {
  const text = useComposerText();
  const composer = useComposerContext();
  const name = nameOf(signee);
  const title = name === '' ? text('signeeNumber', { number: index + 1 }) : name;
  const isNew = useRef(name === '' && signee.role === '');
  const first = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    if (isNew.current) first.current?.querySelector('input')?.focus();
  }, []);
  const detailsId = useId();
  const problems = problemsAt(composer, signee.key, null);
  const isWrong = problems.inputs.length + problems.found.length > 0;
  return (
    <li class={`composer-signee tone-${toneOf(index)}${isWrong ? ' is-wrong' : ''}`}>
      <fieldset ref={first} class="composer-signee-fields">
        <legend class="visually-hidden">{title}</legend>
        <div class="composer-signee-head">
          <span class="composer-dot" aria-hidden="true">
            {index + 1}
          </span>
          <SigneeToggle {...{ signee, title, detailsId, isOpen, isWrong, onToggle }} />
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
          <NameAndAddress signee={signee} />
          <MoreOptions signee={signee} />
        </div>
      </fieldset>
    </li>
  );
}

interface SigneeToggleProps extends SigneeProps {
  readonly title: string;
  readonly detailsId: string;
  readonly isOpen: boolean;
  readonly isWrong: boolean;
  readonly onToggle: () => void;
}

function SigneeToggle({ signee, title, detailsId, isOpen, isWrong, onToggle }: SigneeToggleProps) {
  const text = useComposerText();
  const { user } = useApp();
  const contact = [signee.emailAddress, signee.phoneNumber].filter((one) => one !== '').join(', ');
  return (
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
      {!isOpen && (
        <span class="composer-signee-contact">{breakAtSign(isWrong ? text('incomplete') : contact)}</span>
      )}
    </button>
  );
}

function useSignee({ key }: DraftSignee) {
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

function NameAndAddress({ signee }: SigneeProps) {
  const text = useComposerText();
  const { endChange, kind } = useComposerContext();
  const { edit, problemOf, isContactMissing } = useSignee(signee);
  const isDraft = kind === 'draft';
  return (
    <>
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
          problem={problemOf('emailAddress') ?? (isContactMissing ? text('contactMissing') : undefined)}
          onValue={(emailAddress) => edit({ emailAddress: emailAddress.trim() }, 'emailAddress')}
          onBlur={endChange}
        />
      )}
    </>
  );
}

function MoreOptions({ signee }: SigneeProps) {
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

/** The line may break before the host, in narrow panels. */
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
