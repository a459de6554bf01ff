import { walletsIn } from '#src/alerts/filters/owners.ts';
import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import { RULE_LIMITS } from '#src/alerts/subscription-revision.ts';
import { personTarget } from '#src/alerts/target.ts';
import type { Address } from '#src/chain/address.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { UserError } from '#src/discord/user-error.ts';
import { ruleText } from '#src/discord/views/rule-words.ts';

/* Data of the user who sent the interaction. The user id comes only from the interaction, never from an option, a
custom id or the server. */

type Asker = Pick<AnswerContext, 'requester' | 'services'>;

/** Returns the user's watches, oldest first. */
export function ownWatches({ requester, services }: Asker): Promise<readonly Subscription[]> {
  return services.store.subscriptionsOf(personTarget(requester));
}

/** @throws UserError if the user has no such watch */
export async function ownWatch(id: string, context: Asker): Promise<Subscription> {
  const number = /^#?(\d{1,15})$/.exec(id.trim())?.[1];
  const found = (await ownWatches(context)).find((watch) => String(watch.id) === number);
  if (found === undefined) throw new UserError(({ watches }) => watches.noSuchWatch);
  return found;
}

/** The choice for all watches. */
export const ALL = 'all';

/**
 * Finds one watch by its number, or all.
 * @throws UserError if there is none
 */
export async function namedWatches(typed: string, context: Asker): Promise<readonly Subscription[]> {
  if (typed.trim().toLowerCase() !== ALL) return [await ownWatch(typed, context)];
  const all = await ownWatches(context);
  if (all.length === 0) throw new UserError(({ watches }) => watches.none);
  return all;
}

/** Returns the wallets that the user added as their own. */
export async function ownWallets({ requester, services }: Asker): Promise<readonly Address[]> {
  return (await services.store.people.find(requester))?.wallets ?? [];
}

/** Loads the names of the wallets in these rules, before the rules are shown. */
export async function learnNamesIn(rules: readonly Rule[], { services }: Asker): Promise<void> {
  await services.lookups.learnNames(rules.flatMap(({ filter }) => walletsIn(filter)));
}

/**
 * Adds a watch.
 * @returns the result, as a sentence
 * @throws UserError if the limit is reached
 */
export async function addWatch(rule: Rule, { requester, services }: Asker): Promise<string> {
  const target = personTarget(requester);
  const made = { guildId: target, channelId: target, createdBy: requester, createdAt: services.now() };
  const added = await services.subscriptions.add({ ...rule, ...made });
  if (added.type === 'over') throw new UserError(({ watches }) => watches.tooMany(RULE_LIMITS.person));
  await learnNamesIn([rule], { requester, services });
  const { watches: words } = services.view.messages;
  const say = added.created ? words.added : words.alreadyThere;
  return say(`#${added.subscription.id}`, ruleText(added.subscription, services.view));
}

/** Pauses, resumes or removes watches. Resuming also retries refused messages. */
export async function changeWatches(
  change: 'pause' | 'resume' | 'remove',
  watches: readonly Subscription[],
  { requester, services }: Asker,
): Promise<void> {
  const ids = watches.map(({ id }) => id);
  await services.subscriptions.revise(personTarget(requester), { [change]: ids });
  if (change === 'resume') await services.subscriptions.resumePerson(requester);
}
