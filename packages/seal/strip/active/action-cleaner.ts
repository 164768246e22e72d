import { lookupDict } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { judgeAction } from './action-rules.ts';
import type { ContentPlace, Removals } from './removals.ts';

const NEXT = PDFName.of('Next');

/** Takes actions that do more than show another place out of whatever they hang on, and out of chains (/Next). */
export class ActionCleaner {
  readonly #removals: Removals;
  readonly #cleaned = new Set<PDFDict>();

  constructor(removals: Removals) {
    this.#removals = removals;
  }

  /**
   * The action under one key. When it goes, the first harmless one behind it takes its place, so that a link whose
   * script comes first still leads where it led.
   */
  clean(owner: PDFDict, key: PDFName, place: ContentPlace): void {
    const entry = owner.get(key);
    if (!(owner.context.lookup(entry) instanceof PDFDict)) return;
    const [kept] = this.#cleanChain(owner, entry, place);
    if (kept === undefined) owner.delete(key);
    else if (kept !== entry) owner.set(key, kept);
  }

  /** Every action of an additional-actions dictionary (12.6.3); the dictionary goes when none is left. */
  cleanTriggers(owner: PDFDict, place: ContentPlace): void {
    const triggers = lookupDict(owner, 'AA');
    if (triggers === undefined || triggers.keys().length === 0) return;
    for (const trigger of triggers.keys()) this.clean(triggers, trigger, place);
    if (triggers.keys().length === 0) owner.delete(PDFName.of('AA'));
  }

  /** What is left at the top; the chains behind are cleaned too. Without recursion: chains may be long and cyclic. */
  #cleanChain(owner: PDFDict, entry: PDFObject | undefined, place: ContentPlace): PDFObject[] {
    const removed = new Set<PDFDict>();
    const top = this.#expand(owner, entry, removed);
    const waiting = dictsOf(owner, top);
    for (let action = waiting.pop(); action !== undefined; action = waiting.pop()) {
      if (this.#cleaned.has(action)) continue;
      this.#cleaned.add(action);
      if (!action.has(NEXT)) continue;
      const next = this.#expand(action, action.get(NEXT), removed);
      setNext(action, next);
      for (const follower of dictsOf(action, next)) waiting.push(follower);
    }
    for (const action of removed) this.#removals.note(judgeAction(action) ?? 'other_action', place);
    return top;
  }

  /** The entry or entries, each that has to go replaced by what follows it and added to `removed`. */
  #expand(owner: PDFDict, entry: PDFObject | undefined, removed: Set<PDFDict>): PDFObject[] {
    const kept: PDFObject[] = [];
    const met = new Set<PDFDict>();
    const waiting = entriesOf(owner, entry);
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      this.#removals.spend();
      const action = owner.context.lookup(item);
      if (!(action instanceof PDFDict) || met.has(action)) continue;
      met.add(action);
      const kind = judgeAction(action);
      if (kind === undefined) kept.push(item);
      else {
        removed.add(action);
        // What is no known action may be something else that the pages need, met through a stale reference.
        if (kind !== 'other_action') this.#removals.erased.add(action);
        for (const follower of entriesOf(action, action.get(NEXT))) waiting.push(follower);
      }
    }
    return kept;
  }
}

/** One action or an array of them, last first. */
function entriesOf(owner: PDFDict, entry: PDFObject | undefined): PDFObject[] {
  const value = owner.context.lookup(entry);
  if (value instanceof PDFArray) return value.asArray().toReversed();
  return entry === undefined ? [] : [entry];
}

function dictsOf(owner: PDFDict, entries: readonly PDFObject[]): PDFDict[] {
  return entries.map((entry) => owner.context.lookup(entry)).filter((item) => item instanceof PDFDict);
}

/** Left alone when nothing changed, so that a harmless file is not written anew. */
function setNext(action: PDFDict, next: readonly PDFObject[]): void {
  const before = entriesOf(action, action.get(NEXT)).toReversed();
  if (before.length === next.length && before.every((entry, index) => entry === next[index])) return;
  const [first, ...more] = next;
  if (first === undefined) action.delete(NEXT);
  else action.set(NEXT, more.length === 0 ? first : action.context.obj([...next]));
}
