import type { Draft } from '../draft.ts';

export type Members = Readonly<Record<string, unknown>>;

/** What the service has made of a change. */
export type SaveOutcome<Answer> =
  | { readonly kind: 'saved'; readonly etag: string; readonly answer: Answer }
  /** Another tab has changed the item, for example. */
  | { readonly kind: 'conflict' }
  /** The item was sent, has expired or was removed. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unreachable' };

export type SaveState = 'saved' | 'waiting' | 'saving' | Exclude<SaveOutcome<never>['kind'], 'saved'>;

export interface AutosavePorts<Answer> {
  send(patch: Members, etag: string): Promise<SaveOutcome<Answer>>;
  /** Returns a function that prevents the call. */
  schedule(ms: number, run: () => void): () => void;
  onState(state: SaveState, message?: string): void;
  onAnswer(answer: Answer): void;
}

/** A change is saved after this time without another. */
const QUIET_MS = 600;
/** The last delay repeats. */
const RETRY_MS = [2000, 5000, 15_000] as const;

/** Makes one request at a time, and stops if the draft was changed elsewhere. */
export class Autosave<Answer> {
  readonly #ports: AutosavePorts<Answer>;
  #saved: Members;
  #wanted: Members;
  #etag: string;
  #cancel: () => void = () => undefined;
  #running: Promise<boolean> | null = null;
  #failures = 0;
  /** Is true after a conflict or for a closed draft, until `restart`. */
  #isStopped = false;

  constructor(ports: AutosavePorts<Answer>, saved: Members, etag: string) {
    this.#ports = ports;
    this.#saved = saved;
    this.#wanted = saved;
    this.#etag = etag;
  }

  get etag(): string {
    return this.#etag;
  }

  change(wanted: Members): void {
    this.#wanted = wanted;
    if (this.#isStopped) return;
    if (patchBetween(this.#saved, wanted) === null) {
      if (this.#running !== null) return;
      // The change was undone before it was saved.
      this.#cancel();
      this.#ports.onState('saved');
      return;
    }
    this.#ports.onState('waiting');
    this.#plan(QUIET_MS);
  }

  /** Saves at once. Resolves with whether the service has everything. */
  async flush(): Promise<boolean> {
    this.#cancel();
    if (this.#running !== null) await this.#running;
    if (patchBetween(this.#saved, this.#wanted) === null) return !this.#isStopped;
    return this.#save();
  }

  /** Starts from another revision, and saves what differs. */
  restart(saved: Members, etag: string): void {
    this.#saved = saved;
    this.#etag = etag;
    this.#isStopped = false;
    this.#failures = 0;
    this.#ports.onState('saved');
    this.change(this.#wanted);
  }

  stop(): void {
    this.#cancel();
    this.#isStopped = true;
  }

  #plan(ms: number): void {
    this.#cancel();
    this.#cancel = this.#ports.schedule(ms, () => void this.#save());
  }

  #save(): Promise<boolean> {
    if (this.#running !== null) return this.#running;
    if (this.#isStopped) return Promise.resolve(false);
    this.#running = this.#send().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #send(): Promise<boolean> {
    const wanted = this.#wanted;
    const patch = patchBetween(this.#saved, wanted);
    if (patch === null) return true;
    this.#ports.onState('saving');
    const outcome = await this.#ports.send(patch, this.#etag);
    if (this.#isStopped) return false;
    if (outcome.kind === 'saved') return this.#accept(wanted, outcome);
    this.#ports.onState(outcome.kind, outcome.kind === 'refused' ? outcome.message : undefined);
    if (outcome.kind === 'unreachable') {
      this.#plan(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? QUIET_MS);
      this.#failures += 1;
    } else if (outcome.kind !== 'refused') this.#isStopped = true;
    return false;
  }

  #accept(saved: Members, { etag, answer }: { readonly etag: string; readonly answer: Answer }): boolean {
    this.#saved = saved;
    this.#etag = etag;
    this.#failures = 0;
    this.#ports.onAnswer(answer);
    const isAll = patchBetween(saved, this.#wanted) === null;
    this.#ports.onState(isAll ? 'saved' : 'waiting');
    if (!isAll) this.#plan(QUIET_MS);
    return isAll;
  }
}

export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (draftId: string) => `composer:${draftId}`;

/** Keeps what is not saved in the tab, so that a reload loses nothing. */
export function keepUnsaved(storage: TabStorage | null, draftId: string, etag: string, draft: Draft): void {
  try {
    storage?.setItem(keyOf(draftId), JSON.stringify({ etag, draft }));
  } catch {
    // Storage may be full or refused.
  }
}

/** Returns null if the draft was changed elsewhere since. */
export function readUnsaved(storage: TabStorage | null, draftId: string, etag: string): Draft | null {
  const kept = storage?.getItem(keyOf(draftId)) ?? null;
  if (kept === null) return null;
  try {
    const found = JSON.parse(kept) as { etag?: unknown; draft?: Draft };
    return found.etag === etag ? (found.draft ?? null) : null;
  } catch {
    return null;
  }
}

export function forgetUnsaved(storage: TabStorage | null, draftId: string): void {
  storage?.removeItem(keyOf(draftId));
}

/** Returns the merge patch (RFC 7396) from one to the other; null if they are equal. */
export function patchBetween(before: Members, after: Members): Record<string, unknown> | null {
  const removed = Object.keys(before).filter(
    (name) => before[name] !== undefined && after[name] === undefined,
  );
  const changed = Object.entries(after).flatMap(([name, value]) => {
    const old = before[name];
    if (value === undefined || isEqual(old, value)) return [];
    const isNested = isObject(old) && isObject(value);
    return [[name, isNested ? patchBetween(old, value) : value] as const];
  });
  if (removed.length === 0 && changed.every(([, value]) => value === null)) return null;
  return Object.fromEntries([...removed.map((name) => [name, null] as const), ...changed]);
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Compares JSON. The order of members does not matter. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => isEqual(one, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isEqual(a[name], b[name]));
}

/** Applies a merge patch (RFC 7396) without nested objects. */
export function mergeFlat(before: Members, patch: Members): Members {
  return Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null));
}
