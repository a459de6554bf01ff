import type { RESTOptions } from 'discord.js';
import type { Clocks } from '#src/chain/elapsed.ts';
import type { ClockReading } from './read-back-window.ts';

/** discord.js's request function. */
export type MakeRequest = RESTOptions['makeRequest'];

/**
 * Offset of Discord's clock, measured from its responses. Message ids follow Discord's clock, and the local clock may
 * be wrong.
 */
export interface DiscordClock {
  read(): ClockReading;
  /** Returns Discord's time as far as it is known, epoch ms; the local clock's before the first response. */
  now(): number;
  /** Wraps a request function and reads the `Date` header of every response. */
  observe(makeRequest: MakeRequest): MakeRequest;
}

/** The header has a resolution of one second, so on average it is half a second behind. */
const HEADER_ROUNDING_MS = 500;

/** Returns whether Discord sent the response. Responses of a proxy have the proxy's clock and are ignored. */
function isDiscordResponse({
  status,
  headers,
}: {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
}): boolean {
  return status === 204 || headers.get('content-type')?.startsWith('application/json') === true;
}

/**
 * Measures Discord's clock. Between two responses its time advances by the monotonic clock, so that an attempt just
 * after the local clock was set is stored with its real offset.
 */
export function createDiscordClock({ now, monotonic }: Clocks): DiscordClock {
  /** How far Discord's clock is ahead of the monotonic one, ms. */
  let aheadOfMonotonicMs: number | null = null;
  return {
    now: () => (aheadOfMonotonicMs === null ? now() : Math.round(aheadOfMonotonicMs + monotonic())),
    read() {
      const at = now();
      return {
        now: at,
        clockOffsetMs: aheadOfMonotonicMs === null ? null : Math.round(aheadOfMonotonicMs + monotonic() - at),
      };
    },
    observe: (makeRequest) => async (url, init) => {
      const answer = await makeRequest(url, init);
      const dateMs = Date.parse(answer.headers.get('date') ?? '');
      if (isDiscordResponse(answer) && Number.isFinite(dateMs))
        aheadOfMonotonicMs = dateMs + HEADER_ROUNDING_MS - monotonic();
      return answer;
    },
  };
}
