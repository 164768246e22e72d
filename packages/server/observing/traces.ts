import {
  type Attributes,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

export interface Traces {
  /** `traceparent` is that of the span around this one; a new trace begins without a valid one. */
  begin(name: string, kind: 'server' | 'consumer' | 'client', traceparent?: string): RunningSpan;
  /** Sends what waits. */
  close(): Promise<void>;
}

export interface RunningSpan {
  readonly traceparent: string;
  /** `failure` is a code; attributes are names and numbers without anything of a person. */
  end(attributes: Attributes, failure?: string): void;
}

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT } as const;

/**
 * Spans go to `endpoint` by OTLP over HTTP. A collector that does not answer costs memory for 2,048 spans and no
 * request: further ones are dropped. The exporter itself reads OTEL_EXPORTER_OTLP_HEADERS and its other variables.
 */
export function createTraces(endpoint: string, serviceName: string): Traces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('countersign');
  return {
    begin(name, kind, traceparent) {
      const span = tracer.startSpan(name, { kind: KINDS[kind] }, readParent(traceparent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end(attributes, failure) {
          span.setAttributes(attributes);
          if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
          span.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
}

/** W3C Trace Context, version 00; anything else begins a new trace. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function readParent(traceparent: string | undefined) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const isSampled = (Number.parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED) !== 0;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });
}
