import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../parts/controls.tsx';
import { TextField } from '../../../parts/field.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { useApp } from '../../router.ts';
import { boxKindsOf, type DraftSignee, moveSignee, nameOf, removeSignee } from '../draft.ts';
import type { PageControls } from '../pages/page-picture.tsx';
import { toneOf } from '../problems.ts';
import { problemsAt, useComposerContext } from '../use-composer.ts';
import { BoxPlace } from './box-inspector.tsx';
import { MoreOptions, type SigneeProps, useSignee } from './signee-options.tsx';

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
