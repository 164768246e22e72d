import { useId, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { useText } from '../text/text-context.ts';
import { exportInk } from './export-ink.ts';
import type { InkChoice, InkDraft } from './ink-choice.ts';
import { InkPad } from './ink-pad.tsx';
import { InkPictureInput } from './ink-picture-input.tsx';
import { isEnoughInk } from './strokes.ts';
import { TypedName } from './typed-name.tsx';

interface InkDialogProps {
  readonly draft: InkDraft;
  readonly onDraft: (draft: InkDraft) => void;
  readonly onUse: (ink: InkChoice) => void;
  readonly onClose: () => void;
}

type InkFault = 'inkTooLittle' | 'inkNoName' | 'inkNoPicture';

function finishInk(draft: InkDraft): InkChoice | InkFault {
  if (draft.method === 'typed') {
    const typedName = draft.typedName.trim();
    return typedName === '' ? 'inkNoName' : { kind: 'typed', typedName, font: draft.font };
  }
  if (draft.method === 'picture')
    return draft.picture === undefined ? 'inkNoPicture' : { kind: 'picture', picture: draft.picture };
  const picture = isEnoughInk(draft.drawn.strokes) ? exportInk(draft.drawn.strokes) : null;
  return picture === null ? 'inkTooLittle' : { kind: 'drawn', picture };
}

/** Keeps its state while closed. */
export function InkDialog({ draft, onDraft, onUse, onClose }: InkDialogProps) {
  const text = useText();
  const [fault, setFault] = useState<InkFault | null>(null);
  const faultId = useId();
  const name = useRef<HTMLInputElement>(null);

  const keep = (change: Partial<InkDraft>): void => {
    setFault(null);
    onDraft({ ...draft, ...change });
  };
  const finish = (): void => {
    const ink = finishInk(draft);
    if (typeof ink === 'string') setFault(ink);
    else onUse(ink);
    if (ink === 'inkNoName') name.current?.focus();
  };

  return (
    <Dialog
      title={text('inkTitle')}
      shape="window"
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {text('cancel')}
          </button>
          <button type="button" class="button button-primary" onClick={finish}>
            {text('inkUse')}
          </button>
        </>
      }
    >
      <MethodSwitch method={draft.method} onChange={(method) => keep({ method })} />
      {draft.method === 'drawn' && <InkPad drawn={draft.drawn} onDraw={(drawn) => keep({ drawn })} />}
      {draft.method === 'typed' && (
        <TypedName
          input={name}
          name={draft.typedName}
          font={draft.font}
          isMissing={fault === 'inkNoName'}
          faultId={faultId}
          onChange={keep}
          onEnter={finish}
        />
      )}
      {draft.method === 'picture' && (
        <InkPictureInput picture={draft.picture ?? ''} onPicture={(picture) => keep({ picture })} />
      )}
      <p id={faultId} class="field-problem ink-fault" role="alert">
        {fault === null ? '' : text(fault)}
      </p>
    </Dialog>
  );
}

interface MethodSwitchProps {
  readonly method: InkDraft['method'];
  readonly onChange: (method: InkDraft['method']) => void;
}

const METHODS = [
  { method: 'drawn', label: 'inkDraw' },
  { method: 'typed', label: 'inkType' },
  { method: 'picture', label: 'inkPicture' },
] as const;

function MethodSwitch({ method: current, onChange }: MethodSwitchProps) {
  const text = useText();
  return (
    <fieldset class="switch">
      <legend class="visually-hidden">{text('inkMethod')}</legend>
      {METHODS.map(({ method, label }) => (
        <label key={method} class="switch-choice">
          <input
            type="radio"
            name="ink-method"
            autofocus={method === current}
            checked={method === current}
            onChange={() => onChange(method)}
          />
          <span>{text(label)}</span>
        </label>
      ))}
    </fieldset>
  );
}
