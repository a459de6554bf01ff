import { personHold } from '#src/alerts/person-limit.ts';
import { MAX_PERSON_HOURLY_LIMIT } from '#src/alerts/settings.ts';
import { personTarget } from '#src/alerts/target.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { momentText } from '#src/discord/views/moment.ts';

/** Formats the user's hourly message limit; empty if there is none. */
export function hourlyLimitText({ requester, services }: AnswerContext): string {
  const { hourlyLimit } = services.settings.channel(personTarget(requester));
  const { watches: words } = services.view.messages;
  return hourlyLimit === null ? '' : words.limit(hourlyLimit, MAX_PERSON_HOURLY_LIMIT);
}

/** Formats the limit, and while it delays messages, how many and until when. */
export async function hourlyLimitNow(context: AnswerContext): Promise<string> {
  const { requester, services } = context;
  const target = personTarget(requester);
  const { hourlyLimit } = services.settings.channel(target);
  if (hourlyLimit === null) return '';
  const work = await services.store.channelWork(target, 1);
  const hold = personHold(work, hourlyLimit, services.now());
  const when = hold === null ? null : momentText(hold.until / 1_000, 't');
  if (when === null) return hourlyLimitText(context);
  return services.view.messages.watches.limitReachedNow(work.postsLastHour, when, work.waiting);
}
