import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import { GavelError } from '#src/chain/errors.ts';
import type { EditOutcome, OpenOutcome, SendOutcome } from '#src/outbox/posting.ts';
import { UnconfirmedTokenRefusal } from '../rest/token-check.ts';

/**
 * The cause of a refusal, by JSON error code. `closed` and `channel`: the channel, permanently or until something
 * changes. `person`: the recipient of direct messages. `body`: the content of the request. `message`: the posted
 * message that should be changed. `limit`: a rate limit, or a feature that Discord disabled temporarily. `published`:
 * nothing, because it is already published. `nothing`: all other codes, including those that no request of the bot can
 * cause. Such a refusal may have any cause (`outbox/refusal-brake.ts`).
 */
export type Blame = 'closed' | 'channel' | 'person' | 'body' | 'message' | 'limit' | 'published' | 'nothing';

/**
 * Every code of Discord's list (Discord docs: Opcodes and Status Codes, JSON; `RESTJSONErrorCodes`), by its cause. A
 * test compares the two. An unlisted code names no cause.
 */
export const CODES: Readonly<Record<Blame, readonly number[]>> = {
  closed: [10003, 10004],
  channel: [
    // A forum; the bot is banned; a location; missing access, permission, text channel or verification; the channel
    // type.
    40058,
    40007, 50095, 50001, 50013, 50008, 50009, 50003, 50024,
    // An archived or locked thread, and too many active ones to open it.
    50083, 160005, 160006, 160007,
  ],
  person: [10013, 50007, 50033, 50278],
  body: [
    // Form, size, files, stickers and emojis, references, automatic moderation, polls.
    50035, 50006, 50068, 50109, 40005, 30015, 50045, 50046, 50110, 50123, 50124, 50138, 50146, 50159, 50160,
    50161, 50192, 400001, 10014, 10060, 50080, 50081, 50151, 50600, 170001, 170002, 170003, 170004, 170005,
    170006, 170007, 160002, 160009, 160010, 160014, 20009, 200000, 200001, 240000, 520002, 520004,
  ],
  message: [10008, 50005, 50021, 50162, 520003],
  limit: [20016, 20022, 20028, 20029, 30046, 40003, 40004, 40006, 40062, 130000],
  published: [40033],
  nothing: [
    0, 10001, 10002, 10005, 10006, 10007, 10009, 10010, 10011, 10012, 10015, 10016, 10020, 10021, 10026,
    10027, 10028, 10029, 10030, 10031, 10032, 10033, 10036, 10038, 10049, 10050, 10057, 10059, 10061, 10062,
    10063, 10065, 10066, 10067, 10068, 10069, 10070, 10071, 10087, 10097, 10124, 10129, 20001, 20002, 20012,
    20015, 20017, 20018, 20024, 20031, 20035, 30001, 30002, 30003, 30004, 30005, 30007, 30008, 30010, 30011,
    30013, 30016, 30018, 30019, 30030, 30031, 30032, 30033, 30034, 30035, 30037, 30038, 30039, 30040, 30042,
    30045, 30047, 30048, 30052, 30056, 30058, 30060, 30061, 40001, 40002, 40009, 40012, 40018, 40019, 40032,
    40041, 40043, 40060, 40061, 40066, 40067, 40074, 40094, 40333, 50002, 50004, 50010, 50011, 50012, 50014,
    50015, 50016, 50017, 50019, 50020, 50025, 50026, 50027, 50028, 50034, 50036, 50039, 50041, 50054, 50055,
    50057, 50067, 50070, 50073, 50074, 50084, 50085, 50086, 50091, 50097, 50101, 50131, 50132, 50144, 50145,
    50163, 50167, 50173, 50178, 60003, 80004, 90001, 90002, 110000, 110001, 150006, 160004, 180000, 180002,
    220001, 220002, 220003, 220004, 340015, 350000, 350001, 500000, 520000, 520001, 520006, 530000, 530001,
    530002, 530003, 530004, 530006, 530007,
  ],
};

const BLAME: ReadonlyMap<number, Blame> = new Map(
  Object.entries(CODES).flatMap(([blame, codes]) => codes.map((code) => [code, blame as Blame] as const)),
);

/** Returns the cause that a code names. */
export const blameOf = (code: number | string): Blame => BLAME.get(Number(code)) ?? 'nothing';

/** Bad Request, and too large. */
const STATUSES_OF_BODIES = new Set([400, 413]);
const NOT_FOUND = 404;
/** Returns whether the code is “Unknown Channel”, “Unknown Message” and so on. */
const isUnknown = (code: number): boolean => code > 10_000 && code < 20_000;
const UNKNOWN_MESSAGE = 10008;
/** A block by Cloudflare, reported as JSON (discord-api-docs#6473). */
const BLOCKED = 40333;
const LIMIT_CODE_PAUSE_MS = 60_000;
/** Codes that stop a channel, but concern only the message if it is edited or published. */
const CODES_OF_EDITED_MESSAGES = new Set([50003, 50008, 50024]);
/** An archived or locked thread, and too many active ones to open it. */
const CLOSED_THREAD_CODES = new Set([50083, 160005, 160006, 160007]);

/** System and undici codes of failed connections, so nothing was sent. */
const NOT_SENT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** Error of discord.js after a 401, thrown before any request because it has dropped the token. */
const TOKEN_UNSET = /^Expected token to be set/;
/** A 4xx without a JSON error code comes from a proxy in front of Discord. An early retry would prolong the block. */
const PROXY_ERROR_PAUSE_MS = 30_000;

/**
 * discord.js adds 50 ms to every wait, so this value means that Discord named no time. It is not used as a delay,
 * because retrying every 50 ms would make the limit worse.
 */
const LIBRARY_OFFSET_MS = 50;

function codeOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return null;
}

/** Returns the cause that a refusal names. If its status contradicts its code, it proves nothing. */
function blameIn({ status, code }: DiscordAPIError): Blame {
  const blame = blameOf(code);
  const fits =
    blame === 'body' ? STATUSES_OF_BODIES.has(status) : !isUnknown(Number(code)) || status === NOT_FOUND;
  return fits ? blame : 'nothing';
}

function outcomeOfApiError(error: DiscordAPIError): SendOutcome {
  const { status, code, message } = error;
  const detail = `${status} ${code}: ${message}`;
  if (status === 401) return { type: 'unauthorized' };
  if (typeof code !== 'number')
    return { type: 'unexplained', code: null, retryAfterMs: PROXY_ERROR_PAUSE_MS, detail };
  const blame = blameIn(error);
  switch (blame) {
    case 'closed':
      return { type: 'stopped', state: 'closed', code, detail };
    case 'channel':
    case 'person':
      return { type: 'stopped', state: 'paused', code, detail };
    case 'body':
      return { type: 'invalid', code, detail };
    case 'limit':
      return { type: 'refused', retryAfterMs: LIMIT_CODE_PAUSE_MS, detail };
    case 'message':
      if (code === UNKNOWN_MESSAGE) return { type: 'sent', messageId: null };
      return { type: 'unexplained', code, retryAfterMs: null, detail };
    case 'published':
    case 'nothing':
      return {
        type: 'unexplained',
        code,
        retryAfterMs: code === BLOCKED ? PROXY_ERROR_PAUSE_MS : null,
        detail,
      };
    default:
      return blame satisfies never;
  }
}

/**
 * Classifies a failed request to post a message:
 *
 * | error | meaning |
 * |---|---|
 * | rate limit, known before or reported by a 429 | refused: retry after the reported time, else with a backoff |
 * | a code with the cause `limit` (`CODES`) | refused: retry after a minute |
 * | no connection | refused: retry with a backoff |
 * | 401, confirmed by `rest/token-check.ts`, and every request after it | unauthorized: the bot stops posting |
 * | a code for a deleted channel | the channel queue is closed |
 * | a code about the channel or the user | the channel queue is paused |
 * | 10008 for a repeated nonce | sent: the message was posted and has been deleted since |
 * | a code about the body | invalid: Discord rejects the body |
 * | any other 4xx, a 401 that was not confirmed | unexplained: it may have any cause, so the queue waits |
 * | the same without a JSON error code (a proxy, a ban page), or as 40333 | unexplained: retry after 30 s |
 * | 5xx | ambiguous, and perhaps caused by the message itself (`outbox/server-errors.ts`) |
 * | timeout, reset, closed socket, unreadable answer | ambiguous: it may have been posted |
 */
export function outcomeOfFailure(error: unknown): SendOutcome {
  if (error instanceof RateLimitError) {
    const waitMs = Math.max(error.retryAfter, error.timeToReset);
    return {
      type: 'refused',
      retryAfterMs: waitMs > LIBRARY_OFFSET_MS ? waitMs : null,
      detail: `rate limit (${error.scope})`,
    };
  }
  if (error instanceof DiscordAPIError) return outcomeOfApiError(error);
  if (error instanceof UnconfirmedTokenRefusal)
    return { type: 'unexplained', code: null, retryAfterMs: null, detail: error.message };
  if (error instanceof HTTPError) {
    return { type: 'ambiguous', detail: `status ${error.status}`, serverError: error.status >= 500 };
  }
  if (error instanceof Error && TOKEN_UNSET.test(error.message)) return { type: 'unauthorized' };
  const code = codeOf(error);
  if (code !== null && NOT_SENT_CODES.has(code)) return { type: 'refused', retryAfterMs: null, detail: code };
  const detail = code ?? (error instanceof Error ? error.message : String(error));
  return { type: 'ambiguous', detail, serverError: false };
}

/**
 * Classifies a failed request to edit or publish a message. Both requests can be repeated safely, so all of them are
 * retried later, even if they may have succeeded. After an error about the message itself, the change is abandoned.
 */
export function outcomeOfFailedEdit(error: unknown): EditOutcome {
  const blame = error instanceof DiscordAPIError ? blameIn(error) : null;
  if (blame === 'published') return { type: 'done' };
  const outcome = outcomeOfFailure(error);
  switch (outcome.type) {
    case 'sent':
      return { type: 'impossible', detail: 'the message was deleted' };
    case 'refused':
      return {
        type: 'later',
        retryAfterMs: outcome.retryAfterMs,
        detail: outcome.detail,
        serverError: false,
      };
    case 'unexplained':
      return blame === 'message'
        ? { type: 'impossible', detail: outcome.detail }
        : {
            type: 'later',
            retryAfterMs: outcome.retryAfterMs,
            detail: outcome.detail,
            serverError: false,
            code: outcome.code,
          };
    case 'ambiguous':
      return {
        type: 'later',
        retryAfterMs: null,
        detail: outcome.detail,
        serverError: outcome.serverError,
        mayArrive: true,
      };
    case 'invalid':
      return { type: 'impossible', detail: outcome.detail };
    case 'stopped':
      if (CLOSED_THREAD_CODES.has(outcome.code))
        return { type: 'closed thread', code: outcome.code, isOpened: false, detail: outcome.detail };
      return CODES_OF_EDITED_MESSAGES.has(outcome.code)
        ? { type: 'impossible', detail: outcome.detail }
        : outcome;
    case 'unauthorized':
      return outcome;
    default:
      return outcome satisfies never;
  }
}

/**
 * Classifies a failed request to open a user's direct messages. It can be repeated safely, so it is retried if it may
 * have succeeded, or if the refusal does not name the user as the cause.
 */
export function outcomeOfFailedOpening(error: unknown): OpenOutcome {
  const outcome = outcomeOfFailure(error);
  switch (outcome.type) {
    case 'unauthorized':
      return outcome;
    case 'stopped':
      return { ...outcome, state: 'paused' };
    case 'invalid':
    case 'ambiguous':
      return { type: 'later', retryAfterMs: null, detail: outcome.detail };
    case 'refused':
    case 'unexplained':
      return { ...outcome, type: 'later' };
    case 'sent':
      return { type: 'later', retryAfterMs: null, detail: 'Unknown Message' };
    default:
      return outcome satisfies never;
  }
}

/** Whether Discord refuses the token permanently, as opposed to a transient failure. */
export function isTokenRefusal(error: unknown): boolean {
  return outcomeOfFailure(error).type === 'unauthorized';
}

/** The error for the operator. */
export function tokenRefusedError(cause: unknown): GavelError {
  return new GavelError(
    'DISCORD_UNAUTHORIZED',
    'Discord refuses the token. Set DISCORD_TOKEN to the current one of the Developer Portal.',
    { cause },
  );
}
