import type { REST } from 'discord.js';
import type { Clocks } from '#src/chain/elapsed.ts';

/** Smaller differences are drift between the two clocks. */
const MIN_CLOCK_STEP_MS = 500;

/**
 * Resets the rate limits that discord.js stores when the clock is set back. discord.js stores the end of a rate limit
 * as wall-clock time. After the clock was set back, it would refuse or delay requests for that much longer, even
 * without a limit by Discord, because it counts its own requests per second in the same way. The next response reports
 * limits that still apply.
 * @param clocks the clocks of the machine, as used by discord.js
 */
export function resetLimitsOnClockStep(rest: REST, clocks: Clocks): REST {
  const queueRequest = rest.queueRequest.bind(rest);
  const offset = () => clocks.now() - clocks.monotonic();
  let lastOffset = offset();

  rest.queueRequest = (request) => {
    const current = offset();
    if (current < lastOffset - MIN_CLOCK_STEP_MS) {
      rest.handlers.clear();
      rest.globalReset = -1;
      rest.globalRemaining = rest.options.globalRequestsPerSecond;
    }
    lastOffset = current;
    return queueRequest(request);
  };
  return rest;
}
