import type { RESTOptions } from 'discord.js';
import type { ClockReading } from '../domain/search-window.ts';

/** How requests to Discord are made. */
export type MakeRequest = RESTOptions['makeRequest'];

/** Discord's clock, read off its answers: ids of messages go by it, and ours may be wrong. */
export interface DiscordClock {
  read(): ClockReading;
  /** Makes requests in the same way, and looks at the time of every answer. */
  reading(makeRequest: MakeRequest): MakeRequest;
}

/** The header tells whole seconds; on average half a second of it is gone. */
const HALF_A_SECOND_MS = 500;

/** A page of something before Discord goes by a clock of its own. */
function isOfDiscord({
  status,
  headers,
}: {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
}): boolean {
  return status === 204 || headers.get('content-type')?.startsWith('application/json') === true;
}

/** @param now our own time, epoch ms */
export function createDiscordClock(now: () => number): DiscordClock {
  let aheadMs: number | null = null;
  return {
    read: () => ({ now: now(), aheadMs }),
    reading: (makeRequest) => async (url, init) => {
      const answer = await makeRequest(url, init);
      const toldAt = Date.parse(answer.headers.get('date') ?? '');
      if (isOfDiscord(answer) && Number.isFinite(toldAt)) aheadMs = toldAt + HALF_A_SECOND_MS - now();
      return answer;
    },
  };
}
