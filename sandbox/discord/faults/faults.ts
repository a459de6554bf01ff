import { type LimitScope, tooManyRequests } from '../rate-limits/answer.ts';
import type { RestAnswer, RestRequest } from '../rest/route.ts';
import type { Clock } from '../state/clock.ts';

/** Which requests a fault applies to. All given conditions must hold. */
export interface FaultMatch {
  readonly method?: string;
  /** A route template (`/channels/:channelId/messages`), a literal path, or a pattern over the path. */
  readonly route?: string | RegExp;
  /**
   * A text that one of the strings in the request's body contains, or a pattern that one of them matches. A
   * fault can so apply to one message, whenever and however it is sent, and to no other.
   */
  readonly bodyIncludes?: string | RegExp;
  readonly where?: (request: RestRequest) => boolean;
  /** How many requests it applies to; without it, until it is cleared. */
  readonly times?: number;
}

/** What a fault does. Times are of the stand-in's clock. */
export type FaultAction =
  /** Answers without processing. A string body goes out as HTML, an object as JSON; `code` makes Discord's error. */
  | { readonly do: 'answer'; readonly status: number; readonly body?: unknown; readonly code?: number }
  /** Never answers and never processes. */
  | { readonly do: 'hang' }
  /** A box in between has forgotten connections that were idle for so long: what is sent on one arrives nowhere. */
  | { readonly do: 'forget-connections'; readonly idleMs: number }
  /** Resets the connection before anything is processed. */
  | { readonly do: 'reset' }
  /** Processes, then never answers. */
  | { readonly do: 'process-then-hang' }
  /** Processes, then resets the connection: the answer is lost. */
  | { readonly do: 'process-then-reset' }
  /** Processes, then ends the connection cleanly without an answer. */
  | { readonly do: 'process-then-close' }
  /** Processes, then answers with something else (500 by default). */
  | { readonly do: 'process-then-answer'; readonly status?: number; readonly body?: unknown }
  /** Processes, then answers with what `change` makes of the answer. */
  | {
      readonly do: 'change-answer';
      readonly change: (answer: RestAnswer, request: RestRequest) => RestAnswer;
    }
  /** Waits before processing ("late commit": it happens even if the client has gone) or before answering. */
  | { readonly do: 'delay'; readonly beforeMs?: number; readonly afterMs?: number }
  | {
      readonly do: 'rate-limit';
      readonly scope?: LimitScope;
      /** Null omits header and field; 1,000 by default. */
      readonly retryAfterMs?: number | null;
      /** A JSON error code in the body. */
      readonly code?: number;
    };

/** The outcome of a request: an answer, or how its connection ends. */
export type Outcome =
  | { readonly answer: RestAnswer; readonly connection: 'answer' | 'reset' | 'close' | 'hang' }
  | { readonly answer: null; readonly connection: 'reset' | 'hang' };

export interface Faults {
  /** Adds a fault; the returned function removes it. Several that match one request nest, the first added outermost. */
  add(action: FaultAction, match?: FaultMatch): () => void;
  /** Removes all. */
  clear(): void;
  /** Number of requests that a fault applied to so far. */
  met(): number;
}

interface Fault {
  readonly action: FaultAction;
  readonly match: FaultMatch;
  left: number;
}

type Process = () => Promise<Outcome>;

/** Whether one of the strings in a JSON value, at any depth, matches. */
function anyString(value: unknown, fits: (text: string) => boolean): boolean {
  if (typeof value === 'string') return fits(value);
  const inner: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return inner.some((item) => anyString(item, fits));
}

const bodyMatches = (bodyIncludes: string | RegExp) => (text: string) =>
  typeof bodyIncludes === 'string' ? text.includes(bodyIncludes) : text.search(bodyIncludes) >= 0;

function matches({ action, match, left }: Fault, request: RestRequest): boolean {
  if (action.do === 'forget-connections' && request.idleMs < action.idleMs) return false;
  const { method, route, bodyIncludes, where } = match;
  const onRoute =
    route === undefined ||
    (typeof route === 'string'
      ? route === request.route || route === request.path
      : route.test(request.path));
  const bodyFits = bodyIncludes === undefined || anyString(request.body, bodyMatches(bodyIncludes));
  return (
    left > 0 &&
    (method ?? request.method) === request.method &&
    onRoute &&
    bodyFits &&
    (where?.(request) ?? true)
  );
}

function plainAnswer(status: number, body: unknown, code?: number): RestAnswer {
  if (typeof body === 'string') {
    return { status, body, contentType: 'text/html; charset=UTF-8' };
  }
  const message = status === 401 ? '401: Unauthorized' : `${status}: Fault`;
  return { status, body: body ?? { message, code: code ?? 0 } };
}

async function withAnswerReplaced(process: Process, answer: RestAnswer): Promise<Outcome> {
  await process();
  return { answer, connection: 'answer' };
}

async function withConnection(process: Process, connection: 'reset' | 'close' | 'hang'): Promise<Outcome> {
  const { answer } = await process();
  return answer === null ? { answer, connection: 'hang' } : { answer, connection };
}

function wait(clock: Clock, ms: number | undefined): Promise<void> {
  return ms === undefined ? Promise.resolve() : new Promise((resolve) => void clock.after(ms, resolve));
}

async function withAnswerChanged(
  process: Process,
  change: (answer: RestAnswer) => RestAnswer,
): Promise<Outcome> {
  const outcome = await process();
  return outcome.answer === null ? outcome : { ...outcome, answer: change(outcome.answer) };
}

async function apply(
  clock: Clock,
  action: FaultAction,
  request: RestRequest,
  process: Process,
): Promise<Outcome> {
  switch (action.do) {
    case 'answer':
      return { answer: plainAnswer(action.status, action.body, action.code), connection: 'answer' };
    case 'hang':
    case 'forget-connections':
      return { answer: null, connection: 'hang' };
    case 'reset':
      return { answer: null, connection: 'reset' };
    case 'process-then-hang':
      return withConnection(process, 'hang');
    case 'process-then-reset':
      return withConnection(process, 'reset');
    case 'process-then-close':
      return withConnection(process, 'close');
    case 'process-then-answer':
      return withAnswerReplaced(process, plainAnswer(action.status ?? 500, action.body));
    case 'change-answer':
      return withAnswerChanged(process, (answer) => action.change(answer, request));
    case 'delay': {
      await wait(clock, action.beforeMs);
      const outcome = await process();
      await wait(clock, action.afterMs);
      return outcome;
    }
    case 'rate-limit': {
      const { scope = 'user', retryAfterMs = 1_000, code } = action;
      const limited = { scope, retryAfterMs, ...(code === undefined ? {} : { code }) };
      return { answer: tooManyRequests(limited), connection: 'answer' };
    }
    default:
      return action satisfies never;
  }
}

/** The faults of one local Discord, and the function that wraps a request in those that match. */
export function createFaults(clock: Clock): {
  faults: Faults;
  around(request: RestRequest, process: Process): Promise<Outcome>;
} {
  const active = new Set<Fault>();
  let met = 0;
  return {
    faults: {
      add(action, match = {}) {
        const fault: Fault = { action, match, left: match.times ?? Number.POSITIVE_INFINITY };
        active.add(fault);
        return () => {
          active.delete(fault);
        };
      },
      clear: () => active.clear(),
      met: () => met,
    },
    around(request, process) {
      const matching = [...active].filter((fault) => matches(fault, request));
      met += matching.length > 0 ? 1 : 0;
      let wrapped = process;
      for (const fault of matching.toReversed()) {
        fault.left -= 1;
        if (fault.left <= 0) {
          active.delete(fault);
        }
        const inner = wrapped;
        wrapped = () => apply(clock, fault.action, request, inner);
      }
      return wrapped();
    },
  };
}
