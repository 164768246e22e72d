import { layOutStamp } from '@countersign/seal/layout';
import type { OtherBox, PlacedBox, SigningView } from '@countersign/signing';
import { placeOnPage, type Size, toPixels } from '../../document/page-scale.ts';
import { Icon } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import type { PageLayers } from '../document-view.tsx';
import { useText } from '../parts.tsx';
import type { InkChoice } from './ink-choice.ts';
import { FittedName, fontFamily } from './typed-name.tsx';

interface SignatureBoxesProps {
  readonly view: SigningView;
  readonly page: number;
  /** The scale is in CSS pixels per point. */
  readonly scale: number;
  readonly layers: PageLayers;
}

/** The guide scrolls to the first box. */
export const OWN_BOX_ID = 'own-signature-box';

/** The boxes of other people are shown too. */
export function SignatureBoxes({ view, page, scale, layers }: SignatureBoxesProps) {
  const text = useText();
  return (
    <>
      {view.otherBoxes
        .filter((box) => box.page === page)
        .map((box) => (
          <OtherSignatureBox key={`${box.id}-${box.x}-${box.y}`} box={box} scale={scale} />
        ))}
      {view.boxes
        .filter((box) => box.page === page && box.type === 'id_scan')
        .map((box) => (
          <div key={`${box.id}-${box.x}-${box.y}`} class="other-box" style={placeOnPage(box, scale)}>
            <span>{text('idPicture')}</span>
          </div>
        ))}
      {view.boxes
        .filter(({ type }) => type === 'signature')
        .map((box, index) =>
          box.page === page ? (
            <OwnBox
              key={`${box.id}-${box.x}-${box.y}`}
              id={index === 0 ? OWN_BOX_ID : `${OWN_BOX_ID}-${index}`}
              box={box}
              scale={scale}
              ink={layers.state.ink}
              onOpen={() =>
                layers.dispatch({ type: 'open', dialog: { kind: view.hasInk ? 'ink' : 'review' } })
              }
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

/** "Sign here" takes this share of the box. */
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
        <Icon path={icons.pen} />
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
      aria-label={
        ink.kind === 'typed' ? `${ink.typedName}: ${text('changeSignature')}` : text('changeSignature')
      }
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <StampPreview box={box} scale={scale} ink={ink} />
    </button>
  );
}

/** The facts have this size in points in most boxes. */
const FACTS_SIZE = 7;

/** The signature is shown as it will be stamped, with a placeholder for the facts. */
function StampPreview({ box, scale, ink }: Pick<OwnBoxProps, 'box' | 'scale'> & { readonly ink: InkChoice }) {
  const text = useText();
  const layout = layOutStamp(box);
  const place = (area: typeof layout.ink) =>
    placeOnPage({ ...area, page: box.page, y: box.height - area.y - area.height }, scale);
  const inkSize: Size = { width: layout.ink.width * scale, height: layout.ink.height * scale };
  return (
    <>
      <span class="stamp-ink" style={place(layout.ink)}>
        {ink.kind === 'typed' ? <FittedName ink={ink} area={inkSize} /> : <InkPicture ink={ink} />}
      </span>
      <span
        class="stamp-facts"
        style={{ ...place(layout.facts), fontSize: toPixels(FACTS_SIZE * scale) }}
        data-text={text('stampFacts')}
      />
    </>
  );
}

/** The picture is as large as its container. */
export function InkPicture({ ink }: { readonly ink: InkChoice }) {
  const text = useText();
  if (ink.kind === 'typed') {
    return (
      <span class="ink-typed" style={{ fontFamily: fontFamily(ink.font) }}>
        {ink.typedName}
      </span>
    );
  }
  return <img class="ink-drawn" src={ink.picture} alt={text('yourSignature')} />;
}

function OtherSignatureBox({ box, scale }: { readonly box: OtherBox; readonly scale: number }) {
  const text = useText();
  const isPicture = box.type === 'id_scan';
  const isSigned = box.signatureStatus === 'signed' && !isPicture;
  const nameless = isSigned ? 'boxSignedByOther' : 'boxOfOther';
  const name = box.label ?? '';
  const ofSignature = name === '' ? text(nameless) : text(isSigned ? 'boxSignedBy' : 'boxOf', { name });
  const label = isPicture ? text('idPictureOfOther') : ofSignature;
  return (
    <div class={`other-box ${isSigned ? 'is-signed' : ''}`} style={placeOnPage(box, scale)}>
      {isSigned && <Icon path={icons.check} />}
      <span>{label}</span>
    </div>
  );
}
