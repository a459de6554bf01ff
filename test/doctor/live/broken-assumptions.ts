import { MessageFlags } from 'discord-api-types/v10';
import type { LocalDiscordOptions } from '../../../sandbox/discord/local-discord.ts';
import type { RestAnswer, RestRequest } from '../../../sandbox/discord/rest/route.ts';
import type { LiveFixture } from './live-fixture.ts';

/** One assumption that does not hold, and what the doctor is expected to see. */
export interface BrokenAssumption {
  readonly probe: string;
  readonly name: string;
  readonly options?: LocalDiscordOptions;
  readonly breakIt?: (fixture: LiveFixture) => void;
  readonly seen: RegExp;
}

const ONE_MESSAGE = '/channels/:channelId/messages/:messageId';
const MESSAGES = '/channels/:channelId/messages';

/** Changes what Discord answers to a method and route. */
const changed =
  (method: string, route: string, change: (answer: RestAnswer, request: RestRequest) => RestAnswer) =>
  ({ discord }: LiveFixture): void =>
    void discord.faults.add({ do: 'change-answer', change }, { method, route });

/** Answers with an error instead of processing the request. */
const refused =
  (method: string, route: string, status: number, code: number, times?: number) =>
  ({ discord }: LiveFixture): void =>
    void discord.faults.add(
      { do: 'answer', status, body: { message: 'Broken', code } },
      { method, route, ...(times === undefined ? {} : { times }) },
    );

const withBody = (answer: RestAnswer, fields: object): RestAnswer => ({
  ...answer,
  body: { ...(answer.body as object), ...fields },
});

/** Answers every request after the first with the answer of the first. */
function repeatFirst(): (answer: RestAnswer) => RestAnswer {
  let first: RestAnswer | null = null;
  return (answer) => {
    first ??= answer;
    return first;
  };
}

/** Every assumption, broken in one way or several. */
export const brokenAssumptions: readonly BrokenAssumption[] = [
  {
    probe: 'nonce-window',
    name: 'a nonce that is forgotten after 50 s',
    options: { nonceWindowMs: 50_000 },
    seen: /posted once after 30 s, and twice after 70 s/,
  },
  {
    probe: 'nonce-window',
    name: 'a nonce that is not honoured',
    options: { nonceWindowMs: -1 },
    seen: /^ +seen: twice after 30 s/,
  },
  {
    probe: 'nonce-two-connections',
    name: 'two messages of two requests at once',
    options: { nonceWindowMs: -1 },
    seen: /two messages/,
  },
  {
    probe: 'nonce-in-forum',
    name: 'a forum that honours the nonce',
    breakIt: changed('POST', '/channels/:channelId/threads', repeatFirst()),
    seen: /one post/,
  },
  {
    probe: 'clock',
    name: 'a Date that is a minute behind',
    breakIt: (fixture) =>
      changed('POST', MESSAGES, (answer) => ({
        ...answer,
        headers: { ...answer.headers, date: new Date(fixture.clock.now() - 60_000).toUTCString() },
      }))(fixture),
    seen: /the id and Date differ by (59|60)\.\d s/,
  },
  {
    probe: 'clock',
    name: 'no Date',
    breakIt: changed('POST', MESSAGES, (answer) => ({ ...answer, headers: { ...answer.headers, date: '' } })),
    seen: /an answer without a Date header/,
  },
  {
    probe: 'order',
    name: 'a list that is oldest first',
    breakIt: changed('GET', MESSAGES, (answer) => ({
      ...answer,
      body: (answer.body as unknown[]).toReversed(),
    })),
    seen: /begins with the nearest; 3 of 3 messages, or another order/,
  },
  {
    probe: 'order',
    name: 'a list that begins with the newest',
    breakIt: ({ discord, channelId }) =>
      void discord.faults.add(
        {
          do: 'change-answer',
          change: (answer) => ({ ...answer, body: [discord.messages(channelId).at(-1)?.payload] }),
        },
        { method: 'GET', route: MESSAGES, where: ({ query }) => query.get('limit') === '1' },
      ),
    seen: /the list does not begin with the nearest/,
  },
  {
    probe: 'order',
    name: 'ids that decrease',
    breakIt(fixture) {
      let id = 10n ** 17n;
      changed('POST', MESSAGES, (answer) => {
        id -= 1n;
        return withBody(answer, { id: String(id) });
      })(fixture);
    },
    seen: /ids do not increase/,
  },
  {
    probe: 'order',
    name: 'a history that cannot be read',
    breakIt: ({ discord, channelId }) => discord.setListable(channelId, false),
    seen: /status 500, then status 500/,
  },
  {
    probe: 'empty-page',
    name: 'a refusal for the deleted message',
    breakIt: refused('GET', ONE_MESSAGE, 403, 50_013),
    seen: /status 403 with code 50013 by id/,
  },
  {
    probe: 'empty-page',
    name: 'a deletion that is refused',
    breakIt: refused('DELETE', ONE_MESSAGE, 403, 50_013, 1),
    seen: /status 403 with code 50013 for the deletion; 1 messages in the list; status 200 by id/,
  },
  {
    probe: 'empty-page',
    name: 'a list that still has the deleted message',
    breakIt: (fixture) => {
      let deletedId = '';
      fixture.discord.onMessage(({ kind, message }) => {
        if (kind === 'deleted') deletedId = message.id;
      });
      changed('GET', MESSAGES, (answer) => ({ ...answer, body: [{ id: deletedId }] }))(fixture);
    },
    seen: /1 messages in the list/,
  },
  {
    probe: 'suppressed-embeds',
    name: 'an answer that has the embeds',
    breakIt: changed('PATCH', ONE_MESSAGE, (answer, { body }) =>
      withBody(answer, { embeds: (body as { embeds?: unknown }).embeds ?? [] }),
    ),
    seen: /1 embeds in the answer, with the flag/,
  },
  {
    probe: 'suppressed-embeds',
    name: 'an answer without the flag',
    breakIt: changed('PATCH', ONE_MESSAGE, (answer) => withBody(answer, { flags: 0 })),
    seen: /0 embeds in the answer, without the flag/,
  },
  {
    probe: 'suppressed-embeds',
    name: 'a refused edit',
    breakIt: refused('PATCH', ONE_MESSAGE, 403, 50_013),
    seen: /status 403 with code 50013/,
  },
  {
    probe: 'rate-limit-headers',
    name: 'answers that name no limit',
    options: { rateLimits: false },
    seen: /posts: no limit named; edits: no limit named/,
  },
  {
    probe: 'rate-limit-headers',
    name: 'edits that name no limit',
    breakIt: changed('PATCH', ONE_MESSAGE, ({ status, body }) => ({ status, body })),
    seen: /posts: 5 in a window that ends in [\d.]+ s; edits: no limit named/,
  },
  {
    probe: 'rate-limit-answer',
    name: 'a 429 without a time',
    breakIt: ({ discord }) =>
      void discord.faults.add(
        { do: 'rate-limit', retryAfterMs: null },
        { method: 'GET', route: MESSAGES, times: 1 },
      ),
    seen: /no retry_after in the body, Retry-After missing, scope user/,
  },
  {
    probe: 'rate-limit-answer',
    name: 'a 429 without a scope',
    breakIt: changed('GET', MESSAGES, (answer) => ({
      ...answer,
      headers: Object.fromEntries(
        Object.entries(answer.headers ?? {}).filter(([name]) => name !== 'x-ratelimit-scope'),
      ),
    })),
    seen: /retry_after [\d.]+, Retry-After 1, scope missing/,
  },
  {
    probe: 'rate-limit-answer',
    name: 'a 429 whose header names no time',
    breakIt: changed('GET', MESSAGES, (answer) => ({
      ...answer,
      headers: Object.fromEntries(
        Object.entries(answer.headers ?? {}).filter(([name]) => name !== 'retry-after'),
      ),
    })),
    seen: /retry_after [\d.]+, Retry-After missing, scope user/,
  },
  {
    probe: 'rate-limit-answer',
    name: 'a 429 as a page',
    breakIt: ({ discord }) =>
      void discord.faults.add(
        { do: 'answer', status: 429, body: '<html>' },
        { method: 'GET', route: MESSAGES, times: 1 },
      ),
    seen: /no retry_after in the body, Retry-After missing, scope missing/,
  },
  {
    probe: 'thread-twice',
    name: 'another code',
    breakIt: ({ discord }) => {
      let threads = 0;
      const isSecond = (): boolean => {
        threads += 1;
        return threads === 2;
      };
      discord.faults.add(
        { do: 'answer', status: 400, body: { message: 'Broken', code: 50_035 } },
        { method: 'POST', route: `${ONE_MESSAGE}/threads`, where: isSecond },
      );
    },
    seen: /status 400 with code 50035 for the second/,
  },
  {
    probe: 'thread-twice',
    name: 'a second thread',
    breakIt: changed('POST', `${ONE_MESSAGE}/threads`, repeatFirst()),
    seen: /status 201 for the second/,
  },
  {
    probe: 'archived-thread',
    name: 'an edit that Discord accepts',
    breakIt: changed('PATCH', ONE_MESSAGE, (_answer, { params }) => ({
      status: 200,
      body: { id: params['messageId'] },
    })),
    seen: /archived: status 200; edited: status 200; opened/,
  },
  {
    probe: 'archived-thread',
    name: 'a thread that cannot be opened',
    breakIt: ({ discord }) =>
      void discord.faults.add(
        { do: 'answer', status: 403, body: { message: 'Broken', code: 50_013 } },
        {
          method: 'PATCH',
          route: '/channels/:channelId',
          where: ({ body }) => !(body as { archived: boolean }).archived,
        },
      ),
    seen: /opened: status 403 with code 50013; edited: status 400 with code 50083/,
  },
  {
    probe: 'publishing',
    name: 'an answer without the flag',
    breakIt: changed('POST', `${ONE_MESSAGE}/crosspost`, (answer) =>
      answer.status === 200 ? withBody(answer, { flags: 0 }) : answer,
    ),
    seen: /status 200 without the flag, then status 400 with code 40033/,
  },
  {
    probe: 'publishing',
    name: 'an answer that names no limit',
    breakIt: changed('POST', `${ONE_MESSAGE}/crosspost`, ({ status, body }) => ({ status, body })),
    seen: /with the flag, then status 400 with code 40033; no limit named/,
  },
  {
    probe: 'publishing',
    name: 'a second time that is accepted',
    breakIt: changed('POST', `${ONE_MESSAGE}/crosspost`, repeatFirst()),
    seen: /status 200 with the flag, then status 200/,
  },
  {
    probe: 'closed-direct-messages',
    name: 'another code',
    breakIt: ({ discord }) =>
      void discord.faults.add(
        { do: 'answer', status: 403, body: { message: 'Broken', code: 50_013 } },
        { method: 'POST', route: MESSAGES },
      ),
    seen: /status 403 with code 50013/,
  },
  {
    probe: 'closed-direct-messages',
    name: 'another code when the channel is opened',
    breakIt: refused('POST', '/users/@me/channels', 400, 50_033),
    seen: /status 400 with code 50033 when opening/,
  },
  {
    probe: 'components-v2',
    name: 'a history and messages that cannot be read',
    breakIt(fixture) {
      fixture.discord.setListable(fixture.channelId, false);
      refused('GET', ONE_MESSAGE, 500, 0)(fixture);
    },
    seen: /status 500 for the list, without the message; status 500 by id/,
  },
  {
    probe: 'components-v2',
    name: 'a list without the container',
    breakIt: changed('GET', MESSAGES, (answer) => ({ ...answer, body: [] })),
    seen: /status 200 for the list, without the message; status 200 by id/,
  },
  {
    probe: 'embed-size',
    name: 'a lower limit',
    breakIt: refused('POST', MESSAGES, 400, 50_035),
    seen: /status 400 with code 50035 for 6,000 characters/,
  },
  {
    probe: 'embed-size',
    name: 'no limit',
    breakIt: changed('POST', MESSAGES, repeatFirst()),
    seen: /status 200 for 6,000 characters, status 200 for one more/,
  },
  {
    probe: 'silent-message',
    name: 'an answer without the flag',
    breakIt: changed('POST', MESSAGES, (answer) =>
      withBody(answer, {
        flags: (answer.body as { flags: number }).flags & ~MessageFlags.SuppressNotifications,
      }),
    ),
    seen: /flags 0 in the answer/,
  },
];
