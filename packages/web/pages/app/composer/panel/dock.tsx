import { Icon } from '../../../parts/controls.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import type { ControlsRef } from '../pages/page-controls.ts';
import { toneOf } from '../problems.ts';
import { useComposerContext } from '../use-composer.ts';
import { usePeople } from './owner-field.tsx';
import { Palette } from './palette.tsx';

interface DockProps {
  readonly controls: ControlsRef;
}

/** People and palette of small screens: a tap chooses, and a tap on the page places. */
export function Dock({ controls }: DockProps) {
  const text = useComposerText();
  const { person, setPerson, part, setPart, tool, setTool } = useComposerContext();
  const people = usePeople();
  const toggle = (wanted: 'people' | 'document') => setPart(part === wanted ? null : wanted);
  return (
    <div class="composer-dock">
      <div class="composer-dock-people">
        <button
          type="button"
          class="composer-dock-part"
          aria-expanded={part === 'people'}
          onClick={() => toggle('people')}
        >
          <Icon path={icons.users} />
          <span>{text('signees')}</span>
        </button>
        <fieldset class="composer-chips">
          <legend class="visually-hidden">{text('boxOwner')}</legend>
          {people.map(({ signee, index, name }) => (
            <button
              key={signee.key}
              type="button"
              class={`composer-chip tone-${toneOf(index)}`}
              aria-pressed={person?.key === signee.key}
              onClick={() => setPerson(signee.key)}
            >
              <span class="composer-dot" aria-hidden="true">
                {index + 1}
              </span>
              {name}
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          class="composer-dock-part"
          aria-expanded={part === 'document'}
          onClick={() => toggle('document')}
        >
          <Icon path={icons.settings} />
          <span>{text('tab_document')}</span>
        </button>
      </div>
      {people.length === 0 && part !== 'people' && <p class="field-hint">{text('noSignees')}</p>}
      {tool === null ? (
        <Palette controls={controls} isRow onAnchor={() => setPart('anchor')} />
      ) : (
        <p class="composer-dock-tool">
          <span>{text('toolHelp', { kind: text(`kind_${tool}`) })}</span>
          <button type="button" class="link-button" onClick={() => setTool(null)}>
            {text('endTool')}
          </button>
        </p>
      )}
    </div>
  );
}
