import { Icon } from '../parts/controls.tsx';
import * as icons from '../parts/icons.ts';
import { useEnterText } from '../parts/texts.tsx';

/** The lines stand for the text of a page: width in percent of the page. */
const LINES = [48, 100, 96, 100, 72, 100, 92, 100, 58] as const;
/** A name in handwriting, drawn on 96 x 32. */
const INK =
  'M4 25c6-8 9-19 13-20 4-1-3 19 1 19 4 0 6-12 9-12 3 0-1 11 2 11s4-8 7-8 0 8 3 8 4-5 6-9c3-6 5-10 7-9 3 1-4 18-1 18s6-9 9-9-1 8 2 8 6-6 9-6 2 4 5 4 6-3 9-4';

/** Shows a document with one of two signatures, as the pages of documents do. What it says is said by the text beside it. */
export function ProductPicture() {
  const text = useEnterText();
  return (
    <div class="product-picture" aria-hidden="true">
      <div class="product-page light">
        {LINES.map((width, index) => (
          <span key={index} class="product-line" style={{ width: `${width}%` }} />
        ))}
        <div class="product-boxes">
          <span class="product-box is-signed">
            <svg viewBox="0 0 96 32" aria-hidden="true" focusable="false">
              <path d={INK} />
            </svg>
            Anna Ek
          </span>
          <span class="product-box is-next">{text('pictureSignHere')}</span>
        </div>
      </div>
      <ul class="product-people">
        <Person name="Anna Ek" state={text('pictureSigned')} isSigned />
        <Person name="Ola Nordström" state={text('pictureNext')} isSigned={false} />
      </ul>
    </div>
  );
}

interface PersonProps {
  readonly name: string;
  readonly state: string;
  readonly isSigned: boolean;
}

function Person({ name, state, isSigned }: PersonProps) {
  const mood = isSigned ? 'is-good' : 'is-mark';
  return (
    <li>
      <span class={`product-mark ${mood}`}>{isSigned ? <Icon path={icons.check} /> : 2}</span>
      <span class="product-name">{name}</span>
      <span class={`badge ${mood}`}>{state}</span>
    </li>
  );
}
