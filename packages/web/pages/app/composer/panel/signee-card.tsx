import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, Icon, type IconPath } from '../../../parts/controls.tsx';
import { TextField } from '../../../parts/field.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { useApp } from '../../router.ts';
import { moveSignee, removeSignee } from '../draft.ts';
import { ownershipOf } from '../marks/marks.ts';
import { toneOf } from '../problems.ts';
import { boxKindsOf, type DraftSignee, nameOf } from '../signee.ts';
import { problemsAt, useComposerContext } from '../use-composer.ts';
import { MoreOptions, type SigneeProps, useSignee } from './signee-options.tsx';

interface SigneeCardProps extends SigneeProps {
  readonly index: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onChoose: () => void;
}

/** A press chooses the person, and another button opens the details. Marks are dropped here to give them away. */
export function SigneeCard({ signee, index, isOpen, onToggle, onChoose }: SigneeCardProps) {
  const text = useComposerText();
  const composer = useComposerContext();
  const { person } = composer;
  const name = nameOf(signee);
  const title = name === '' ? text('signeeNumber', { number: index + 1 }) : name;
  const isNew = useRef(name === '' && signee.role === '');
  const first = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    if (isNew.current) first.current?.querySelector('input')?.focus();
  }, []);
  const detailsId = useId();
  const { inputs, found } = problemsAt(composer, signee.key, null);
  const isWrong = inputs.length + found.length > 0;
  const isChosen = person?.key === signee.key;
  return (
    <li
      class={`composer-signee tone-${toneOf(index)}${isWrong ? ' is-wrong' : ''}${isChosen ? ' is-chosen' : ''}`}
      data-person={signee.key}
    >
      <fieldset ref={first} class="composer-signee-fields">
        <legend class="visually-hidden">{title}</legend>
        <div class="composer-signee-head">
          <button
            type="button"
            id={`person-${signee.key}`}
            class="composer-person"
            aria-pressed={isChosen}
            onClick={onChoose}
          >
            <span class="composer-dot" aria-hidden="true">
              {index + 1}
            </span>
            <span class="composer-person-text">
              <strong>{title}</strong>
              <SigneeFacts signee={signee} isOpen={isOpen} isWrong={isWrong} />
            </span>
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={text('editSignee', { name: title })}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={onToggle}
          >
            <Icon path={isOpen ? icons.close : icons.edit} />
          </button>
        </div>
        <div id={detailsId} class="composer-signee-details" hidden={!isOpen}>
          <NameAndAddress signee={signee} />
          <MoreOptions signee={signee} />
          <SigneeActions signee={signee} index={index} title={title} />
        </div>
      </fieldset>
    </li>
  );
}

interface SigneeFactsProps extends SigneeProps {
  readonly isOpen: boolean;
  readonly isWrong: boolean;
}

/** The role, what was placed, and where the signature is if it is not placed. */
function SigneeFacts({ signee, isOpen, isWrong }: SigneeFactsProps) {
  const text = useComposerText();
  const { user } = useApp();
  const composer = useComposerContext();
  const { signature, scan, further, fileFields, newFields } = ownershipOf(composer.draft, signee);
  const boxes = [signature, scan].filter((box) => box !== undefined).length + further.length;
  const count = boxes + fileFields.length + newFields.length;
  const needed = boxKindsOf(signee.signatureType).includes('id_scan');
  const isUnplaced = needed && (signature === undefined || scan === undefined);
  const facts = [
    signee.emailAddress === user.emailAddress ? text('you') : '',
    signee.role !== '' && signee.role !== nameOf(signee) ? signee.role : '',
    count > 0 ? text('fieldCount', { count }) : '',
    signature === undefined && !needed ? text('onNewPage') : '',
  ].filter((fact) => fact !== '');
  if (isUnplaced) return <span class="composer-person-facts is-problem">{text('boxMissing')}</span>;
  if (isWrong && !isOpen) return <span class="composer-person-facts is-problem">{text('incomplete')}</span>;
  return <span class="composer-person-facts">{facts.join(' · ')}</span>;
}

interface SigneeActionsProps {
  readonly signee: DraftSignee;
  readonly index: number;
  readonly title: string;
}

function SigneeActions({ signee, index, title }: SigneeActionsProps) {
  const text = useComposerText();
  const { draft, change } = useComposerContext();
  const last = draft.signees.length - 1;
  const move = (by: 1 | -1, icon: IconPath, label: string) => (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      onClick={() => change((before) => moveSignee(before, signee.key, by))}
    >
      <Icon path={icon} />
    </button>
  );
  return (
    <span class="composer-signee-actions">
      {index > 0 && move(-1, icons.up, text('moveUp', { name: title }))}
      {index < last && move(1, icons.down, text('moveDown', { name: title }))}
      <Button
        kind="quiet"
        icon={icons.trash}
        onClick={() => change((before) => removeSignee(before, signee.key))}
      >
        {text('removeSignee', { name: title })}
      </Button>
    </span>
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
