import type { MarketAlert } from '../../domain/alert.ts';
import type { AlertKind } from '../../domain/alert-kind.ts';
import { sightOf } from '../../domain/alert-sight.ts';
import { fits, type MatchFacts, mayFit } from '../../domain/rule-match.ts';
import type { Subscription } from '../../domain/subscription.ts';
import { createRuleShelf, type RuleShelf } from './rule-shelf.ts';

/** A channel that is to have an alert, and those of its rules that ask for it. */
export interface MatchedChannel {
  readonly channelId: string;
  /** Ascending, at least one. */
  readonly subscriptionIds: readonly number[];
}

/**
 * Finds the rules that an alert fits (`domain/rule-match.ts`), at a cost that grows with the matches and not with the
 * rules. A rule that is paused is known and never found.
 */
export interface SubscriptionIndex {
  /** A rule that is known already is replaced. */
  add(subscription: Subscription): void;
  /** Takes the rule with this id away, whatever it was like when it was added. */
  remove(subscription: Pick<Subscription, 'id'>): void;
  /** The rule as it is now, whether it was known or not. */
  replace(subscription: Subscription): void;
  /** Whether any rule may want the alert once its tokens and the floor were looked up; also yes when it is known already. */
  mayMatch(alert: MarketAlert): boolean;
  /** Whether any of those rules asks for ranks or traits, so that every token has to be looked up. */
  readsTokens(alert: MarketAlert): boolean;
  /** Who is to have the alert, each channel once. */
  match(alert: MarketAlert): readonly MatchedChannel[];
}

function asksForTokens({ filter }: Subscription): boolean {
  return filter.rankAtMost !== null || filter.traits !== null;
}

/** An index over `subscriptions`. */
export function createSubscriptionIndex(
  subscriptions: Iterable<Subscription>,
  facts: MatchFacts,
): SubscriptionIndex {
  const known = new Map<number, Subscription>();
  const shelves = new Map<AlertKind, RuleShelf>();

  function remove({ id }: Pick<Subscription, 'id'>): void {
    const subscription = known.get(id);
    if (subscription === undefined) return;
    known.delete(id);
    for (const kind of subscription.kinds) shelves.get(kind)?.take(subscription);
  }

  function replace(subscription: Subscription): void {
    remove(subscription);
    if (subscription.pausedAt !== null) return;
    known.set(subscription.id, subscription);
    for (const kind of subscription.kinds) {
      const shelf = shelves.get(kind) ?? createRuleShelf();
      shelves.set(kind, shelf);
      shelf.put(subscription);
    }
  }

  for (const subscription of subscriptions) replace(subscription);

  return {
    add: replace,
    remove,
    replace,
    mayMatch(alert) {
      const sight = sightOf(alert);
      const shelf = shelves.get(alert.kind);
      return shelf?.seekPossible(sight, facts, (rule) => mayFit(rule, sight, facts)) === true;
    },
    readsTokens(alert) {
      const sight = sightOf(alert);
      const asks = (rule: Subscription): boolean => asksForTokens(rule) && mayFit(rule, sight, facts);
      return shelves.get(alert.kind)?.seekPossible(sight, facts, asks) === true;
    },
    match(alert) {
      const sight = sightOf(alert);
      const found: Subscription[] = [];
      shelves.get(alert.kind)?.seekMatching(sight, facts, (rule) => {
        if (fits(rule, sight, facts)) found.push(rule);
        return false;
      });
      const channels = new Map<string, number[]>();
      // A rule may be shown more than once, under each of its wallets or traits.
      for (const { id, channelId } of new Set(found.sort((a, b) => a.id - b.id))) {
        const ids = channels.get(channelId);
        if (ids === undefined) channels.set(channelId, [id]);
        else ids.push(id);
      }
      return [...channels].map(([channelId, subscriptionIds]) => ({ channelId, subscriptionIds }));
    },
  };
}
