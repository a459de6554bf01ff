import { type LimitScope, tooManyRequests } from '../rate-limits/answer.ts';
import type { RestAnswer, RestRequest } from '../rest/route.ts';
import type { Clock } from '../state/clock.ts';

/** Which requests a fault meets. All conditions that are given must hold. */
export interface FaultMatch {
  readonly method?: string;
  /** A route template (`/channels/:channelId/messages`), a literal path, or a pattern over the path. */
  readonly route?: string | RegExp;
  /**
   * What the request's body says: a text that one of its strings holds, or a pattern that one of them fits. So one
   * message meets the fault whenever and in whatever form it is sent, and all others go through.
   */
  readonly says?: string | RegExp;
  readonly where?: (request: RestRequest) => boolean;
  /** How many requests it meets before it is over; without it, until it is cleared. */
  readonly times?: number;
}

/** What goes wrong. Times are of the stand-in's clock. */
export type FaultAction =
  /** Answers without processing. A string body goes out as HTML, an object as JSON; `code` makes Discord's error. */
  | { readonly do: 'answer'; readonly status: number; readonly body?: unknown; readonly code?: number }
  /** Never answers and never processes. */
  | { readonly do: 'hang' }
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
  /** Waits before processing ("late commit": it happens even if the client has gone) or before answering. */
  | { readonly do: 'delay'; readonly beforeMs?: number; readonly afterMs?: number }
  | {
      readonly do: 'rate-limit';
      readonly scope?: LimitScope;
      /** Null sends neither header nor field; 1,000 by default. */
      readonly retryAfterMs?: number | null;
      /** A JSON error code in the body. */
      readonly code?: number;
    };

/** What becomes of a request: an answer, or the way its connection ends. */
export type Outcome =
  | { readonly answer: RestAnswer; readonly connection: 'answer' | 'reset' | 'close' | 'hang' }
  | { readonly answer: null; readonly connection: 'reset' | 'hang' };

export interface Faults {
  /** Adds a fault; the answer removes it. Several that meet one request nest, the first added outermost. */
  add(action: FaultAction, match?: FaultMatch): () => void;
  /** Removes all. */
  clear(): void;
  /** How many requests met a fault so far. */
  met(): number;
}

interface Fault {
  readonly action: FaultAction;
  readonly match: FaultMatch;
  left: number;
}

type Process = () => Promise<Outcome>;

/** Whether one of the strings of a JSON value, however deep, fits. */
function someString(value: unknown, fits: (text: string) => boolean): boolean {
  if (typeof value === 'string') return fits(value);
  const inner: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return inner.some((item) => someString(item, fits));
}

const saysIt = (says: string | RegExp) => (text: string) =>
  typeof says === 'string' ? text.includes(says) : text.search(says) >= 0;

function meets({ match, left }: Fault, request: RestRequest): boolean {
  const { method, route, says, where } = match;
  const onRoute =
    route === undefined ||
    (typeof route === 'string'
      ? route === request.route || route === request.path
      : route.test(request.path));
  const said = says === undefined || someString(request.body, saysIt(says));
  return (
    left > 0 && (method ?? request.method) === request.method && onRoute && said && (where?.(request) ?? true)
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

async function apply(clock: Clock, action: FaultAction, process: Process): Promise<Outcome> {
  switch (action.do) {
    case 'answer':
      return { answer: plainAnswer(action.status, action.body, action.code), connection: 'answer' };
    case 'hang':
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

/** The faults of one local Discord, and the function that puts those that match around a request. */
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
      const meeting = [...active].filter((fault) => meets(fault, request));
      met += meeting.length > 0 ? 1 : 0;
      let wrapped = process;
      for (const fault of meeting.toReversed()) {
        fault.left -= 1;
        if (fault.left <= 0) {
          active.delete(fault);
        }
        const inner = wrapped;
        wrapped = () => apply(clock, fault.action, inner);
      }
      return wrapped();
    },
  };
}
