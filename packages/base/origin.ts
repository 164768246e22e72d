import { AsyncLocalStorage } from 'node:async_hooks';

/** What began the running work. It goes with the jobs that the work enqueues, and from them to theirs. */
export interface Origin {
  /** The id of the request, which its answer and the log carry. */
  readonly requestId?: string | undefined;
  /** The span that runs (W3C Trace Context), if traces are kept. */
  readonly traceparent?: string | undefined;
  /** The job that runs. A request has none. */
  readonly job?: { readonly name: string; readonly documentId?: string | undefined } | undefined;
}

const running = new AsyncLocalStorage<Origin>();

/** Is empty outside of requests and jobs. */
export function currentOrigin(): Origin {
  return running.getStore() ?? {};
}

export function withOrigin<T>(origin: Origin, work: () => T): T {
  return running.run(origin, work);
}

/** The part of an origin that a job keeps in the queue; undefined if there is none. */
export function originOfNextJob(): Pick<Origin, 'requestId' | 'traceparent'> | undefined {
  const { requestId, traceparent } = currentOrigin();
  return requestId === undefined && traceparent === undefined ? undefined : { requestId, traceparent };
}

/** Reads what `originOfNextJob` returned. Members that are no texts are dropped. */
export function readKeptOrigin(value: unknown): Pick<Origin, 'requestId' | 'traceparent'> {
  const { requestId, traceparent } = Object(value) as Readonly<Record<string, unknown>>;
  return {
    requestId: typeof requestId === 'string' ? requestId : undefined,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  };
}
