import { hasStrangeRefusals } from '../strange-steps.ts';
import { VOICE_CHANNEL_ID } from '../world/discord/state.ts';
import { FIRST_FLOOR } from '../world/market.ts';
import type { Oracle } from './context.ts';

const MINUTE = 60_000;
/** Two readings of the floors, Discord's limit of renames, and a read-back of the name. */
const SHOWN_MS = 14 * MINUTE;
const FLOOR_IN_NAME = /^Floor: ([\d,.]+) S$/;

/** The floor in a name, in hundredths of a coin; `null` for none. */
function floorIn(name: string): number | null {
  const amount = FLOOR_IN_NAME.exec(name)?.[1];
  return amount === undefined ? null : Math.round(Number(amount.replaceAll(',', '')) * 100);
}

/** The channel of a ticker shows the floor in the end. It is renamed only to another name, and within Discord's limit. */
export const ticker: Oracle = ({ observation }) => {
  const { channels, floors, endedAt, history, rightSince, ticker: setUp } = observation;
  const channel = channels.find(({ id }) => id === VOICE_CHANNEL_ID);
  if (channel === undefined) return [];
  const { renames, renamesBeyondLimit, name } = channel;
  const twice = renames.flatMap(({ at, name: to }, index) =>
    renames[index - 1]?.name === to ? [`the channel of the ticker was renamed to ${to} again at ${at}`] : [],
  );
  const tooOften = renamesBeyondLimit.map((at) => `a rename beyond Discord’s limit was asked for at ${at}`);
  const own = floors.filter(({ collection }) => collection === setUp?.collection);
  const changedAt = Math.max(own.at(-1)?.at ?? 0, setUp?.inForceFrom ?? Number.POSITIVE_INFINITY, rightSince);
  const floor = own.at(-1)?.floor ?? FIRST_FLOOR;
  const isDue = changedAt + SHOWN_MS <= endedAt && !hasStrangeRefusals(history);
  return [
    ...twice,
    ...tooOften,
    ...(isDue && floorIn(name) !== floor
      ? [`the ticker shows ${name} and the floor is ${floor / 100} S`]
      : []),
  ];
};
