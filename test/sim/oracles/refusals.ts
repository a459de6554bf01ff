import type { Observation } from '../observation.ts';
import { directChannelIdOf } from '../world/discord/state.ts';
import type { PersonUse } from '../world/watches.ts';
import type { Oracle } from './context.ts';

/** Until an answer has arrived and is written down, a process that dies cannot have heard of it. */
const HEARD_MS = 1_500;
/** A command without an answer has its effect within this time, if it has any. */
const UNANSWERED_MS = 15_000;
/** What is said after the answer to a command. */
const TOLD_MS = 5_000;
/** Whom Discord refused is written to again after this time by the bot's clock. */
const TRIED_AGAIN_MS = 24 * 3_600_000;

const effectEndsAt = ({ at, answeredAt }: PersonUse): number => answeredAt ?? at + UNANSWERED_MS;

/** What one person's uses of the bot and the tries to write to them say of each other. */
function judgePerson(
  userId: string,
  { uses, directMessages, lives, diskFaults, leaps, refused }: Observation,
): readonly string[] {
  const own = uses.filter((use) => use.userId === userId);
  const tries = directMessages.tries.filter((tried) => tried.userId === userId);
  const resets = own.filter(({ writesAgain, erases }) => writesAgain || erases);
  const isUndisturbed = (from: number, to: number): boolean =>
    lives.some((life) => life.from <= from && life.to >= to) &&
    !diskFaults.some((fault) => fault.from <= to && fault.to >= from);
  /** Whether the bot may have been made to write again, or to forget, between these times. */
  const mayBeReset = (from: number, to: number): boolean =>
    resets.some((use) => use.at <= to && effectEndsAt(use) >= from);
  /**
   * Whoever has heard of it may have opened their direct messages, so one message is tried. They hear of it by their first use, or
   * would have, had the process not died.
   */
  const isToldBetween = (from: number, to: number): boolean => {
    const first = own.find((use) => use.at > from);
    return own.some(
      (use) =>
        use.at <= to &&
        effectEndsAt(use) + TOLD_MS >= from &&
        (use === first || use.isRefusalShown || use.toldAt.length > 0),
    );
  };
  /** A clock that was a day behind when Discord refused, or is a day ahead now, makes a day pass at once. */
  const mayBeADay = (from: number, to: number): boolean =>
    leaps.some((leap) => Math.abs(leap.ms) >= TRIED_AGAIN_MS && leap.from <= to && leap.to >= from);
  const refusals = tries.filter(({ answer, at }) => answer === 'refused' && isUndisturbed(at, at + HEARD_MS));

  const triedAgain = refusals.flatMap(({ at }) => {
    const next = tries.find((tried) => tried.at > at + HEARD_MS);
    return next === undefined ||
      mayBeReset(at, next.at) ||
      isToldBetween(at, next.at) ||
      mayBeADay(at, next.at)
      ? []
      : [`person ${userId}: written to at ${next.at}, although that was refused at ${at}`];
  });

  const told = own.flatMap(({ toldAt }) => toldAt);
  const shown = own.flatMap(({ isRefusalShown, answeredAt }) =>
    isRefusalShown && answeredAt !== null ? [answeredAt] : [],
  );
  /** Who asked to be written to hears of that try, also where another of their uses was just answered so. */
  const isOfOwnTry = (at: number): boolean =>
    own.some(
      (use) =>
        use.writesAgain &&
        use.toldAt.includes(at) &&
        tries.some((tried) => tried.answer !== 'accepted' && tried.at >= use.at && tried.at <= at),
    );
  const toldTwice = told.flatMap((at) => {
    if (isOfOwnTry(at)) return [];
    // A refusal after something was accepted is another one.
    const isNew = (one: number): boolean =>
      tries.some((tried) => tried.answer === 'accepted' && tried.at > one && tried.at < at);
    const before = [...told, ...shown].filter((one) => one < at && !mayBeReset(one, at) && !isNew(one));
    return before.map((one) => `person ${userId}: told at ${at} of what they were told at ${one}`);
  });
  /** Of an edit of a message to them, too. */
  const isRefusedOtherwise = refused.some(({ channelId }) => channelId === directChannelIdOf(userId));
  const toldOfNothing = told.filter(
    (at) => !isRefusedOtherwise && !tries.some((one) => one.answer !== 'accepted' && one.at <= at),
  );

  const untold = refusals.flatMap(({ at }) => {
    const next = own.find((use) => use.at > at + HEARD_MS);
    if (next === undefined || next.answeredAt === null || next.writesAgain || next.erases) return [];
    // A command to be written to again, while this one is answered, leaves nothing to tell.
    const toldBy = next.answeredAt + TOLD_MS;
    if (mayBeReset(at, toldBy) || !isUndisturbed(next.at, toldBy)) return [];
    const lastReset = resets.findLast((use) => use.isDone && use.at < at);
    const mayBeTold = [...told, ...shown].some((one) => one >= (lastReset?.at ?? 0) && one < next.at);
    // One that was begun and not completed: the bot writes down that somebody is told before it tells them.
    const mayBeLost = own.some(
      (use) =>
        use !== next &&
        use.at < next.at &&
        use.at >= (lastReset?.at ?? 0) &&
        use.toldAt.length === 0 &&
        !isUndisturbed(use.at, effectEndsAt(use) + TOLD_MS),
    );
    return mayBeTold || mayBeLost || next.toldAt.length > 0 || next.isRefusalShown
      ? []
      : [`person ${userId}: not told at ${next.at} of the refusal at ${at}`];
  });

  return [
    ...triedAgain,
    ...toldTwice,
    ...toldOfNothing.map((at) => `person ${userId}: told at ${at} of a refusal that never was`),
    ...untold,
  ];
}

/**
 * Whoever accepts no direct messages is not written to again before they say so or are told of it, which is once, by their next use of
 * the bot.
 */
export const refusals: Oracle = ({ observation, people }) =>
  people.flatMap(({ userId }) => judgePerson(userId, observation));
