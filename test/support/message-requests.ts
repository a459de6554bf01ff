import type { LocalDiscord, RecordedRequest } from '../../sandbox/discord/local-discord.ts';
import { waitUntil } from './wait-until.ts';

/** The recorded requests that create a message. */
export interface MessageRequests {
  readonly all: readonly RecordedRequest[];
  /** Waits until there are `count` requests, and returns all of them. */
  until(count: number): Promise<readonly RecordedRequest[]>;
  /** The nonces of these requests. */
  nonces(): readonly unknown[];
}

function nonceOf({ body }: RecordedRequest): unknown {
  return typeof body === 'object' && body !== null && 'nonce' in body ? body.nonce : null;
}

/** Records requests from now on. */
export function messageRequests(discord: LocalDiscord): MessageRequests {
  const all: RecordedRequest[] = [];
  discord.onRequest((request) => {
    if (request.method === 'POST' && request.route === '/channels/:channelId/messages') all.push(request);
  });
  return {
    all,
    until: (count) =>
      waitUntil({
        read: () => (all.length >= count ? all : undefined),
        listen: (changed) => discord.onRequest(changed),
        what: () => `${count} create message requests; there were ${all.length}`,
      }),
    nonces: () => all.map(nonceOf),
  };
}
