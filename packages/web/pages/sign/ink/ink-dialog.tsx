import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import * as icons from '../../parts/icons.ts';
import type { Dispatch } from '../finish/signing-state.ts';
import { scrollToElement, useText } from '../parts.tsx';
import type { InkChoice, InkDraft } from './ink-choice.ts';
import { OWN_BOX_ID } from './signature-boxes.tsx';
import { type DrawnStrokes, exportInk, isEnoughInk, StrokePad } from './strokes.ts';
import { TypedName } from './typed-name.tsx';

interface InkPadProps {
  readonly drawn: DrawnStrokes;
  readonly onDraw: (drawn: DrawnStrokes) => void;
}

function InkPad({ drawn, onDraw }: InkPadProps) {
  const text = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ drawn, onDraw });
  latest.current = { drawn, onDraw };
  usePad(canvas, latest, drawn);

  const replace = (strokes: DrawnStrokes['strokes']): void => onDraw({ ...drawn, strokes });
  const isEmpty = drawn.strokes.length === 0;
  return (
    <div class="ink-pad">
      <div class="ink-area light">
        <canvas ref={canvas} class="ink-canvas" role="img" aria-label={text('inkPad')} />
        <span class="ink-line" aria-hidden="true" />
        {isEmpty && <span class="ink-hint">{text('inkHint')}</span>}
      </div>
      <div class="ink-tools">
        <button
          type="button"
          class="link-button"
          disabled={isEmpty}
          onClick={() => replace(drawn.strokes.slice(0, -1))}
        >
          <Icon path={icons.undo} />
          {text('inkUndo')}
        </button>
        <button type="button" class="link-button" disabled={isEmpty} onClick={() => replace([])}>
          {text('inkClear')}
        </button>
      </div>
    </div>
  );
}

type Latest = { readonly current: InkPadProps };
type CanvasRef = { readonly current: HTMLCanvasElement | null };

function usePad(canvas: CanvasRef, latest: Latest, drawn: DrawnStrokes): void {
  const pad = useRef<StrokePad | null>(null);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const created = new StrokePad(element, (strokes) => latest.current.onDraw(strokes));
    pad.current = created;
    const observer = new ResizeObserver(() => created.resize(latest.current.drawn));
    observer.observe(element);
    return () => {
      observer.disconnect();
      created.close();
    };
  }, [canvas, latest]);

  useEffect(() => pad.current?.show(drawn), [drawn]);
}

interface InkPictureInputProps {
  /** The picture is a PNG data URL, and may be empty. */
  readonly picture: string;
  readonly onPicture: (picture: string) => void;
}

/** Takes a picture of a signature on paper. */
function InkPictureInput({ picture, onPicture }: InkPictureInputProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [hasFailed, setHasFailed] = useState(false);

  const take = async (file: File): Promise<void> => {
    const { importPicture } = await import('./import-picture.ts');
    const taken = await importPicture(file);
    setHasFailed(taken === null);
    if (taken !== null) onPicture(taken);
  };

  return (
    <div class="ink-upload">
      <p class="field-hint">{text('inkPictureHint')}</p>
      {picture !== '' && <img class="ink-drawn" src={picture} alt={text('yourSignature')} />}
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-hidden="true"
        accept="image/png,image/jpeg"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) take(file).catch(() => setHasFailed(true));
          // The same file may be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <button type="button" class="button" onClick={() => input.current?.click()}>
        {text('inkPictureChoose')}
      </button>
      <p class="field-problem" role="alert">
        {hasFailed ? text('inkPictureFailed') : ''}
      </p>
    </div>
  );
}

interface InkDialogProps {
  readonly draft: InkDraft;
  readonly dispatch: Dispatch;
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

/** The draft is kept while the dialog is closed. */
export function InkDialog({ draft, dispatch, onClose }: InkDialogProps) {
  const text = useText();
  const [fault, setFault] = useState<InkFault | null>(null);
  const faultId = useId();
  const name = useRef<HTMLInputElement>(null);

  const keep = (change: Partial<InkDraft>): void => {
    setFault(null);
    dispatch({ type: 'keep_ink_draft', draft: { ...draft, ...change } });
  };
  const finish = (): void => {
    const ink = finishInk(draft);
    if (typeof ink === 'string') {
      setFault(ink);
      if (ink === 'inkNoName') name.current?.focus();
      return;
    }
    dispatch({ type: 'use_ink', ink });
    // The phone may have been rotated.
    scrollToElement(OWN_BOX_ID, 'center');
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
