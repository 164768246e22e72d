import type { CheckView, SigningView } from '@countersign/signing';
import { useEffect, useState } from 'preact/hooks';
import type { OpenedPdf } from '../../document/open-pdf.ts';
import { needsFieldSheet } from '../../document/page-scale.ts';
import { useMediaQuery } from '../../parts/use-media-query.ts';
import { type PageLayers, widgetsOnPage } from '../document/page-layers.ts';
import { ContentValue } from './content-value.tsx';
import { FieldChip } from './field-chip.tsx';
import { FieldInput } from './field-input.tsx';
import { findProblem } from './field-problems.ts';
import { currentValue, isFillable, offerFor } from './field-values.ts';
import { OpenTrigger } from './open-trigger.tsx';

interface PageFieldsProps {
  readonly view: SigningView;
  readonly pdf: OpenedPdf;
  readonly page: number;
  /** CSS pixels per point. */
  readonly scale: number;
  readonly layers: PageLayers;
}

/** Null until loaded. */
function useFileValues(pdf: OpenedPdf): ReadonlyMap<string, string> | null {
  const [values, setValues] = useState<ReadonlyMap<string, string> | null>(null);
  useEffect(() => {
    pdf.readFieldValues().then(setValues, () => setValues(new Map()));
  }, [pdf]);
  return values;
}

function findCheck({ checks }: SigningView, name: string): CheckView | undefined {
  return checks.find(({ field }) => field === name);
}

/** An optional check that is not offered leaves its field empty. */
function isTrigger(view: SigningView, name: string): boolean {
  return view.openTriggers.includes(name) || findCheck(view, name)?.isOffered === true;
}

/** Inputs, or buttons that open a sheet. */
export function PageFields({ view, pdf, page, scale, layers }: PageFieldsProps) {
  const hasCoarsePointer = useMediaQuery('(pointer: coarse)');
  const fileValues = useFileValues(pdf);
  const Widget = needsFieldSheet(scale, hasCoarsePointer) ? FieldChip : FieldInput;
  const { state, dispatch } = layers;

  return (
    <div class="page-fields">
      {widgetsOnPage(view.fields, page).map((placed) => {
        const key = `${placed.field.name}-${placed.index}`;
        if (!isFillable(placed.field)) {
          if (fileValues === null) return null;
          return isTrigger(view, placed.field.name) ? (
            <OpenTrigger
              key={key}
              placed={placed}
              scale={scale}
              senderName={view.senderName}
              check={findCheck(view, placed.field.name)}
              dispatch={dispatch}
            />
          ) : (
            <ContentValue
              key={key}
              placed={placed}
              scale={scale}
              fileValue={fileValues.get(placed.field.name) ?? ''}
            />
          );
        }
        const value = currentValue(placed.field, state.values);
        const problem = findProblem(placed.field, value);
        return (
          <Widget
            key={key}
            placed={placed}
            scale={scale}
            value={value}
            offer={offerFor(view.offers, placed.field)}
            problem={state.visited.has(placed.field.name) ? problem : null}
            isOpen={problem !== null}
            isCurrent={state.currentField === placed.field.name}
            dispatch={dispatch}
          />
        );
      })}
    </div>
  );
}
