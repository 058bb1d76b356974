import { AsyncLocalStorage } from "node:async_hooks";

import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";

import { newId } from "../lib/record/ids.ts";
import { VERSION } from "../lib/version.ts";
import type { Traces } from "./settings.ts";
import type { OpenSpan, Tracing } from "./tracing.ts";

const STOP_MS_MAX = 2_000;
const SEND_EVERY_MS = 2_000;
/** A collector that can't be reached is one line an hour, not one a second. */
const WARN_EVERY_MS = 60 * 60_000;

const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

const rootSampler = (name: Traces["sampler"], ratio: number): Sampler => {
  if (name.endsWith("ratio")) return new TraceIdRatioBasedSampler(ratio);
  return name.endsWith("off") ? new AlwaysOffSampler() : new AlwaysOnSampler();
};

const samplerOf = ({ sampler, ratio }: Traces): Sampler => {
  const root = rootSampler(sampler, ratio);
  return sampler.startsWith("parentbased") ? new ParentBasedSampler({ root }) : root;
};

type Log = { warn(facts: object, text: string): void };

/** The library logs nothing when spans can't be delivered. */
const withExportWarnings = (exporter: SpanExporter, log: Log): SpanExporter => {
  let silentUntil = Number.NEGATIVE_INFINITY;
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined && performance.now() >= silentUntil) {
          silentUntil = performance.now() + WARN_EVERY_MS;
          log.warn({ spans: spans.length, code: Object(result.error).code }, "traces could not be sent");
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
};

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/;

/** The trace context in a call (W3C Trace Context); a new trace without one. */
const contextOf = (traceparent: string | undefined): Context => {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
};

/** The current span is kept here and not in the library's global context: two services in one process do not mix. */
const tracingWith = (tracer: Tracer, stop: () => Promise<void>): Tracing => {
  const running = new AsyncLocalStorage<Context>();
  const span: Tracing["span"] = async (name, kind, attributes, work) => {
    const parent = running.getStore() ?? ROOT_CONTEXT;
    const started = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
    try {
      return await running.run(trace.setSpan(parent, started), work);
    } catch (error) {
      started.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      started.end();
    }
  };
  const begin = (name: string, traceparent: string | undefined): OpenSpan => {
    const parent = contextOf(traceparent);
    const started = tracer.startSpan(name, { kind: KINDS.server }, parent);
    const inside = trace.setSpan(parent, started);
    return {
      within: (work) => running.run(inside, work),
      end: (finalName, attributes, failed) => {
        started.updateName(finalName).setAttributes(attributes);
        if (failed) started.setStatus({ code: SpanStatusCode.ERROR });
        started.end();
      },
    };
  };
  return {
    span,
    child: (name, kind, attributes, work) =>
      running.getStore() === undefined ? work() : span(name, kind, attributes, work),
    begin,
    stop,
  };
};

/** Starts to collect spans and to send them, every two seconds, as OTLP over HTTP in JSON. */
export const startTracing = (traces: Traces, log: Log): Tracing => {
  const { url, headers, serviceName } = traces;
  const exporter = withExportWarnings(new OTLPTraceExporter({ url, headers }), log);
  const provider = new TracerProvider({
    sampler: samplerOf(traces),
    resource: resourceFromAttributes({
      "service.name": serviceName,
      "service.version": VERSION,
      "service.instance.id": newId(),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  const stop = async (): Promise<void> => {
    const { promise: late, resolve } = Promise.withResolvers<"late">();
    const timer = setTimeout(() => resolve("late"), STOP_MS_MAX);
    const ended = await Promise.race([provider.shutdown().catch(() => "late"), late]);
    clearTimeout(timer);
    if (ended === "late") log.warn({}, "the last traces could not be sent");
  };
  return tracingWith(provider.getTracer("foyer", VERSION), stop);
};
