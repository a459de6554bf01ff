import type { REST } from 'discord.js';
import type { Clocks } from '#src/chain/elapsed.ts';

/** Smaller differences are drift between the two clocks. */
const MIN_CLOCK_STEP_MS = 500;

/**
 * discord.js stores the end of a rate limit as wall-clock time. When that clock is set back, it would refuse or delay
 * requests for as long, even where Discord has set no limit, because it counts its own requests per second in the
 * same way. So its stored limits are reset; the next response reports those that still apply.
 * @param clocks the clocks of the machine, as discord.js reads them
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
