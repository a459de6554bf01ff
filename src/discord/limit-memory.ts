import type { REST } from 'discord.js';
import type { Clocks } from '../domain/elapsed.ts';

/** Less is the unevenness of two clocks. */
const SET_BACK_MS = 500;

/**
 * discord.js remembers until when a rate limit lasts, by the wall clock. Where that is set back, it would refuse or hold requests
 * for as long: for hours, also where Discord has limited nothing, because it counts its own requests of a second in the same way.
 * So what it remembers of limits is forgotten then; Discord tells of those that last at the next request.
 * @param clocks those of the machine, which discord.js reads
 */
export function forgetLimitsOfSetClocks(rest: REST, clocks: Clocks): REST {
  const queueRequest = rest.queueRequest.bind(rest);
  const offset = () => clocks.now() - clocks.monotonic();
  let lastOffset = offset();

  rest.queueRequest = (request) => {
    const current = offset();
    if (current < lastOffset - SET_BACK_MS) {
      rest.handlers.clear();
      rest.globalReset = -1;
      rest.globalRemaining = rest.options.globalRequestsPerSecond;
    }
    lastOffset = current;
    return queueRequest(request);
  };
  return rest;
}
