import type { PDFArray, PDFObject } from 'pdf-lib';
import { lookupArray } from '../read/lookup.ts';
import type { FileMover } from './file-mover.ts';
import { isSameValue } from './same-value.ts';

export interface JoinedOutputIntents {
  readonly value: PDFObject | undefined;
  readonly differing: readonly number[];
}

/** Those of the first input that has any (ISO 32000-1 14.11.5): they apply to a whole document. */
export function joinOutputIntents(movers: readonly FileMover[]): JoinedOutputIntents {
  const intents = movers.map((mover) => mover.withInputIndex(() => readIntents(mover)));
  const chosen = intents.findIndex((own) => own !== undefined);
  const [mover, value] = [movers[chosen], intents[chosen]];
  if (mover === undefined || value === undefined) return { value: undefined, differing: [] };
  const differing = [...movers.keys()].filter((index) => {
    const [other, own] = [movers[index], intents[index]];
    if (other === undefined || own === undefined) return true;
    return !isSameValue({ context: mover.file.context, value }, { context: other.file.context, value: own });
  });
  return { value: mover.translateObject(value), differing };
}

function readIntents({ file }: FileMover): PDFArray | undefined {
  const intents = lookupArray(file.catalog, 'OutputIntents');
  return intents === undefined || intents.size() === 0 ? undefined : intents;
}
