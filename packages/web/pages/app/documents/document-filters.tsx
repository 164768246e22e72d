import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button, Icon } from '../../parts/controls.tsx';
import { TextField } from '../../parts/field.tsx';
import { useLoaded } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { useDocumentsText } from '../../parts/texts.tsx';
import { navigate, useApp } from '../router.ts';
import { LABELS_PATH, type LabelCounts } from './label-dialog.tsx';
import { addressOf, isFiltered, type ListQuery } from './model.tsx';

/** The list is searched after this pause. */
const TYPING_PAUSE = 350;

interface DocumentFiltersProps {
  readonly query: ListQuery;
  /** A change reads the labels again. */
  readonly version: number;
}

/** Searches after a pause, and at once with Enter. */
export function DocumentFilters({ query, version }: DocumentFiltersProps) {
  const text = useDocumentsText();
  const [search, setSearch] = useState(query.search);
  const shown = useRef(query.search.trim());
  const show = (changes: Partial<ListQuery>) => {
    const next = { ...query, search, ...changes };
    shown.current = next.search.trim();
    navigate(addressOf(next), { replace: true });
  };

  useEffect(() => {
    // A link or the way back has led to another search.
    if (query.search.trim() !== shown.current) {
      shown.current = query.search.trim();
      setSearch(query.search);
      return;
    }
    if (search.trim() === query.search.trim()) return;
    const timer = setTimeout(() => show({}), TYPING_PAUSE);
    return () => clearTimeout(timer);
  });

  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers have no search element.
    <form
      class="document-filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        show({});
      }}
    >
      <SearchBox value={search} onValue={setSearch} />
      <LabelFilter query={query} version={version} onChange={show} />
      <DayFilters query={query} onChange={show} />
      {isFiltered(query) && (
        <Button
          kind="quiet"
          icon={icons.close}
          onClick={() => {
            setSearch('');
            show({ search: '', from: '', to: '', label: '' });
          }}
        >
          {text('clearFilters')}
        </Button>
      )}
    </form>
  );
}

interface SearchBoxProps {
  readonly value: string;
  readonly onValue: (search: string) => void;
}

function SearchBox({ value, onValue }: SearchBoxProps) {
  const text = useDocumentsText();
  const id = useId();
  return (
    <div class="search-box">
      <Icon path={icons.search} />
      <label class="visually-hidden" for={id}>
        {text('searchLabel')}
      </label>
      <input
        id={id}
        class="text-input"
        type="search"
        maxLength={255}
        placeholder={text('searchHint')}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </div>
  );
}

interface DayFiltersProps {
  readonly query: ListQuery;
  readonly onChange: (changes: Partial<ListQuery>) => void;
}

function DayFilters({ query: { from, to }, onChange }: DayFiltersProps) {
  const text = useDocumentsText();
  return (
    <details class="day-filters" open={from !== '' || to !== ''}>
      <summary>{text('moreFilters')}</summary>
      <div class="day-fields">
        <TextField
          type="date"
          label={text('fromDay')}
          value={from}
          onValue={(day) => onChange({ from: day })}
        />
        <TextField type="date" label={text('toDay')} value={to} onValue={(day) => onChange({ to: day })} />
      </div>
    </details>
  );
}

interface LabelFilterProps extends DayFiltersProps {
  readonly version: number;
}

/** There is no filter before there is a label. */
function LabelFilter({ query, version, onChange }: LabelFilterProps) {
  const text = useDocumentsText();
  const { api } = useApp();
  const { state, reload } = useLoaded(() => api.get<LabelCounts>(LABELS_PATH), LABELS_PATH);
  useEffect(() => {
    if (version > 0) void reload();
  }, [version, reload]);
  const known = state.kind === 'ready' ? state.value.labels : [];
  const chosen = query.label.trim();
  const isKnown = known.some(({ label }) => label.toLowerCase() === chosen.toLowerCase());
  const unknown = chosen === '' || isKnown ? [] : [{ label: chosen, count: 0 }];
  const options = [...unknown, ...known];
  if (options.length === 0) return null;
  return (
    <select
      class="text-input label-filter"
      aria-label={text('labelFilter')}
      value={known.find(({ label }) => label.toLowerCase() === chosen.toLowerCase())?.label ?? chosen}
      onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
    >
      <option value="">{text('allLabels')}</option>
      {options.map(({ label, count }) => (
        <option key={label} value={label}>
          {text('labelWithCount', { label, count })}
        </option>
      ))}
    </select>
  );
}
