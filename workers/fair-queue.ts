import type { Urgency } from '@countersign/toolkit';
import { ToolkitError } from '@countersign/toolkit/errors';
import { URGENCIES } from '@countersign/toolkit/runner';

export interface Turn {
  /** Tasks without one count as one account. */
  readonly account?: string | undefined;
  /** Default: `other`. */
  readonly urgency?: Urgency | undefined;
}

export interface FairQueueLimits {
  /** They run at once. */
  readonly slots: number;
  /** The slots are for urgency `signing` only; less than `slots`. */
  readonly reserved: number;
  /** The limit counts for each urgency. */
  readonly maxWaiting: number;
  /** The part of that limit which one account may have. */
  readonly maxWaitingOfAccount: number;
}

/** A less urgent task is passed over this often in a row. */
const MAX_PASSED_OVER = 16;

interface Waiter {
  readonly turn: Turn;
  proceed(): void;
}

/** The waiting tasks of one urgency by account; the account whose turn it is comes first. */
type Line = Map<string | undefined, Waiter[]>;

/**
 * By urgency, then accounts in turns. Not piscina's queue, so that a task's time limit starts when a thread
 * is free.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #lines: Readonly<Record<Urgency, Line>> = {
    signing: new Map(),
    completion: new Map(),
    other: new Map(),
  };
  #running = 0;
  #runningOthers = 0;
  #passedOver = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return URGENCIES.reduce((sum, urgency) => sum + countWaiting(this.#lines[urgency]), 0);
  }

  /**
   * Call {@link leave} once afterwards with the same turn. Rejects with `pdf_queue_full` or `pdf_cancelled`.
   */
  enter(turn: Turn, signal?: AbortSignal): Promise<void> {
    const line = this.#lines[urgencyOf(turn)];
    if (line.size === 0 && this.#hasPlaceFor(urgencyOf(turn))) {
      this.#take(turn);
      return Promise.resolve();
    }
    const { maxWaiting, maxWaitingOfAccount } = this.#limits;
    const ofAccount = line.get(turn.account)?.length ?? 0;
    if (ofAccount >= maxWaitingOfAccount) return Promise.reject(queueFull(maxWaitingOfAccount));
    if (countWaiting(line) >= maxWaiting) return Promise.reject(queueFull(maxWaiting));
    return this.#wait(turn, signal);
  }

  leave(turn: Turn): void {
    this.#running -= 1;
    if (urgencyOf(turn) !== 'signing') this.#runningOthers -= 1;
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
      this.#take(next.turn);
      next.proceed();
    }
  }

  #hasPlaceFor(urgency: Urgency): boolean {
    const { slots, reserved } = this.#limits;
    if (this.#running >= slots) return false;
    return urgency === 'signing' || this.#runningOthers < slots - reserved;
  }

  #take(turn: Turn): void {
    this.#running += 1;
    if (urgencyOf(turn) !== 'signing') this.#runningOthers += 1;
  }

  #takeNext(): Waiter | undefined {
    const ready = URGENCIES.filter((urgency) => this.#lines[urgency].size > 0 && this.#hasPlaceFor(urgency));
    const [first] = ready;
    const last = ready.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const isLastsTurn = this.#passedOver >= MAX_PASSED_OVER;
    this.#passedOver = first === last || isLastsTurn ? 0 : this.#passedOver + 1;
    return takeFirst(this.#lines[isLastsTurn ? last : first]);
  }

  #wait(turn: Turn, signal: AbortSignal | undefined): Promise<void> {
    const line = this.#lines[urgencyOf(turn)];
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        turn,
        proceed: () => {
          signal?.removeEventListener('abort', abandon);
          resolve();
        },
      };
      const abandon = (): void => {
        removeWaiter(line, waiter);
        reject(new ToolkitError('pdf_cancelled', 'the task was cancelled while it waited'));
      };
      signal?.addEventListener('abort', abandon, { once: true });
      line.set(turn.account, [...(line.get(turn.account) ?? []), waiter]);
    });
  }
}

function urgencyOf({ urgency = 'other' }: Turn): Urgency {
  return urgency;
}

function countWaiting(line: Line): number {
  let count = 0;
  for (const waiters of line.values()) count += waiters.length;
  return count;
}

/** The account then goes to the end. */
function takeFirst(line: Line): Waiter | undefined {
  const [entry] = line;
  if (entry === undefined) return undefined;
  const [account, [first, ...rest]] = entry;
  line.delete(account);
  if (rest.length > 0) line.set(account, rest);
  return first;
}

function removeWaiter(line: Line, waiter: Waiter): void {
  const { account } = waiter.turn;
  const rest = line.get(account)?.filter((other) => other !== waiter) ?? [];
  if (rest.length > 0) line.set(account, rest);
  else line.delete(account);
}

function queueFull(limit: number): ToolkitError {
  return new ToolkitError('pdf_queue_full', `${limit} PDF tasks are waiting already`, { limit });
}
