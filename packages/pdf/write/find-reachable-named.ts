import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib';
import { entriesOf } from '../lazy-object-map.ts';
import type { DictKeys } from '../read/dict-keys.ts';
import type { SaveInput } from './incremental.ts';
import { NEEDS_PARSING, type ObjectSurvey } from './object-survey.ts';
import { findReachable } from './reachable-objects.ts';

/** In a stream: its data is in another file (ISO 32000-1 7.3.8.2). The survey leaves such streams to the parser. */
const EXTERNAL_FILE = PDFName.of('F');

/** `survey` must have searched for these names. */
export function findReachableNamed(input: SaveInput, survey: ObjectSurvey, names: DictKeys): PDFRef[] {
  const reachable = findReachable(input, survey);
  const known = new Set(names.names.map((name) => PDFName.of(name)));
  const named = findRefsOfOtherGeneration(input);
  const found: PDFRef[] = [];
  for (let number = 1; number < reachable.size; number += 1) {
    if (!reachable.isLive(number)) continue;
    const isKnown = reachable.changed(number) === undefined && survey.form(number) !== NEEDS_PARSING;
    const isFound = isKnown ? survey.hasName(number) : isWanted(reachable.read(number), known);
    if (isFound) found.push(named.get(number) ?? reachable.refTo(number));
  }
  return found;
}

/** Different from the cross-reference's; they must not be parsed twice. */
function findRefsOfOtherGeneration({ objects, reader }: SaveInput): ReadonlyMap<number, PDFRef> {
  const named = new Map<number, PDFRef>();
  for (const ref of objects.keys()) {
    if (ref.generationNumber !== reader.index.generation(ref.objectNumber)) named.set(ref.objectNumber, ref);
  }
  return named;
}

function isWanted(object: PDFObject | undefined, names: ReadonlySet<PDFObject>): boolean {
  return (object instanceof PDFStream && object.dict.has(EXTERNAL_FILE)) || hasName(object, names);
}

/** Iterative, since the file decides the depth. */
function hasName(object: PDFObject | undefined, names: ReadonlySet<PDFObject>): boolean {
  const waiting = object === undefined ? [] : [object];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (names.has(value)) return true;
    const dict = value instanceof PDFStream ? value.dict : value;
    if (dict instanceof PDFArray) for (const item of dict.asArray()) waiting.push(item);
    if (!(dict instanceof PDFDict)) continue;
    for (const [key, entry] of entriesOf(dict)) {
      if (names.has(key)) return true;
      waiting.push(entry);
    }
  }
  return false;
}
