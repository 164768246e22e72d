import { useRef } from 'preact/hooks';
import { Button } from '../../../parts/controls.tsx';
import { CheckField } from '../../../parts/field.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { useApp } from '../../router.ts';
import { addSignee } from '../draft.ts';
import type { DraftSignee } from '../signee.ts';
import { useComposerContext } from '../use-composer.ts';
import { SigneeCard } from './signee-card.tsx';

/** People are always in sight: whoever is chosen owns what is placed next. */
export function PeoplePanel() {
  const text = useComposerText();
  const { draft, serverProblems, kind, setPerson, openPerson, setOpenPerson } = useComposerContext();
  const { signees, enableSigningOrder } = draft;
  const known = useRef(new Set(signees.map(({ key }) => key)));
  const added = signees.find(({ key }) => !known.current.has(key));
  if (added !== undefined) {
    known.current = new Set(signees.map(({ key }) => key));
    setOpenPerson(added.key);
    setPerson(added.key);
  }
  const unplaced = serverProblems.filter(
    ({ place }) => place.kind === 'document' && place.member === 'enableSigningOrder',
  );
  return (
    <section class="composer-section composer-people" aria-labelledby="composer-signees">
      <div class="composer-section-head">
        <h2 id="composer-signees">{text('signees')}</h2>
        {enableSigningOrder && signees.length > 1 && <span class="field-hint">{text('signInOrder')}</span>}
      </div>
      {kind !== 'draft' && <p class="field-hint">{text(kind === 'link' ? 'slotsHint' : 'rolesHint')}</p>}
      {signees.length === 0 && <p class="field-hint">{text('noSignees')}</p>}
      <ol class="composer-signees">
        {signees.map((signee, index) => (
          <SigneeCard
            key={signee.key}
            signee={signee}
            index={index}
            isOpen={openPerson === signee.key}
            onToggle={() => setOpenPerson(openPerson === signee.key ? null : signee.key)}
            onChoose={() => {
              setPerson(signee.key);
              // The details of another would keep the palette out of sight.
              if (openPerson !== signee.key) setOpenPerson(null);
            }}
          />
        ))}
      </ol>
      <AddPeople />
      <SigningOrder />
      {unplaced.map(({ message }) => (
        <p key={message} class="field-problem">
          {message}
        </p>
      ))}
    </section>
  );
}

function SigningOrder() {
  const text = useComposerText();
  const { draft, change, capabilities, kind } = useComposerContext();
  const { signees, enableSigningOrder } = draft;
  const isOffered = capabilities.signingOrder === true || enableSigningOrder;
  if (kind === 'link' || !isOffered || signees.length < 2) return null;
  return (
    <CheckField
      label={text('inOrder')}
      isChecked={enableSigningOrder}
      onChange={(isChecked) => change((before) => ({ ...before, enableSigningOrder: isChecked }))}
    />
  );
}

function AddPeople() {
  const text = useComposerText();
  const { user } = useApp();
  const { draft, change, capabilities, kind } = useComposerContext();
  const { signees } = draft;
  const { maxSignees } = capabilities.limits;
  if (signees.length >= maxSignees)
    return <p class="field-hint">{text('signeesFull', { count: maxSignees })}</p>;
  const add = (signee: Partial<DraftSignee>) => change((before) => addSignee(before, signee));
  const isListed = signees.some(({ emailAddress }) => emailAddress === user.emailAddress);
  return (
    <div class="composer-add-people">
      <Button icon={icons.plus} id="composer-add-person" onClick={() => add({})}>
        {text('addSignee')}
      </Button>
      {kind === 'draft' && !isListed && (
        <Button
          onClick={() => add({ fullName: user.fullName, emailAddress: user.emailAddress, isInvited: false })}
        >
          {text('addMyself')}
        </Button>
      )}
    </div>
  );
}
