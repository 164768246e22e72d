import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import * as icons from '../../parts/icons.ts';
import type { Dispatch, SigningState } from '../finish/signing-state.ts';
import type { MarkKind } from '../finish/steps.ts';
import { scrollToElement, useText } from '../parts.tsx';
import type { InkChoice, InkDraft } from './ink-choice.ts';
import { InkPictureInput } from './ink-picture-input.tsx';
import { boxElementId } from './signature-boxes.tsx';
import { type DrawnStrokes, exportInk, isEnoughInk, StrokePad } from './strokes.ts';
import { TypedName } from './typed-name.tsx';

interface InkPadProps {
  readonly mark: MarkKind;
  readonly drawn: DrawnStrokes;
  readonly onDraw: (drawn: DrawnStrokes) => void;
}

function InkPad({ mark, drawn, onDraw }: InkPadProps) {
  const text = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef<Drawing>({ drawn, onDraw });
  latest.current = { drawn, onDraw };
  usePad(canvas, latest, drawn);

  const replace = (strokes: DrawnStrokes['strokes']): void => onDraw({ ...drawn, strokes });
  const isEmpty = drawn.strokes.length === 0;
  return (
    <div class="ink-pad">
      <div class="ink-area light">
        <canvas
          ref={canvas}
          class="ink-canvas"
          role="img"
          aria-label={text(mark === 'initials' ? 'initialsPad' : 'inkPad')}
        />
        <span class="ink-line" aria-hidden="true" />
        {isEmpty && mark === 'signature' && <span class="ink-hint">{text('inkHint')}</span>}
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

type Drawing = Pick<InkPadProps, 'drawn' | 'onDraw'>;
type Latest = { readonly current: Drawing };
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

interface InkDialogProps {
  readonly drafts: SigningState['drafts'];
  /** The document has boxes for initials too. */
  readonly hasInitials: boolean;
  /** The box that was pressed is taken with it. */
  readonly box: string;
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

type Faults = Readonly<Partial<Record<MarkKind, InkFault>>>;

/** Signature and initials are made once, for all boxes of their kind [D10-11]. The drafts are kept while it is closed. */
export function InkDialog({ drafts, hasInitials, box, dispatch, onClose }: InkDialogProps) {
  const text = useText();
  const marks: readonly MarkKind[] = hasInitials ? ['signature', 'initials'] : ['signature'];
  const [faults, setFaults] = useState<Faults>({});
  const body = useRef<HTMLDivElement>(null);

  const keep = (mark: MarkKind, change: Partial<InkDraft>): void => {
    setFaults({});
    dispatch({ type: 'keep_ink_draft', mark, draft: { ...drafts[mark], ...change } });
  };
  const finish = (): void => {
    const made: Partial<Record<MarkKind, InkChoice>> = {};
    const found: Partial<Record<MarkKind, InkFault>> = {};
    for (const mark of marks) {
      const ink = finishInk(drafts[mark]);
      if (typeof ink === 'string') found[mark] = ink;
      else made[mark] = ink;
    }
    const wrong = marks.find((mark) => found[mark] !== undefined);
    if (wrong !== undefined) {
      setFaults(found);
      body.current?.querySelector<HTMLElement>(`[data-mark="${wrong}"] input[type="text"]`)?.focus();
      return;
    }
    dispatch({ type: 'use_ink', made, box });
    // The phone may have been rotated.
    scrollToElement(boxElementId(box), 'center');
  };

  return (
    <Dialog
      title={text(hasInitials ? 'inkTitleBoth' : 'inkTitle')}
      shape="window"
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {text('cancel')}
          </button>
          <button type="button" class="button button-primary" onClick={finish}>
            {text(hasInitials ? 'inkUseBoth' : 'inkUse')}
          </button>
        </>
      }
    >
      <MethodSwitch
        method={drafts.signature.method}
        onChange={(method) => {
          for (const mark of marks) keep(mark, { method });
        }}
      />
      <div ref={body} class={hasInitials ? 'ink-marks' : 'ink-mark'}>
        {marks.map((mark) => (
          <MarkInput
            key={mark}
            mark={mark}
            isNamed={hasInitials}
            draft={drafts[mark]}
            fault={faults[mark] ?? null}
            onKeep={(change) => {
              keep(mark, change);
              // Both are written in one hand.
              if (change.font !== undefined && mark === 'signature' && hasInitials)
                dispatch({
                  type: 'keep_ink_draft',
                  mark: 'initials',
                  draft: { ...drafts.initials, font: change.font },
                });
            }}
            onEnter={finish}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface MarkInputProps {
  readonly mark: MarkKind;
  /** Two of them have headings. */
  readonly isNamed: boolean;
  readonly draft: InkDraft;
  readonly fault: InkFault | null;
  readonly onKeep: (change: Partial<InkDraft>) => void;
  readonly onEnter: () => void;
}

function MarkInput({ mark, isNamed, draft, fault, onKeep, onEnter }: MarkInputProps) {
  const text = useText();
  const faultId = useId();
  const name = text(mark === 'initials' ? 'yourInitials' : 'yourSignature');
  return (
    <section class={`ink-mark is-${mark}`} data-mark={mark} aria-label={isNamed ? name : undefined}>
      {isNamed && <h3>{name}</h3>}
      {draft.method === 'drawn' && (
        <InkPad mark={mark} drawn={draft.drawn} onDraw={(drawn) => onKeep({ drawn })} />
      )}
      {draft.method === 'typed' && (
        <TypedName
          mark={mark}
          name={draft.typedName}
          font={draft.font}
          isMissing={fault === 'inkNoName'}
          faultId={faultId}
          onChange={onKeep}
          onEnter={onEnter}
        />
      )}
      {draft.method === 'picture' && (
        <InkPictureInput
          name={name}
          picture={draft.picture ?? ''}
          onPicture={(picture) => onKeep({ picture })}
        />
      )}
      <p id={faultId} class="field-problem ink-fault" role="alert">
        {fault === null ? '' : text(fault)}
      </p>
    </section>
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
