import { lookupDict } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { classifyAction } from './action-rules.ts';
import type { ContentLocation, Removals } from './removals.ts';

const NEXT = PDFName.of('Next');

/** What does more than navigate, also from chains (/Next). */
export class ActionCleaner {
  readonly #removals: Removals;
  readonly #cleaned = new Set<PDFDict>();

  constructor(removals: Removals) {
    this.#removals = removals;
  }

  /** The next harmless action of the chain replaces a removed one, so that links keep their target. */
  clean(owner: PDFDict, key: PDFName, location: ContentLocation): void {
    const entry = owner.get(key);
    if (!(owner.context.lookup(entry) instanceof PDFDict)) return;
    const [kept] = this.#cleanChain(owner, entry, location);
    if (kept === undefined) owner.delete(key);
    else if (kept !== entry) owner.set(key, kept);
  }

  /** 12.6.3. Deletes the dictionary if it becomes empty. */
  cleanTriggers(owner: PDFDict, location: ContentLocation): void {
    const triggers = lookupDict(owner, 'AA');
    if (triggers === undefined || triggers.keys().length === 0) return;
    for (const trigger of triggers.keys()) this.clean(triggers, trigger, location);
    if (triggers.keys().length === 0) owner.delete(PDFName.of('AA'));
  }

  /** Returns the remaining first actions. Iterative, since chains may be long or cyclic. */
  #cleanChain(owner: PDFDict, entry: PDFObject | undefined, location: ContentLocation): PDFObject[] {
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
    for (const action of removed) this.#removals.note(classifyAction(action) ?? 'other_action', location);
    return top;
  }

  #expand(owner: PDFDict, entry: PDFObject | undefined, removed: Set<PDFDict>): PDFObject[] {
    const kept: PDFObject[] = [];
    const met = new Set<PDFDict>();
    const waiting = entriesOf(owner, entry);
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      this.#removals.spend();
      const action = owner.context.lookup(item);
      if (!(action instanceof PDFDict) || met.has(action)) continue;
      met.add(action);
      const kind = classifyAction(action);
      if (kind === undefined) kept.push(item);
      else {
        removed.add(action);
        // A stale reference may lead to something else.
        if (kind !== 'other_action') this.#removals.erased.add(action);
        for (const follower of entriesOf(action, action.get(NEXT))) waiting.push(follower);
      }
    }
    return kept;
  }
}

function entriesOf(owner: PDFDict, entry: PDFObject | undefined): PDFObject[] {
  const value = owner.context.lookup(entry);
  if (value instanceof PDFArray) return value.asArray().toReversed();
  return entry === undefined ? [] : [entry];
}

function dictsOf(owner: PDFDict, entries: readonly PDFObject[]): PDFDict[] {
  return entries.map((entry) => owner.context.lookup(entry)).filter((item) => item instanceof PDFDict);
}

/** Harmless files are not rewritten. */
function setNext(action: PDFDict, next: readonly PDFObject[]): void {
  const before = entriesOf(action, action.get(NEXT)).toReversed();
  if (before.length === next.length && before.every((entry, index) => entry === next[index])) return;
  const [first, ...more] = next;
  if (first === undefined) action.delete(NEXT);
  else action.set(NEXT, more.length === 0 ? first : action.context.obj([...next]));
}
