import { hasStrangeRefusals } from '../strange-steps.ts';
import { RENAMES } from '../world/discord/server.ts';
import { VOICE_CHANNEL_ID } from '../world/discord/state.ts';
import { FIRST_FLOOR } from '../world/market.ts';
import type { Oracle } from './context.ts';

const MINUTE = 60_000;
/** Two readings of the floors, Discord's limit of renames, and a read-back of the name. */
const SHOWN_MS = 14 * MINUTE;
/** Without an offer the name has no number. */
const FLOOR_IN_NAME = /^Floor: ([\d,.]+) S$/;

/** The floor in a name, in hundredths of a coin; `null` for none. */
function floorIn(name: string): number | null {
  const amount = FLOOR_IN_NAME.exec(name)?.[1];
  return amount === undefined ? null : Math.round(Number(amount.replaceAll(',', '')) * 100);
}

/** The channel of a ticker shows the floor in the end, is renamed only to another name, and no more often than Discord allows. */
export const ticker: Oracle = ({ observation }) => {
  const { channels, floors, endedAt, history, rightSince } = observation;
  const channel = channels.find(({ id }) => id === VOICE_CHANNEL_ID);
  if (channel === undefined) return [];
  const { renames, name } = channel;
  const twice = renames.flatMap(({ at, name: to }, index) =>
    renames[index - 1]?.name === to ? [`the channel of the ticker was renamed to ${to} again at ${at}`] : [],
  );
  if (observation.ticker === null || observation.ticker.inForceFrom > endedAt)
    return renames.length > 0 && observation.ticker === null
      ? ['a channel was renamed that is no ticker']
      : twice;
  const { collection, inForceFrom } = observation.ticker;
  const own = floors.filter((one) => one.collection === collection);
  const changedAt = Math.max(own.at(-1)?.at ?? 0, inForceFrom, rightSince);
  const floor = own.at(-1)?.floor ?? FIRST_FLOOR;
  const isDue = changedAt + SHOWN_MS <= endedAt && !hasStrangeRefusals(history);
  const isTooOften = renames.some(
    ({ at }, index) =>
      at - (renames[index - RENAMES.most]?.at ?? Number.NEGATIVE_INFINITY) < RENAMES.withinMs,
  );
  return [
    ...twice,
    ...(isTooOften ? ['the channel of the ticker was renamed more often than Discord allows'] : []),
    ...(isDue && floorIn(name) !== floor
      ? [`the ticker shows ${name} and the floor is ${floor / 100} S`]
      : []),
  ];
};
