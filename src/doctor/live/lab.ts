import type { Clock } from '#src/chain/clock.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Answer, HttpRequest, Send } from '../http-request.ts';
import { createLeftovers, type Leftovers } from './leftovers.ts';
import { requirePosted } from './requirements.ts';
import { NotTriedError, type SendInTurn, type Site } from './site.ts';
import { readCreatedId, type WireMessage } from './wire.ts';

/** What probes work with. Whatever they create through it is deleted afterwards. */
export interface Lab extends Site {
  readonly clock: Clock;
  readonly send: SendInTurn;
  /** Sends a request immediately. Throws `NotTriedError` without an answer. */
  readonly sendNow: SendInTurn;
  /** Posts a message, by `send` by default, and returns Discord's answer. */
  tryPost(body: object, options?: { channelId?: string; send?: SendInTurn }): Promise<Answer>;
  /** Posts a message that is only needed for the probe. Throws `NotTriedError` if Discord refuses it. */
  post(body: object, channelId?: string): Promise<WireMessage>;
  /** Starts a thread and returns Discord's answer. */
  tryStartThread(path: string, body: object): Promise<Answer>;
  /** Returns a text with the mark by which everything of this run is found. */
  mark(text: string): string;
  nonce(): string;
  /** Waits, and shows the remaining time. Throws `NotTriedError` when the run is stopped. */
  wait(ms: number, reason: string): Promise<void>;
}

/** Shared by a lab and the clean-up after it. */
export interface LabDeps {
  readonly send: Send;
  /** Base address of the API, with its version. */
  readonly baseUrl: string;
  readonly token: string;
  readonly clock: Clock;
  /** Aborts when the operator stops the run. */
  readonly signal: AbortSignal;
  /** Identifies everything of this run. */
  readonly runId: string;
  readonly onProgress: (text: string) => void;
}

/** Interval between two requests. Discord allows five messages in five seconds in a channel. */
const INTERVAL_MS = 1_500;
/** Limit of requests in one run; a complete run sends about 100, of which a third deletes. */
const MAX_REQUESTS = 200;
const MAX_PAUSE_S = 60;
const MAX_TRIES = 3;
const PROGRESS_INTERVAL_MS = 1_000;

/** In the form that Discord requires; it may block others (Discord docs: Reference). */
const USER_AGENT = `DiscordBot (gavel, ${packageJson.version})`;

const secondsOf = (ms: number): string => `${Math.max(1, Math.ceil(ms / 1_000))} s`;

/** Sends requests in turn. `isStoppable`: whether stopping the run prevents further requests. */
function createRequests(deps: LabDeps, isStoppable: boolean, count: { requests: number }) {
  const { clock, signal, onProgress } = deps;
  const never = new AbortController().signal;
  let nextAt = clock.monotonic();

  function throwIfStopped(): void {
    if (isStoppable && signal.aborted)
      throw new NotTriedError('the run was stopped', 'Run it again, and let it finish.');
  }

  async function wait(ms: number, reason: string | null): Promise<void> {
    const until = clock.monotonic() + ms;
    for (;;) {
      throwIfStopped();
      const restMs = until - clock.monotonic();
      if (restMs <= 0) return;
      if (reason !== null) onProgress(`${reason}: ${secondsOf(restMs)} left`);
      await clock.sleep(Math.min(restMs, PROGRESS_INTERVAL_MS), isStoppable ? signal : never);
    }
  }

  async function sendNow(method: HttpRequest['method'], path: string, body?: object): Promise<Answer> {
    throwIfStopped();
    count.requests += 1;
    if (isStoppable && count.requests > MAX_REQUESTS)
      throw new NotTriedError(`${MAX_REQUESTS} requests were sent`, 'Run it again at another time.');
    const reply = await deps.send(`${deps.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bot ${deps.token}`, 'user-agent': USER_AGENT },
      ...(body === undefined ? {} : { body }),
    });
    if (!reply.answered)
      throw new NotTriedError(`Discord did not answer: ${reply.reason}`, 'Run it again in a few minutes.');
    return reply;
  }

  async function send(method: HttpRequest['method'], path: string, body?: object): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      await wait(nextAt - clock.monotonic(), null);
      nextAt = clock.monotonic() + INTERVAL_MS;
      const answer = await sendNow(method, path, body);
      const pauseS = Number(answer.headers.get('retry-after') ?? 1);
      if (answer.status !== 429 || tries === MAX_TRIES || !(pauseS <= MAX_PAUSE_S)) return answer;
      await wait(pauseS * 1_000, 'pause requested by Discord');
    }
  }
  return { send, sendNow, wait };
}

/** Creates the lab of a run, and what deletes its traces. */
export function createLab(site: Site, deps: LabDeps): { readonly lab: Lab; readonly leftovers: Leftovers } {
  const count = { requests: 0 };
  const { send, sendNow, wait } = createRequests(deps, true, count);
  // Deleting goes on when the run is stopped.
  const { send: sendAlways } = createRequests(deps, false, count);
  const leftovers = createLeftovers(site, { send: sendAlways, runId: deps.runId });
  let nonces = 0;

  const lab: Lab = {
    ...site,
    clock: deps.clock,
    send,
    sendNow,
    async tryPost(body, options = {}) {
      const channelId = options.channelId ?? site.channel.id;
      const answer = await (options.send ?? send)('POST', `/channels/${channelId}/messages`, {
        allowed_mentions: { parse: [] },
        ...body,
      });
      const id = readCreatedId(answer);
      if (id !== null) leftovers.add('message', `/channels/${channelId}/messages/${id}`);
      return answer;
    },
    async post(body, channelId = site.channel.id) {
      return requirePosted(await lab.tryPost(body, { channelId }));
    },
    async tryStartThread(path, body) {
      const answer = await send('POST', path, body);
      const id = readCreatedId(answer);
      if (id !== null) leftovers.add('thread', `/channels/${id}`);
      return answer;
    },
    mark: (text) => `${text} · Gavel doctor, run ${deps.runId}`,
    nonce() {
      nonces += 1;
      return `${deps.runId}-${nonces}`;
    },
    wait,
  };
  return { lab, leftovers };
}
