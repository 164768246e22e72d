import type { PlacedBox, SigningView } from '@countersign/signing';
import type { PageLayers } from '../document/page-layers.ts';
import { placeOnPage, toPixels } from '../document/page-scale.ts';
import { Icon } from '../parts/icon.tsx';
import { useText } from '../text/text-context.ts';
import type { InkChoice } from './ink-choice.ts';

interface SignatureBoxesProps {
  readonly view: SigningView;
  readonly page: number;
  /** CSS pixels per point. */
  readonly scale: number;
  readonly layers: PageLayers;
}

/** Id of the signee's first box: where the guide leads. */
export const OWN_BOX_ID = 'own-signature-box';

/** Where people sign on one page: the signee's own boxes to act on, the others' to know of. */
export function SignatureBoxes({ view, page, scale, layers }: SignatureBoxesProps) {
  return (
    <>
      {view.otherBoxes
        .filter((box) => box.page === page)
        .map((box) => (
          <OtherBox key={`${box.id}-${box.x}-${box.y}`} box={box} scale={scale} />
        ))}
      {view.boxes.map((box, index) =>
        box.page === page ? (
          <OwnBox
            key={`${box.id}-${box.x}-${box.y}`}
            id={index === 0 ? OWN_BOX_ID : `${OWN_BOX_ID}-${index}`}
            box={box}
            scale={scale}
            ink={layers.state.ink}
            onOpen={() => layers.dispatch({ type: 'open', dialog: { kind: 'ink' } })}
          />
        ) : null,
      )}
    </>
  );
}

interface OwnBoxProps {
  readonly id: string;
  readonly box: PlacedBox;
  readonly scale: number;
  readonly ink: InkChoice | null;
  readonly onOpen: () => void;
}

/** Share of the box's height that typed ink and the words "Sign here" take. */
const TEXT_SHARE = 0.3;

function OwnBox({ id, box, scale, ink, onOpen }: OwnBoxProps) {
  const text = useText();
  const style = { ...placeOnPage(box, scale), fontSize: toPixels(box.height * scale * TEXT_SHARE) };
  if (ink === null) {
    return (
      <button
        type="button"
        id={id}
        class="sign-box sign-box-open"
        style={style}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        <Icon name="pen" />
        <span>{text('signHere')}</span>
      </button>
    );
  }
  return (
    <button
      type="button"
      id={id}
      class="sign-box sign-box-done"
      style={style}
      aria-label={text('changeSignature')}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <InkPicture ink={ink} />
    </button>
  );
}

/** The ink as it will be stamped. */
export function InkPicture({ ink }: { readonly ink: InkChoice }) {
  const text = useText();
  if (ink.kind === 'typed') return <span class="ink-typed">{ink.typedName}</span>;
  return <img class="ink-drawn" src={ink.picture} alt={text('yourSignature')} />;
}

function OtherBox({ box, scale }: { readonly box: PlacedBox; readonly scale: number }) {
  const text = useText();
  const label = box.label === undefined ? text('boxOfOther') : text('boxOf', { name: box.label });
  return (
    <div class="other-box" style={placeOnPage(box, scale)}>
      <span>{label}</span>
    </div>
  );
}
