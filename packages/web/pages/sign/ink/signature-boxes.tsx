import type { PageText } from '@countersign/i18n/page-text';
import {
  layOutStamp,
  MIN_NAME_SIZE_SHARE,
  NAME_SIZE_STEP,
  type SignatureFont,
} from '@countersign/seal/layout';
import type { OtherBox, PlacedBox, SigningView } from '@countersign/signing';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { placeOnPage, type Size, toPixels } from '../../document/page-scale.ts';
import { Icon } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import type { PageLayers } from '../document-view.tsx';
import type { SigningAction, SigningState } from '../finish/signing-state.ts';
import { boxKey, type MarkKind } from '../finish/steps.ts';
import { useText } from '../parts.tsx';
import type { InkChoice, TypedInk } from './ink-choice.ts';

interface SignatureBoxesProps {
  readonly view: SigningView;
  readonly page: number;
  /** The scale is in CSS pixels per point. */
  readonly scale: number;
  readonly layers: PageLayers;
}

/** The guide scrolls to the box with this key. */
export function boxElementId(key: string): string {
  return `own-box-${encodeURIComponent(key)}`;
}

function markOf({ type }: PlacedBox): MarkKind {
  return type === 'initials' ? 'initials' : 'signature';
}

/** What was made is used at once; the dialog makes it, or changes it in a box that was taken. */
export function pressBox({ inks, taken }: SigningState, mark: MarkKind, box: string): SigningAction {
  if (inks[mark] !== null && !taken.has(box)) return { type: 'take', boxes: [box] };
  return { type: 'open', dialog: { kind: 'ink', box } };
}

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
          <div
            key={`${box.id}-${box.x}-${box.y}`}
            class="other-box"
            style={{ ...placeOnPage(box, scale), fontSize: toPixels(MAX_OTHER_TEXT) }}
          >
            <span>{text('idPicture')}</span>
          </div>
        ))}
      {view.boxes
        .filter((box) => box.page === page && box.type !== 'id_scan')
        .map((box) => (
          <OwnBox
            key={boxKey(box)}
            box={box}
            scale={scale}
            ink={layers.state.taken.has(boxKey(box)) ? layers.state.inks[markOf(box)] : null}
            onPress={() =>
              layers.dispatch(
                view.hasInk
                  ? pressBox(layers.state, markOf(box), boxKey(box))
                  : { type: 'open', dialog: { kind: 'review' } },
              )
            }
          />
        ))}
    </>
  );
}

interface OwnBoxProps {
  readonly box: PlacedBox;
  readonly scale: number;
  readonly ink: InkChoice | null;
  readonly onPress: () => void;
}

/** "Sign here" takes this share of the box, and the names of others less. */
const TEXT_SHARE = 0.3;
const OTHER_TEXT_SHARE = 0.25;
/** CSS pixels. */
const MAX_OTHER_TEXT = 14;

function OwnBox({ box, scale, ink, onPress }: OwnBoxProps) {
  const text = useText();
  const id = boxElementId(boxKey(box));
  const isInitials = box.type === 'initials';
  const style = { ...placeOnPage(box, scale), fontSize: toPixels(box.height * scale * TEXT_SHARE) };
  if (ink === null) {
    return (
      <button
        type="button"
        id={id}
        class="sign-box sign-box-open"
        style={style}
        aria-haspopup="dialog"
        onClick={onPress}
      >
        <Icon path={icons.pen} />
        <span>{text(isInitials ? 'initials' : 'signHere')}</span>
      </button>
    );
  }
  const change = text(isInitials ? 'changeInitials' : 'changeSignature');
  return (
    <button
      type="button"
      id={id}
      class="sign-box sign-box-done"
      style={style}
      aria-label={ink.kind === 'typed' ? `${ink.typedName}: ${change}` : change}
      aria-haspopup="dialog"
      onClick={onPress}
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
  const isInitials = box.type === 'initials';
  const layout = layOutStamp(box);
  const place = (area: typeof layout.ink) =>
    placeOnPage({ ...area, page: box.page, y: box.height - area.y - area.height }, scale);
  const inkSize: Size = { width: layout.ink.width * scale, height: layout.ink.height * scale };
  return (
    <>
      <span class="stamp-ink" style={place(layout.ink)}>
        {ink.kind === 'typed' ? (
          <FittedName ink={ink} area={inkSize} />
        ) : (
          <InkPicture ink={ink} mark={markOf(box)} />
        )}
      </span>
      {!isInitials && (
        <span
          class="stamp-facts"
          style={{ ...place(layout.facts), fontSize: toPixels(FACTS_SIZE * scale) }}
          data-text={text('stampFacts')}
        />
      )}
    </>
  );
}

/** The picture is as large as its container. */
export function InkPicture({ ink, mark }: { readonly ink: InkChoice; readonly mark: MarkKind }) {
  const text = useText();
  if (ink.kind === 'typed') {
    return (
      <span class="ink-typed" style={{ fontFamily: fontFamily(ink.font) }}>
        {ink.typedName}
      </span>
    );
  }
  return (
    <img
      class="ink-drawn"
      src={ink.picture}
      alt={text(mark === 'initials' ? 'yourInitials' : 'yourSignature')}
    />
  );
}

function describeOther({ label: name = '', type }: OtherBox, isSigned: boolean, text: PageText): string {
  if (type === 'initials') return text('initialsOf', { name: name || text('anotherPerson') });
  if (name === '') return text(isSigned ? 'boxSignedByOther' : 'boxOfOther');
  return text(isSigned ? 'boxSignedBy' : 'boxOf', { name });
}

function OtherSignatureBox({ box, scale }: { readonly box: OtherBox; readonly scale: number }) {
  const text = useText();
  const isPicture = box.type === 'id_scan';
  const isSigned = box.signatureStatus === 'signed' && !isPicture;
  const label = isPicture ? text('idPictureOfOther') : describeOther(box, isSigned, text);
  const size = Math.min(box.height * scale * OTHER_TEXT_SHARE, MAX_OTHER_TEXT);
  return (
    <div
      class={`other-box ${isSigned ? 'is-signed' : ''}`}
      style={{ ...placeOnPage(box, scale), fontSize: toPixels(size) }}
    >
      {isSigned && <Icon path={icons.check} />}
      <span>{label}</span>
    </div>
  );
}

/** The name is measured at this size. */
const PROBE_SIZE = 100;

/** Returns the size of the wrapped name in CSS pixels. */
type MeasureName = (fontSize: number) => Size;

/** Elements tell their sizes in whole pixels. */
const ROUNDING = 0.5;

/** Sizes are in CSS pixels. */
function fitNameSize(area: Size, lineHeight: number, measure: MeasureName): number {
  const largest = area.height / lineHeight;
  const smallest = largest * MIN_NAME_SIZE_SHARE;
  for (let size = largest; size >= smallest; size *= NAME_SIZE_STEP) {
    const { width, height } = measure(size);
    if (width <= area.width + ROUNDING && height <= area.height + ROUNDING) return size;
  }
  return smallest;
}

/** Fits a block that wraps. */
function fitName(element: HTMLElement, area: Size): void {
  const measure: MeasureName = (fontSize) => {
    element.style.fontSize = `${fontSize}px`;
    return { width: element.scrollWidth, height: element.offsetHeight };
  };
  element.style.whiteSpace = 'nowrap';
  const lineHeight = measure(PROBE_SIZE).height / PROBE_SIZE;
  element.style.whiteSpace = '';
  element.style.fontSize = `${fitNameSize(area, lineHeight, measure)}px`;
}

/** The families of signature-fonts.css are loaded on first use. */
const FAMILIES: Readonly<Record<SignatureFont, string>> = {
  'dancing-script': 'Dancing Script',
  caveat: 'Caveat',
  'marck-script': 'Marck Script',
};

/** The name looks as it will be stamped. */
export function fontFamily(font: SignatureFont): string {
  return `"${FAMILIES[font]}", "Noto Sans", system-ui, sans-serif`;
}

interface FittedNameProps {
  readonly ink: TypedInk;
  /** The area is in CSS pixels. */
  readonly area: Size;
}

/** The name is fitted again when the font is loaded. */
function FittedName({ ink: { typedName, font }, area: { width, height } }: FittedNameProps) {
  const element = useRef<HTMLSpanElement>(null);
  const family = fontFamily(font);
  useLayoutEffect(() => {
    const fit = (): void => {
      if (element.current !== null) fitName(element.current, { width, height });
    };
    fit();
    // The fallback font is measured until then.
    document.fonts.load(`16px ${family}`, typedName).then(fit, fit);
  }, [typedName, family, width, height]);
  return (
    <span ref={element} class="ink-typed ink-fitted" style={{ fontFamily: family }}>
      {typedName}
    </span>
  );
}
