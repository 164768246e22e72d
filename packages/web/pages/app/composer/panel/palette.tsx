import { useRef, useState } from 'preact/hooks';
import { Button, Icon } from '../../../parts/controls.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { iconOf, KIND_OF_KEY, type Kind, paletteFor } from '../marks/kinds.ts';
import { personName } from '../pages/mark-view.tsx';
import type { ControlsRef } from '../pages/page-controls.ts';
import { toneOf } from '../problems.ts';
import { useComposerContext } from '../use-composer.ts';

interface PaletteProps {
  readonly controls: ControlsRef;
  /** Small screens show everything in one row. */
  readonly isRow: boolean;
  readonly onAnchor: () => void;
}

/** What can be placed for the chosen person: dragged, or pressed before the page is. */
export function Palette({ controls, isRow, onAnchor }: PaletteProps) {
  const text = useComposerText();
  const { person, draft, capabilities, tool, arePagesOpen } = useComposerContext();
  const [hasMore, setMore] = useState(false);
  const index = draft.signees.findIndex(({ key }) => key === person?.key);
  if (person === null) return null;
  const { main, more } = paletteFor(person, capabilities);
  const name = personName(text, { owner: person, index });
  const kinds = isRow || hasMore ? [...main, ...more] : main;
  return (
    <section
      class={`composer-section composer-palette tone-${toneOf(index)}${isRow ? ' is-row' : ''}`}
      aria-labelledby="composer-palette"
    >
      <h2 id="composer-palette" class={isRow ? 'visually-hidden' : undefined}>
        {text('fieldsFor', { name })}
      </h2>
      <div class="composer-kinds">
        {kinds.map((kind) => (
          <KindButton key={kind} kind={kind} name={name} controls={controls} />
        ))}
        {!isRow && (
          <button
            type="button"
            class="composer-kind is-more"
            aria-expanded={hasMore}
            onClick={() => setMore(!hasMore)}
          >
            <Icon path={icons.more} />
            <span>{text(hasMore ? 'fewerKinds' : 'moreKinds')}</span>
          </button>
        )}
      </div>
      <div class="composer-palette-actions">
        {main.includes('initials') && (
          <Button
            icon={icons.allPages}
            aria-disabled={!arePagesOpen}
            onClick={() => controls.current?.place('initials', true)}
          >
            {text('initialsOnAll')}
          </Button>
        )}
        <Button icon={icons.anchor} aria-disabled={!arePagesOpen} onClick={() => arePagesOpen && onAnchor()}>
          {text('placeByText')}
        </Button>
      </div>
      {!isRow && (
        <p class="field-hint" role="status">
          {tool === null ? text('paletteHelp') : text('toolHelp', { kind: text(`kind_${tool}`) })}
        </p>
      )}
    </section>
  );
}

interface KindButtonProps {
  readonly kind: Kind;
  readonly name: string;
  readonly controls: ControlsRef;
}

const KEY_OF_KIND: ReadonlyMap<Kind, string> = new Map([...KIND_OF_KEY].map(([key, kind]) => [kind, key]));

/** The button is also the handle to drag. By keyboard it places at once, in free space of the current page. */
function KindButton({ kind, name, controls }: KindButtonProps) {
  const text = useComposerText();
  const { tool, setTool, arePagesOpen } = useComposerContext();
  const wasDragged = useRef(false);
  const label = text(`kind_${kind}`);
  const isChosen = tool === kind;
  return (
    <button
      type="button"
      class={`composer-kind${isChosen ? ' is-chosen' : ''}`}
      aria-label={text('placeKind', { kind: label, name })}
      aria-pressed={isChosen}
      aria-disabled={!arePagesOpen}
      aria-keyshortcuts={KEY_OF_KIND.get(kind)?.toUpperCase()}
      onPointerDown={(event) => {
        wasDragged.current = false;
        // A finger scrolls the row, and presses the page afterwards.
        if (event.pointerType === 'touch') return;
        controls.current?.startPlacing(event, kind, () => {
          wasDragged.current = true;
        });
      }}
      onClick={(event) => {
        if (!arePagesOpen) return;
        // A key press has no detail. A drag that ends here is a click too.
        if (event.detail === 0) controls.current?.place(kind);
        else if (!wasDragged.current) setTool(isChosen ? null : kind);
      }}
    >
      <Icon path={iconOf(kind)} />
      <span>{label}</span>
    </button>
  );
}
