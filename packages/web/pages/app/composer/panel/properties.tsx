import { Button, Icon, type IconPath } from '../../../parts/controls.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { ALIGNMENTS } from '../marks/geometry.ts';
import { iconOf, kindOf } from '../marks/kinds.ts';
import type { PlacedMark } from '../marks/mark.ts';
import { isUsed } from '../marks/marks.ts';
import { fileFieldName, selectedIds } from '../marks/selection.ts';
import { WARNING_OF_CODE } from '../marks/surroundings.ts';
import type { ControlsRef, PageControls } from '../pages/page-controls.ts';
import { useComposerContext } from '../use-composer.ts';
import { FieldProperties } from './field-properties.tsx';
import { FileFieldProperties } from './file-field-properties.tsx';
import { OwnerField } from './owner-field.tsx';
import { AllPages, AnchorOf, PlaceNumbers } from './place-properties.tsx';

interface PropertiesProps {
  readonly controls: ControlsRef;
  /** They are a sheet below the pages on small screens. */
  readonly isSheet: boolean;
}

/** Everything about what is selected: whose it is, what it is, where it is. */
export function Properties({ controls, isSheet }: PropertiesProps) {
  const text = useComposerText();
  const { placed, selection, fields } = useComposerContext();
  const name = fileFieldName(selection.active);
  const field = fields.find((one) => one.name === name);
  if (field !== undefined) return <FileFieldProperties field={field} controls={controls} isSheet={isSheet} />;
  const byId = new Map(placed.map((one) => [one.id, one]));
  const selected = selectedIds(selection).flatMap((id) => byId.get(id) ?? []);
  const [first] = selected;
  if (first === undefined) return <p class="field-hint composer-nothing">{text('nothingSelected')}</p>;
  const ids = new Set(selected.map(({ mark }) => mark.id));
  const { mark } = first;
  return (
    <div class="form composer-properties">
      <PropertiesHead selected={selected} controls={controls} isSingle={ids.size === 1} />
      <FoundProblems first={first} />
      <SharedOwner selected={selected} controls={controls} />
      {ids.size === 1 && mark.kind === 'field' && <FieldProperties key={mark.id} mark={mark} />}
      {ids.size === 1 && mark.kind !== 'field' && <AllPages first={first} controls={controls} />}
      {selected.length > 1 && <AlignTools count={selected.length} controls={controls} />}
      <PlaceNumbers first={first} controls={controls} />
      {ids.size === 1 && <AnchorOf first={first} />}
      <div class="composer-properties-actions">
        <Command icon={icons.copy} label={text('copy')} controls={controls} run={(pages) => pages.copy()} />
        <Paste controls={controls} />
        <Command
          icon={icons.plus}
          label={text('duplicate')}
          controls={controls}
          run={(pages) => pages.duplicate()}
        />
      </div>
      {!isSheet && (
        <details class="composer-more">
          <summary>{text('keyboard')}</summary>
          <p class="field-hint">{text('markHelp')}</p>
          <p class="field-hint">{text('letterHelp')}</p>
        </details>
      )}
    </div>
  );
}

interface CommandProps {
  readonly icon: IconPath;
  readonly label: string;
  readonly controls: ControlsRef;
  readonly run: (pages: PageControls) => void;
}

function Command({ icon, label, controls, run }: CommandProps) {
  return (
    <Button kind="quiet" icon={icon} onClick={() => controls.current !== null && run(controls.current)}>
      {label}
    </Button>
  );
}

function Paste({ controls }: { readonly controls: ControlsRef }) {
  const text = useComposerText();
  const { copied } = useComposerContext();
  if (copied.length === 0) return null;
  return (
    <Command icon={icons.file} label={text('pasteHere')} controls={controls} run={(pages) => pages.paste()} />
  );
}

interface SelectedProps {
  readonly selected: readonly PlacedMark[];
  readonly controls: ControlsRef;
}

function PropertiesHead({ selected, controls, isSingle }: SelectedProps & { readonly isSingle: boolean }) {
  const text = useComposerText();
  const [first] = selected;
  if (first === undefined) return null;
  const kind = kindOf(first.mark);
  return (
    <div class="composer-properties-head">
      <h2>
        {isSingle && <Icon path={iconOf(kind)} />}
        {isSingle ? text(`kind_${kind}`) : text('selectedMarks', { count: selected.length })}
      </h2>
      <Button kind="quiet" icon={icons.trash} onClick={() => controls.current?.remove()}>
        {text('removeMark')}
      </Button>
    </div>
  );
}

/** What the service has found, also of a mark on a page that does not exist. */
function FoundProblems({ first }: { readonly first: PlacedMark }) {
  const text = useComposerText();
  const { serverProblems } = useComposerContext();
  const found = serverProblems.filter(({ place }) => place.kind === 'mark' && place.id === first.id);
  const sentences = found.map(({ code, message }) => {
    const warning = WARNING_OF_CODE.get(code);
    return warning === undefined ? message : text(`box_${warning}`);
  });
  return [...new Set(sentences)].map((sentence) => (
    <p key={sentence} class="field-problem">
      {sentence}
    </p>
  ));
}

function SharedOwner({ selected, controls }: SelectedProps) {
  const owners = new Set(selected.map(({ mark }) => mark.owner));
  const [owner = null] = owners;
  return (
    <OwnerField
      owner={owners.size === 1 ? owner : ''}
      mayOwn={(signee) => selected.some(({ mark }) => isUsed(mark, signee))}
      onOwner={(key) => key !== null && controls.current?.giveTo(key)}
    />
  );
}

interface AlignToolsProps {
  readonly count: number;
  readonly controls: ControlsRef;
}

function AlignTools({ count, controls }: AlignToolsProps) {
  const text = useComposerText();
  const run = (command: (pages: PageControls) => void) => () => {
    if (controls.current !== null) command(controls.current);
  };
  return (
    <fieldset class="composer-align">
      <legend>{text('align')}</legend>
      {ALIGNMENTS.map((alignment) => (
        <Button key={alignment} kind="quiet" onClick={run((pages) => pages.align(alignment))}>
          {text(`align_${alignment}`)}
        </Button>
      ))}
      <Button kind="quiet" onClick={run((pages) => pages.matchSize())}>
        {text('sameSize')}
      </Button>
      {count > 2 &&
        (['horizontal', 'vertical'] as const).map((direction) => (
          <Button key={direction} kind="quiet" onClick={run((pages) => pages.distribute(direction))}>
            {text(`distribute_${direction}`)}
          </Button>
        ))}
    </fieldset>
  );
}
