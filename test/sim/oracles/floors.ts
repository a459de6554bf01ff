import type { SimulatedMessage } from '../world/discord/state.ts';
import { BOT_ID } from '../world/discord/state.ts';
import type { Oracle } from './context.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const isWithinMinute =
  (from: number) =>
  (at: number): boolean =>
    at >= from && at <= from + MINUTE;
/** What the rules on floors say, if they say nothing else. */
const REARM_PERCENT = 3;
/** How long a floor stands until it is announced: two readings, a minute apart, and the message. */
const ANNOUNCED_MS = 4 * 60_000;

const isFloor = ({ authorId, content, embeds }: SimulatedMessage): boolean =>
  authorId === BOT_ID &&
  / floor \S.* → /.test([content, ...embeds.map(({ title = '' }) => title)].join('\n'));

/**
 * A floor that rises to the threshold of a rule is announced; not by a single reading, not twice within an hour, and not again
 * before it was beyond the hysteresis.
 */
export const floors: Oracle = ({ observation, channels }) =>
  channels.flatMap(({ channel }) => {
    const rule = observation.rules.find(
      ({ channelId, plan }) => channelId === channel.id && plan.floorAbove !== undefined,
    );
    const { floorAbove = null, collection = null } = rule?.plan ?? {};
    if (rule === undefined || floorAbove === null || collection === null) return [];
    const threshold = floorAbove * 100;
    const address = observation.collections[collection];
    const history = observation.floors.filter((one) => one.collection === address);
    const posted = channel.messages.filter(isFloor).map(({ at }) => at);
    const stands = history.map((one, index) => ({
      ...one,
      to: history[index + 1]?.at ?? observation.endedAt,
    }));
    const between = (from: number, to: number) => stands.filter((one) => one.at <= to && one.to >= from);
    const { leaps } = observation;
    const words: string[] = [];

    for (const [index, at] of posted.entries()) {
      if (!between(0, at).some(({ floor }) => floor >= threshold))
        words.push(`${channel.name}: a floor was announced that nobody had`);
      const before = posted[index - 1];
      if (before === undefined) continue;
      // By another clock an hour may have passed.
      if (leaps.some(({ from, to }) => from <= at && to >= before)) continue;
      // Messages may be late, by some minutes.
      if (at - before < HOUR - ANNOUNCED_MS)
        words.push(`${channel.name}: two floors were announced within an hour`);
      const isBeyond = between(before, at).some(
        ({ floor }) => floor * 100 <= threshold * (100 - REARM_PERCENT),
      );
      if (!isBeyond)
        words.push(
          `${channel.name}: a floor was announced again although it never was beyond the hysteresis`,
        );
    }

    const { inForceFrom } = rule;
    const crossings = stands.filter(
      ({ at, to, floor }, index) =>
        floor >= threshold &&
        to - at >= ANNOUNCED_MS &&
        at + ANNOUNCED_MS <= observation.endedAt &&
        inForceFrom !== null &&
        stands.some(
          (one, other) =>
            other < index &&
            one.at >= inForceFrom &&
            // Seen by the process that sees it rise.
            observation.lives.some((life) => life.from <= one.at && life.to >= at + ANNOUNCED_MS) &&
            one.to - one.at >= ANNOUNCED_MS / 2 &&
            one.floor * 100 <= threshold * (100 - REARM_PERCENT) &&
            stands.slice(other, index).every((each) => each.floor < threshold),
        ) &&
        // The bot polls, by the marketplace.
        [isWithinMinute(at - MINUTE), isWithinMinute(at), isWithinMinute(at + ANNOUNCED_MS / 2)].every(
          (polled) => observation.feedReads.some(polled),
        ) &&
        !posted.some((one) => one >= at - HOUR && one <= at) &&
        !observation.disturbances.some(
          ({ from, to: until }) => from <= at + ANNOUNCED_MS && until >= at - ANNOUNCED_MS,
        ),
    );
    for (const { at } of crossings)
      if (!posted.some((one) => one >= at && one <= at + ANNOUNCED_MS))
        words.push(`${channel.name}: the floor that rose at ${at} was not announced`);
    return words;
  });
