import { blameOf } from '#src/discord/posting/failures.ts';
import type { HttpAnswer, HttpOutcome, HttpRequest, HttpServer } from '../../edges/http.ts';
import type { DirectMessages } from './direct-messages.ts';
import type { DiscordFault, DiscordFaults, DiscordPart } from './faults.ts';
import type { Limits } from './limits.ts';
import { APPLICATION_ID, adminMember, botUser, channelPayload, messagePayload } from './payloads.ts';
import {
  BOT_ID,
  type DiscordState,
  directChannelIdOf,
  type SimulatedChannel,
  type SimulatedMessage,
} from './state.ts';

/** How long Discord lets requests wait where it names no time of its own, s. */
const LIMIT_SECONDS = 4;
const GLOBAL_LIMIT_SECONDS = 3;
/** Discord's limit of renames of a channel. */
const RENAMES = { most: 2, withinMs: 600_000 };
/** When a message is accepted that nobody waits for any more, ms. */
const LATE_MS = 5_500;

type Body = Parameters<DiscordState['accept']>[0]['body'] & {
  readonly nonce?: string;
  readonly flags?: number;
  readonly name?: string;
};

const refusal = (status: number, code: number, message: string): HttpAnswer => ({
  status,
  body: { code, message },
});
const UNKNOWN_CHANNEL = refusal(404, 10_003, 'Unknown Channel');
const UNKNOWN_MESSAGE = refusal(404, 10_008, 'Unknown Message');
const MISSING_ACCESS = refusal(403, 50_001, 'Missing Access');
const MISSING_PERMISSIONS = refusal(403, 50_013, 'Missing Permissions');
const THREAD_ARCHIVED = refusal(400, 50_083, 'Thread is archived');
const THREAD_LOCKED = refusal(403, 160_005, 'This thread is locked');
const SERVER_ERROR: HttpAnswer = { status: 500, body: { message: '500: Internal Server Error', code: 0 } };
const NO_CONTENT: HttpAnswer = { status: 204 };

/** A system message, and a channel of another type, which are about the message when it is edited. */
const ABOUT_EDITED_MESSAGES = new Set([50_003, 50_008, 50_024]);

/** Whether Discord says that the message or the body of the edit is the cause. */
const blamesEdit = (code: number): boolean =>
  ABOUT_EDITED_MESSAGES.has(code) || ['message', 'body'].includes(blameOf(code));

/** A message that Discord refused for no reason of the bot's. */
export interface RefusedRequest {
  readonly channelId: string;
  readonly status: number;
  readonly code: number;
  /** JSON. */
  readonly body: string;
}

const wordsFor = (fault: DiscordFault | null): string =>
  typeof fault === 'object' && fault !== null ? `${fault.status} ${fault.code}` : (fault ?? '');

const invalidForm = (errors: object): HttpAnswer => ({
  status: 400,
  body: { code: 50_035, message: 'Invalid Form Body', errors },
});
const NOT_WELL_FORMED = { _errors: [{ code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }] };

/** Discord's tree of errors that names every address of these hosts; `null` for none. */
function refusedAddresses(value: unknown, hosts: ReadonlySet<string>): object | null {
  if (hosts.size === 0 || typeof value !== 'object' || value === null) return null;
  const errors = Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const isAddress = (key === 'url' || key === 'icon_url') && typeof inner === 'string';
    if (isAddress) return hosts.has(URL.parse(inner)?.host ?? '') ? [[key, NOT_WELL_FORMED] as const] : [];
    const nested = refusedAddresses(inner, hosts);
    return nested === null ? [] : [[key, nested] as const];
  });
  return errors.length === 0 ? null : Object.fromEntries(errors);
}

/** An answer of the bot to a person. */
export interface InteractionAnswer {
  readonly token: string;
  readonly body: unknown;
}

/**
 * Discord's REST interface, as far as the bot uses it.
 * @param deps.onAnswer receives what the bot answers to commands and buttons
 * @param deps.later runs something after so many ms, whatever becomes of the bot
 */
export function createDiscordServer(deps: {
  readonly state: DiscordState;
  readonly directMessages: DirectMessages;
  readonly faults: DiscordFaults;
  readonly limits: Limits;
  readonly timeOf: (at: number) => number;
  readonly now: () => number;
  readonly latency: () => number;
  readonly later: (ms: number, run: () => void) => void;
  /** How many shards Discord recommends. */
  readonly shards: number;
  readonly onAnswer: (answer: InteractionAnswer) => void;
  readonly onRequest: (text: string) => void;
  /** The bot asked to post; `limitedMs` is how long it is told to wait, from the answer on. */
  readonly onPost: (channelId: string, limitedMs: number | null) => void;
  /** The bot asked for a page of messages after this id. */
  readonly onRead: (read: { readonly channelId: string; readonly after: bigint }) => void;
  /** A fault or a limit touched a request. */
  readonly onFault: () => void;
  /** Discord refused a request for no reason of the bot's. */
  readonly onRefusal: (refused: RefusedRequest) => void;
}): HttpServer {
  const { state, directMessages, faults, limits, timeOf, now, latency, later } = deps;
  const { onAnswer, onRequest, onPost, onRead, onFault, onRefusal } = deps;
  const payload = (message: SimulatedMessage) => messagePayload(message, timeOf);

  function post(channel: SimulatedChannel, body: Body): HttpAnswer {
    if (channel.denied.has('view')) return MISSING_ACCESS;
    if (channel.denied.has('send')) return MISSING_PERMISSIONS;
    const refused = channel.recipientId === null ? null : directMessages.refusalOf(channel.recipientId);
    if (refused !== null) return refusal(403, refused, 'Cannot send messages to this user');
    if (channel.thread === 'locked') return THREAD_LOCKED;
    const errors = refusedAddresses(body, state.refusedHosts);
    if (errors !== null) return invalidForm(errors);
    channel.thread = 'open';
    const embeds = channel.denied.has('embed') ? [] : (body.embeds ?? []);
    const message = state.accept({
      channelId: channel.id,
      authorId: BOT_ID,
      nonce: body.nonce ?? null,
      body: { ...body, embeds },
    });
    return message.deletedAt === null ? { status: 200, body: payload(message) } : UNKNOWN_MESSAGE;
  }

  /** Opens direct messages, or answers again with those that are open. That somebody accepts none shows when something is posted. */
  function open(userId: string): HttpAnswer {
    if (!state.hasDirectMessages(userId) && directMessages.refusalOf(userId) === 50_278)
      return refusal(403, 50_278, 'Cannot send messages to this user due to having no mutual guilds');
    return { status: 200, body: channelPayload(state.directMessageChannel(userId)) };
  }

  /** Opens an archived thread, which whoever may write there may do unless it is locked. */
  function openThread(channel: SimulatedChannel): HttpAnswer {
    if (channel.thread === 'locked') return MISSING_PERMISSIONS;
    channel.thread = 'open';
    return { status: 200, body: channelPayload(channel) };
  }

  function rename(channel: SimulatedChannel, name: string): HttpAnswer {
    const within = channel.renames.filter(({ at }) => now() - at < RENAMES.withinMs);
    const [first] = within;
    if (within.length >= RENAMES.most && first !== undefined) {
      channel.renamesBeyondLimit.push(now());
      const seconds = (first.at + RENAMES.withinMs - now()) / 1_000;
      return {
        status: 429,
        body: { message: 'You are being rate limited.', retry_after: seconds, global: false },
        headers: { 'retry-after': String(seconds), 'x-ratelimit-scope': 'shared' },
      };
    }
    channel.renames.push({ at: now(), name });
    channel.name = name;
    return { status: 200, body: channelPayload(channel) };
  }

  function edit(channel: SimulatedChannel, messageId: string, body: Body): HttpAnswer {
    if (channel.denied.has('view')) return MISSING_ACCESS;
    if (messageId === '' && body.name !== undefined) return rename(channel, body.name);
    if (messageId === '') return openThread(channel);
    if (channel.thread !== 'open') return THREAD_ARCHIVED;
    const errors = refusedAddresses(body, state.refusedHosts);
    if (errors !== null) return invalidForm(errors);
    const message = channel.messages.find(({ id }) => id === messageId);
    if (message === undefined || message.deletedAt !== null) return UNKNOWN_MESSAGE;
    if (body.content !== undefined) {
      message.content = body.content;
      message.allowedMentions.push(body.allowed_mentions);
    }
    if (body.embeds !== undefined) message.embeds = channel.denied.has('embed') ? [] : body.embeds;
    if (body.components !== undefined) message.components = body.components;
    message.edits.push(now());
    return { status: 200, body: payload(message) };
  }

  function publish(channel: SimulatedChannel, messageId: string): HttpAnswer {
    const message = channel.messages.find(({ id }) => id === messageId);
    if (message === undefined || message.deletedAt !== null) return UNKNOWN_MESSAGE;
    message.publishedAt ??= now();
    return { status: 200, body: payload(message) };
  }

  function read(channel: SimulatedChannel, messageId: string, { url }: HttpRequest): HttpAnswer {
    if (channel.denied.has('view')) return MISSING_ACCESS;
    if (messageId !== '') {
      if (channel.denied.has('history')) return MISSING_ACCESS;
      const message = channel.messages.find(({ id }) => id === messageId);
      return message === undefined || message.deletedAt !== null
        ? UNKNOWN_MESSAGE
        : { status: 200, body: payload(message) };
    }
    if (!url.pathname.endsWith('/messages')) return { status: 200, body: channelPayload(channel) };
    if (!channel.isListable) return SERVER_ERROR;
    if (channel.denied.has('history')) return { status: 200, body: [] };
    const after = BigInt(url.searchParams.get('after') ?? 0);
    const limit = Number(url.searchParams.get('limit') ?? 50);
    // Ids grow, so the newer ones stand at the end; there may be thousands before them.
    const last = channel.messages.findLastIndex(({ id }) => BigInt(id) <= after);
    const newer = channel.messages.slice(last + 1).filter(({ deletedAt }) => deletedAt === null);
    const found = newer.slice(0, limit);
    onRead({ channelId: channel.id, after });
    return { status: 200, body: found.toReversed().map(payload) };
  }

  /** What a request about a channel comes to, without faults. */
  function answerOf(part: ReturnType<typeof partOf>, channelId: string, request: HttpRequest): HttpAnswer {
    const channel = state.channels.get(channelId);
    if (channel === undefined) return UNKNOWN_CHANNEL;
    const [messageId = '', last = ''] = request.url.pathname.split('/').slice(6);
    const body = JSON.parse(request.body ?? '{}') as Body;
    if (part === 'read') return read(channel, messageId, request);
    if (part === 'post') return post(channel, body);
    return last === 'crosspost' ? publish(channel, messageId) : edit(channel, messageId, body);
  }

  function refuseEdits(channelId: string, { url }: HttpRequest): void {
    const [messageId] = url.pathname.split('/').slice(6);
    const message = state.channels.get(channelId)?.messages.find(({ id }) => id === messageId);
    if (message !== undefined) message.isEditRefused = true;
  }

  function faulty(fault: DiscordFault, accept: () => HttpAnswer): HttpOutcome {
    const afterMs = latency();
    const answer = (given: () => HttpAnswer, ms = afterMs): HttpOutcome => ({
      type: 'answer',
      afterMs: ms,
      answer: given,
    });
    if (typeof fault !== 'string')
      return answer(() => refusal(fault.status, fault.code, 'A refusal that nobody expects'));
    if (fault.startsWith('accept') && fault !== 'accept late') accept();
    switch (fault) {
      case 'fail':
      case 'accept and fail':
        return answer(() => SERVER_ERROR);
      case 'reset':
      case 'accept and reset':
        return { type: 'fails', afterMs, code: 'ECONNRESET' };
      case 'hang':
      case 'accept and hang':
        return { type: 'hangs' };
      case 'accept late':
        later(LATE_MS, accept);
        return { type: 'hangs' };
      case 'slow':
        return answer(accept, 3_000 + afterMs);
      case 'refuse connection':
        return { type: 'fails', afterMs, code: 'ECONNREFUSED' };
      case 'html':
        return answer(() => ({
          status: 502,
          body: '<html>Bad gateway</html>',
          headers: { 'content-type': 'text/html' },
        }));
      case 'accept and answer garbage':
        return answer(() => ({ status: 200, body: 'ok', headers: { 'content-type': 'text/plain' } }));
      case 'limit':
        return answer(() => ({
          status: 429,
          body: { message: 'You are being rate limited.', retry_after: LIMIT_SECONDS, global: false },
          headers: { 'retry-after': String(LIMIT_SECONDS), 'x-ratelimit-scope': 'shared' },
        }));
      case 'limit globally':
        return answer(() => ({
          status: 429,
          body: { message: 'You are being rate limited.', retry_after: GLOBAL_LIMIT_SECONDS, global: true },
          headers: {
            'retry-after': String(GLOBAL_LIMIT_SECONDS),
            'x-ratelimit-global': 'true',
            'x-ratelimit-scope': 'global',
          },
        }));
    }
  }

  function partOf({ method, url }: HttpRequest): 'read' | 'post' | 'edit' {
    if (method === 'GET') return 'read';
    return method === 'POST' && !url.pathname.endsWith('/crosspost') ? 'post' : 'edit';
  }

  const channelRequest = (channelId: string, request: HttpRequest): HttpOutcome => {
    const part = partOf(request);
    const userId = part === 'post' ? (state.channels.get(channelId)?.recipientId ?? null) : null;
    return disturbed({ part, channelId, userId, request }, () => answerOf(part, channelId, request));
  };

  function openRequest(request: HttpRequest): HttpOutcome {
    const { recipient_id } = JSON.parse(request.body ?? '{}') as { readonly recipient_id: string };
    const asked = { part: 'open', channelId: directChannelIdOf(recipient_id), request } as const;
    return disturbed({ ...asked, userId: recipient_id }, () => open(recipient_id));
  }

  /**
   * What becomes of a request with the faults and limits of its channel.
   * @param asked.userId whom it is to reach; `null` for nobody in particular
   */
  function disturbed(
    asked: {
      readonly part: Exclude<DiscordPart, 'any'>;
      readonly channelId: string;
      readonly userId: string | null;
      readonly request: HttpRequest;
    },
    respond: () => HttpAnswer,
  ): HttpOutcome {
    const { part, channelId, userId, request } = asked;
    const fault = faults.next(channelId, part);
    const { allowed, headers } = limits.take(`${part} ${channelId}`);
    const poison =
      part === 'read' || part === 'open' ? null : faults.poisonOf(part, channelId, request.body ?? '');
    onRequest(
      `${part} ${channelId.slice(-3)} ${wordsFor(fault)}${poison ?? ''}${allowed ? '' : 'over its limit'}`,
    );
    if (typeof fault === 'object' && fault !== null && request.body !== null)
      onRefusal({ channelId, ...fault, body: request.body });
    if (typeof fault === 'object' && fault !== null && part === 'edit' && blamesEdit(fault.code))
      refuseEdits(channelId, request);
    if (part === 'post') onPost(channelId, fault === 'limit' ? LIMIT_SECONDS * 1_000 : null);
    if (fault !== null || poison !== null || !allowed) onFault();
    const noteTry = (status: number | null): void => {
      if (userId === null || (part !== 'post' && part !== 'open')) return;
      const seen = status === 200 ? 'accepted' : status === 403 ? 'refused' : 'unknown';
      directMessages.note({ userId, what: part, answer: seen });
    };
    if (fault !== null) {
      noteTry(null);
      return faulty(fault, respond);
    }
    const answer = (): HttpAnswer => {
      if (!allowed)
        return {
          status: 429,
          body: {
            message: 'You are being rate limited.',
            retry_after: Number(headers['retry-after']),
            global: false,
          },
        };
      if (poison === 400) return refusal(400, 50_035, 'Invalid Form Body');
      if (poison === 500) return SERVER_ERROR;
      return respond();
    };
    // What Discord does, it does when the request arrives; the answer takes its way back.
    const done = answer();
    noteTry(done.status);
    return {
      type: 'answer',
      afterMs: latency(),
      answer: () => ({ ...done, headers: { ...headers, ...done.headers } }),
    };
  }

  function otherRequest({ method, url, body }: HttpRequest): HttpAnswer {
    const [first = '', second = '', third = '', fourth = ''] = url.pathname.split('/').slice(3);
    const known = { id: APPLICATION_ID, name: 'gavel', flags: 0, bot: botUser };
    if (first === 'gateway')
      return {
        status: 200,
        body: {
          url: 'wss://gateway.simulated',
          shards: deps.shards,
          session_start_limit: {
            total: 1_000,
            remaining: 1_000,
            reset_after: 86_400_000,
            max_concurrency: deps.shards,
          },
        },
      };
    if (first === 'interactions') {
      onAnswer({ token: third, body: JSON.parse(body ?? '{}') });
      return NO_CONTENT;
    }
    if (first === 'webhooks') {
      onAnswer({ token: third, body: { type: 0, data: JSON.parse(body ?? '{}') as unknown } });
      return {
        status: 200,
        body: { id: state.newId(), channel_id: '0', content: '', embeds: [], author: botUser },
      };
    }
    if (first === 'applications' && third === 'commands') {
      const commands = JSON.parse(body ?? '[]') as readonly object[];
      return method === 'GET'
        ? { status: 200, body: [] }
        : {
            status: 200,
            body: commands.map((command, position) => ({ ...command, id: String(930_000 + position) })),
          };
    }
    if (first === 'applications' || first === 'oauth2') return { status: 200, body: known };
    if (first === 'users') return { status: 200, body: botUser };
    if (first === 'guilds' && third === 'members') return { status: 200, body: adminMember };
    throw new Error(`The simulated Discord does not know ${method} ${first}/${second}/${third}/${fourth}.`);
  }

  function outcomeOf(request: HttpRequest): HttpOutcome {
    const [kind, id = '', part] = request.url.pathname.split('/').slice(3);
    if (kind === 'channels') return channelRequest(id, request);
    if (kind === 'users' && part === 'channels') return openRequest(request);
    return { type: 'answer', afterMs: latency(), answer: () => otherRequest(request) };
  }

  return (request) => {
    const outcome = outcomeOf(request);
    if (outcome.type !== 'answer') return outcome;
    return {
      ...outcome,
      answer: () => {
        const { headers, ...given } = outcome.answer();
        return { ...given, headers: { date: new Date(timeOf(now())).toUTCString(), ...headers } };
      },
    };
  };
}
