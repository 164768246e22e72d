import { MAX_TEXT_MATCHES } from '@countersign/signing/limits';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { OpenedPdf } from '../../../document/open-pdf.ts';
import { Button, Icon } from '../../../parts/controls.tsx';
import { CheckField, SelectField, TextField } from '../../../parts/field.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { iconOf, type Kind, paletteFor, startSize } from '../marks/kinds.ts';
import { type Mark, type Place, placeId, UNKNOWN_PAGE } from '../marks/mark.ts';
import { putMark } from '../marks/marks.ts';
import { selectOnly } from '../marks/selection.ts';
import { makeNamedMark } from '../pages/drag.ts';
import type { ControlsRef } from '../pages/page-controls.ts';
import { useComposerContext } from '../use-composer.ts';
import { findText, settleAnchors, type TextMatch, type TextSource } from './find-text.ts';

interface AnchorPanelProps {
  readonly pdf: OpenedPdf;
  readonly controls: ControlsRef;
  readonly onClose: () => void;
}

const WHERE = ['after', 'below', 'over'] as const;
type Where = (typeof WHERE)[number];
/** Points between a text and what is placed at it. */
const GAP = 4;

/** Finds a text on all pages, shows where it is, and places a mark at each match that is chosen. */
export function AnchorPanel({ pdf, controls, onClose }: AnchorPanelProps) {
  const text = useComposerText();
  const composer = useComposerContext();
  const { person, capabilities, matches } = composer;
  const [wanted, setWanted] = useState('');
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [kind, setKind] = useState<Kind>('signature');
  const [where, setWhere] = useState<Where>('after');
  const { isSearching, hasFailed } = useSearch(pdf, wanted);
  if (person === null) return null;
  const { main, more } = paletteFor(person, capabilities);
  const kinds = [...main, ...more];
  const chosen = matches.filter(({ occurrence }) => !left.has(occurrence));
  const place = () => {
    const marks: Mark[] = [];
    let { draft } = composer;
    for (const match of chosen) {
      const made = makeNamedMark({ ...composer, draft, person, text }, kind, match.page);
      const anchored = anchoredAt(made, match, wanted.trim(), where);
      draft = putMark(draft, anchored);
      marks.push(anchored);
    }
    const placed = draft;
    composer.change(() => placed);
    composer.setSelection(selectOnly(marks.map((mark) => placeId(mark))));
    onClose();
  };
  return (
    <div class="form composer-anchors">
      <div class="composer-properties-head">
        <h2>
          <Icon path={icons.anchor} />
          {text('placeByText')}
        </h2>
        <button type="button" class="icon-button" aria-label={text('close')} onClick={onClose}>
          <Icon path={icons.close} />
        </button>
      </div>
      <TextField
        label={text('anchorWanted')}
        hint={text('anchorHint')}
        value={wanted}
        autofocus
        autocomplete="off"
        onValue={(entered) => {
          setWanted(entered);
          setLeft(new Set());
        }}
      />
      <p class="composer-anchor-count" role="status">
        {wanted.trim() === ''
          ? ''
          : isSearching
            ? text('anchorSearching')
            : hasFailed
              ? text('anchorFailed')
              : text('anchorFound', { count: matches.length })}
      </p>
      <ul class="composer-matches">
        {matches.slice(0, MAX_TEXT_MATCHES).map(({ occurrence, page, line }) => (
          <li key={occurrence}>
            <CheckField
              label={
                <>
                  <b>{text('currentPage', { page: page + 1 })}</b> {line}
                </>
              }
              isChecked={!left.has(occurrence)}
              onChange={(isChecked) => {
                controls.current?.scrollToPage(page);
                setLeft(
                  new Set(isChecked ? [...left].filter((one) => one !== occurrence) : [...left, occurrence]),
                );
              }}
            />
          </li>
        ))}
      </ul>
      <SelectField
        label={text('anchorKind')}
        value={kind}
        choices={kinds.map((value) => ({ value, label: text(`kind_${value}`) }))}
        onValue={(value) => setKind(kinds.find((one) => one === value) ?? kind)}
      />
      <SelectField
        label={text('anchorWhere')}
        value={where}
        choices={WHERE.map((value) => ({ value, label: text(`anchor_${value}`) }))}
        onValue={(value) => setWhere(WHERE.find((one) => one === value) ?? where)}
      />
      {chosen.length > 0 && (
        <Button kind="plain" icon={iconOf(kind)} onClick={place}>
          {text('anchorPlace', { count: chosen.length })}
        </Button>
      )}
    </div>
  );
}

/** Milliseconds that a person who types pauses. */
const PAUSE_MS = 250;

/** The pages show the matches while the panel is open. */
function useSearch(
  pdf: OpenedPdf,
  wanted: string,
): { readonly isSearching: boolean; readonly hasFailed: boolean } {
  const { setMatches } = useComposerContext();
  const source = useTextSource(pdf);
  const [state, setState] = useState<'done' | 'searching' | 'failed'>('done');
  useEffect(() => {
    const abort = new AbortController();
    const search = async () => {
      let all: readonly TextMatch[] = [];
      for await (const found of findText(source, wanted, abort.signal)) {
        all = [...all, ...found];
        setMatches(all);
      }
      if (!abort.signal.aborted) setState('done');
    };
    setMatches([]);
    setState(wanted.trim() === '' ? 'done' : 'searching');
    const timer = setTimeout(() => {
      search().catch(() => !abort.signal.aborted && setState('failed'));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
      setMatches([]);
    };
  }, [source, wanted, setMatches]);
  return { isSearching: state === 'searching', hasFailed: state === 'failed' };
}

function useTextSource(pdf: OpenedPdf): TextSource {
  const { store, item } = useComposerContext();
  const { id } = item;
  return useMemo(
    () => ({ pdf, search: (text, fromPage) => store.findText(id, text, fromPage) }),
    [pdf, store, id],
  );
}

/** Finds out where anchored marks are, in a file that was opened or replaced. This is no change of the draft. */
export function useAnchors(pdf: OpenedPdf): void {
  const { draft, amend } = useComposerContext();
  const source = useTextSource(pdf);
  const { marks } = draft;
  // Texts that were looked for are found, or lost.
  const open = marks.flatMap(({ places }) =>
    places.flatMap(({ anchor, page }) => (page === UNKNOWN_PAGE && anchor !== null ? [anchor.text] : [])),
  );
  const texts = JSON.stringify([...new Set(open)]);
  useEffect(() => {
    const abort = new AbortController();
    const resolve = async () => {
      for (const text of JSON.parse(texts) as string[]) {
        const matches: TextMatch[] = [];
        for await (const found of findText(source, text, abort.signal)) matches.push(...found);
        if (abort.signal.aborted) return;
        amend((before) => settleAnchors(before, text, matches));
      }
    };
    resolve().catch(() => undefined);
    return () => abort.abort();
  }, [source, texts, amend]);
}

/** The distance from the text is kept when the text moves, for example in another version of the file. */
function anchoredAt(mark: Mark, match: TextMatch, text: string, where: Where): Mark {
  const size = startSize(mark.kind === 'field' ? 'text' : mark.kind);
  const height = mark.places[0]?.height ?? size.height;
  const middle = (match.height - height) / 2;
  const shift = {
    after: { dx: match.width + GAP, dy: middle },
    below: { dx: 0, dy: match.height + GAP },
    over: { dx: 0, dy: middle },
  }[where];
  const places = mark.places.map((place, at): Place => {
    const [dx, dy] = [round(shift.dx), round(shift.dy + (place.y - (mark.places[0]?.y ?? 0)))];
    return {
      ...place,
      ...{ page: match.page, x: match.x + dx, y: match.y + dy },
      anchor: { text, occurrence: match.occurrence, dx, dy: at === 0 ? round(shift.dy) : dy },
    };
  });
  return { ...mark, places };
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
