import type { REST } from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import type { ChannelNames, NameOutcome } from '#src/outbox/tickers.ts';
import { outcomeOfFailure } from './failures.ts';

const REQUEST_TIMEOUT_MS = 6_000;

/** Classifies a failed request about a name. */
function outcomeOfFailedName(error: unknown): NameOutcome {
  const outcome = outcomeOfFailure(error);
  switch (outcome.type) {
    case 'stopped':
      return { type: 'stopped', code: outcome.code, detail: outcome.detail };
    case 'invalid':
      return outcome.code === undefined
        ? { type: 'later', retryAfterMs: null, mayArrive: false }
        : { type: 'stopped', code: outcome.code, detail: outcome.detail };
    case 'refused':
      return { type: 'later', retryAfterMs: outcome.retryAfterMs, mayArrive: false };
    case 'unexplained':
      return outcome.code === null || outcome.retryAfterMs !== null
        ? { type: 'later', retryAfterMs: outcome.retryAfterMs, mayArrive: false }
        : { type: 'unexplained', code: outcome.code, detail: outcome.detail };
    case 'ambiguous':
      return { type: 'later', retryAfterMs: null, mayArrive: true };
    case 'sent':
      return { type: 'later', retryAfterMs: null, mayArrive: false };
    case 'unauthorized':
      return outcome;
    default:
      return outcome satisfies never;
  }
}

/**
 * Requests names of channels. The limit of renames (two in ten minutes, discord-api-docs#1900) is not in the headers of
 * earlier answers. It is answered with 429 and a wait of minutes, which the caller stores. Meanwhile no other request
 * waits, because the client rejects instead (`rest/outbox-rest.ts`).
 */
export function createChannelNames(rest: REST): ChannelNames {
  async function request(make: (signal: AbortSignal) => Promise<unknown>): Promise<NameOutcome> {
    try {
      const answer = await make(AbortSignal.timeout(REQUEST_TIMEOUT_MS));
      const name = typeof answer === 'object' && answer !== null && 'name' in answer ? answer.name : null;
      return typeof name === 'string'
        ? { type: 'done', name }
        : { type: 'later', retryAfterMs: null, mayArrive: true };
    } catch (error) {
      return outcomeOfFailedName(error);
    }
  }
  return {
    rename: (channelId, name) =>
      request((signal) => rest.patch(Routes.channel(channelId), { body: { name }, signal })),
    read: (channelId) => request((signal) => rest.get(Routes.channel(channelId), { signal })),
  };
}
