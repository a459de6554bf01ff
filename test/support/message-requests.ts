import type { LocalDiscord, RecordedRequest } from '../../sandbox/discord/local-discord.ts';
import { untilHeard } from './until-heard.ts';

/** The requests that ask Discord to post a message into a channel, as they come. */
export interface MessageRequests {
  readonly all: readonly RecordedRequest[];
  /** Waits for so many requests, and answers them. */
  until(count: number): Promise<readonly RecordedRequest[]>;
  /** The nonces that they carried. */
  nonces(): readonly unknown[];
}

function nonceOf({ body }: RecordedRequest): unknown {
  return typeof body === 'object' && body !== null && 'nonce' in body ? body.nonce : null;
}

/** Listens from now on. */
export function messageRequests(discord: LocalDiscord): MessageRequests {
  const all: RecordedRequest[] = [];
  discord.onRequest((request) => {
    if (request.method === 'POST' && request.route === '/channels/:channelId/messages') all.push(request);
  });
  return {
    all,
    until: (count) =>
      untilHeard({
        look: () => (all.length >= count ? all : undefined),
        listen: (changed) => discord.onRequest(changed),
        what: () => `${count} requests to post; there were ${all.length}`,
      }),
    nonces: () => all.map(nonceOf),
  };
}
