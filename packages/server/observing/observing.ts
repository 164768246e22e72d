import type { RequestObserver } from '@countersign/api';
import { currentOrigin, type QueuedJob, withOrigin } from '@countersign/base';
import type { Config } from '../settings/config.ts';
import type { Metrics } from './metrics.ts';
import type { RunningSpan, Traces } from './traces.ts';

/** What is outside of this process, and may be slow or fail. */
export type Part =
  | 'assistant_model'
  | 'company_register'
  | 'database'
  | 'electronic_id'
  | 'face_check'
  | 'id_scan'
  | 'message'
  | 'payments'
  | 'pdf'
  | 'storage'
  | 'timestamp'
  | 'virus_scan'
  | 'webhook';

/** Counts, times and traces work. Without METRICS_PORT and a collector of traces it only does the work. */
export class Observing {
  readonly metrics: Metrics | undefined;
  readonly #traces: Traces | undefined;

  constructor(metrics?: Metrics, traces?: Traces) {
    this.metrics = metrics;
    this.#traces = traces;
  }

  async close(): Promise<void> {
    await this.#traces?.close();
  }

  /** Returns the port with all of its methods observed. Methods that return no promise are left alone. */
  port<Port extends object>(part: Part, port: Port): Port {
    if (this.metrics === undefined && this.#traces === undefined) return port;
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function' || typeof name !== 'string' || name === 'close') return member;
        return (...args: unknown[]) => this.call(part, name, () => member.apply(target, args));
      },
    });
  }

  /** `outcomeOf` is for work that tells its failure by its result. */
  call<T>(part: Part, operation: string, work: () => T, outcomeOf: (result: Awaited<T>) => string = ok): T {
    const span = this.#traces?.begin(`${part} ${operation}`, 'client', currentOrigin().traceparent);
    const startedAt = performance.now();
    const end = (outcome: string) => {
      this.metrics?.calls.observe({ part, operation, outcome }, secondsSince(startedAt));
      span?.end({}, outcome === OK ? undefined : outcome);
    };
    const result = withSpan(span, work);
    if (!(result instanceof Promise)) return result;
    return result.then(
      (value) => {
        end(outcomeOf(value));
        return value;
      },
      (error) => {
        end(codeOf(error));
        throw error;
      },
    ) as T;
  }

  /** Runs an attempt of a job. */
  async job(job: QueuedJob, work: () => Promise<void>): Promise<void> {
    const { name } = job;
    const span = this.#traces?.begin(`job ${name}`, 'consumer', currentOrigin().traceparent);
    const startedAt = performance.now();
    let outcome = OK;
    try {
      await withSpan(span, work);
    } catch (error) {
      outcome = codeOf(error);
      throw error;
    } finally {
      this.metrics?.jobs.observe({ job: name, outcome }, secondsSince(startedAt));
      const documentId = 'documentId' in job ? String(job.documentId) : undefined;
      span?.end({ 'countersign.document_id': documentId }, outcome === OK ? undefined : outcome);
    }
  }

  readonly requests: RequestObserver = {
    begin: (requestId, traceparent) => {
      const span = this.#traces?.begin('request', 'server', traceparent);
      return {
        origin: { requestId, traceparent: span?.traceparent },
        end: ({ method, route = 'none', status, errorCode, seconds }) => {
          this.metrics?.requests.observe({ method, route, status }, seconds);
          if (errorCode !== undefined) this.metrics?.refusals.inc({ route, code: errorCode });
          span?.end(
            {
              'http.request.method': method,
              'http.route': route,
              'http.response.status_code': status,
              'countersign.request_id': requestId,
            },
            status >= 500 ? (errorCode ?? String(status)) : undefined,
          );
        },
      };
    },
  };
}

/** Loads what the settings ask for, and nothing else: together these packages take memory that most services spare. */
export async function createObserving({ metricsPort, otelExporterOtlpEndpoint, otelServiceName }: Config) {
  const metrics = metricsPort === undefined ? undefined : (await import('./metrics.ts')).createMetrics();
  const traces =
    otelExporterOtlpEndpoint === undefined
      ? undefined
      : (await import('./traces.ts')).createTraces(otelExporterOtlpEndpoint, otelServiceName);
  return new Observing(metrics, traces);
}

const OK = 'ok';
const ok = () => OK;

/** The codes of our errors, of Node and of PostgreSQL. A message could be about a person. */
const CODE = /^[\w-]{1,60}$/;

function codeOf(error: unknown): string {
  const { code, reason, name } = Object(error) as Readonly<Record<string, unknown>>;
  const found = [code, reason, name].find((text) => typeof text === 'string' && CODE.test(text));
  return typeof found === 'string' ? found : 'error';
}

function withSpan<T>(span: RunningSpan | undefined, work: () => T): T {
  if (span === undefined) return work();
  return withOrigin({ ...currentOrigin(), traceparent: span.traceparent }, work);
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}
