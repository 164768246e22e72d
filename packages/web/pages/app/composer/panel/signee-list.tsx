import { useRef, useState } from 'preact/hooks';
import { Button } from '../../../parts/controls.tsx';
import { CheckField } from '../../../parts/field.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { useApp } from '../../router.ts';
import { addSignee } from '../draft.ts';
import type { PageControls } from '../pages/page-picture.tsx';
import { useComposerContext } from '../use-composer.ts';
import { SigneeCard } from './signee-card.tsx';

interface SigneeListProps {
  /** It is null while the pages are not shown. */
  readonly controls: { readonly current: PageControls | null };
  /** Is called on screens that do not show the pages beside the panel. */
  readonly onPlace: () => void;
}

export function SigneeList({ controls, onPlace }: SigneeListProps) {
  const text = useComposerText();
  const { user } = useApp();
  const { draft, change, capabilities, serverProblems, kind } = useComposerContext();
  const { signees, enableSigningOrder } = draft;
  // An only signee is open too.
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(
    () => new Set(signees.length === 1 ? signees.map(({ key }) => key) : []),
  );
  const known = useRef(new Set(signees.map(({ key }) => key)));
  const added = signees.find(({ key }) => !known.current.has(key));
  if (added !== undefined) {
    known.current = new Set(signees.map(({ key }) => key));
    setOpenKeys(new Set([added.key]));
  }
  const toggle = (key: string) => setOpenKeys((before) => (before.has(key) ? new Set() : new Set([key])));
  const isFull = signees.length >= capabilities.limits.maxSignees;
  const isListed = signees.some(({ emailAddress }) => emailAddress === user.emailAddress);
  const unplaced = serverProblems.filter(
    ({ place }) => place.kind === 'document' && place.member === 'enableSigningOrder',
  );
  return (
    <section class="composer-section" aria-labelledby="composer-signees">
      <h2 id="composer-signees">{text('signees')}</h2>
      {kind !== 'draft' && <p class="field-hint">{text(kind === 'link' ? 'slotsHint' : 'rolesHint')}</p>}
      {signees.length === 0 && <p class="field-hint">{text('noSignees')}</p>}
      <ol class="composer-signees">
        {signees.map((signee, index) => (
          <SigneeCard
            key={signee.key}
            signee={signee}
            index={index}
            controls={controls}
            onPlace={onPlace}
            isOpen={openKeys.has(signee.key)}
            onToggle={() => toggle(signee.key)}
          />
        ))}
      </ol>
      {!isFull && (
        <div class="form-actions">
          <Button icon={icons.plus} onClick={() => change((before) => addSignee(before))}>
            {text('addSignee')}
          </Button>
          {kind === 'draft' && !isListed && (
            <Button
              icon={icons.user}
              onClick={() =>
                change((before) =>
                  addSignee(before, {
                    fullName: user.fullName,
                    emailAddress: user.emailAddress,
                    isInvited: false,
                  }),
                )
              }
            >
              {text('addMyself')}
            </Button>
          )}
        </div>
      )}
      {isFull && <p class="field-hint">{text('signeesFull', { count: capabilities.limits.maxSignees })}</p>}
      {kind !== 'link' &&
        (capabilities.signingOrder === true || enableSigningOrder) &&
        signees.length > 1 && (
          <CheckField
            label={text('inOrder')}
            isChecked={enableSigningOrder}
            onChange={(isChecked) => change((before) => ({ ...before, enableSigningOrder: isChecked }))}
          />
        )}
      {unplaced.map(({ message }) => (
        <p key={message} class="field-problem">
          {message}
        </p>
      ))}
    </section>
  );
}
