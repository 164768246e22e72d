import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { navigate } from '../router.ts';
import { addressOf, isFiltered, type ListQuery } from './list-query.ts';
import { useDocumentsText } from './text.ts';

/** Milliseconds without a key before the list is searched. */
const TYPING_PAUSE = 350;

/** Search and days. What is typed is searched after a pause, and at once with Enter. */
export function DocumentFilters({ query }: { readonly query: ListQuery }) {
  const text = useDocumentsText();
  const id = useId();
  const [search, setSearch] = useState(query.search);
  const shown = useRef(query.search.trim());
  const show = (changes: Partial<ListQuery>) => {
    const next = { ...query, search, ...changes };
    shown.current = next.search.trim();
    navigate(addressOf(next), { replace: true });
  };

  useEffect(() => {
    // A link or the way back led to another search.
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
      <div class="search-box">
        <Icon name="search" />
        <label class="visually-hidden" for={id}>
          {text('searchLabel')}
        </label>
        <input
          id={id}
          class="text-input"
          type="search"
          maxLength={255}
          placeholder={text('searchHint')}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      <details class="day-filters" open={query.from !== '' || query.to !== ''}>
        <summary>{text('moreFilters')}</summary>
        <div class="day-fields">
          <TextField
            type="date"
            label={text('fromDay')}
            value={query.from}
            onValue={(from) => show({ from })}
          />
          <TextField type="date" label={text('toDay')} value={query.to} onValue={(to) => show({ to })} />
        </div>
      </details>
      {isFiltered(query) && (
        <Button
          kind="quiet"
          icon="close"
          onClick={() => {
            setSearch('');
            show({ search: '', from: '', to: '' });
          }}
        >
          {text('clearFilters')}
        </Button>
      )}
    </form>
  );
}
