import type { MarketAlert } from '../../domain/alert.ts';
import type { AlertKind } from '../../domain/alert-kind.ts';
import { sightOf } from '../../domain/alert-sight.ts';
import { ALL_OPEN, type Lacking, openDetails } from '../../domain/lacking.ts';
import { fits, isUndecided, type MatchFacts, mayFit } from '../../domain/rule-match.ts';
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
  /** Whether any rule may want the alert once everything of it is known; also yes when it is known already. */
  mayMatch(alert: MarketAlert): boolean;
  /** Whether any of those rules asks for ranks or traits, so that every token has to be looked up. */
  readsTokens(alert: MarketAlert): boolean;
  /**
   * Who is to have the alert, each channel once.
   * @param since only rules that are at least as old, epoch ms
   */
  match(alert: MarketAlert, since?: number): readonly MatchedChannel[];
  /** Whether any rule cannot be decided yet for what is lacking, the marketplace's own words included. */
  isUndecided(alert: MarketAlert, lacking: Lacking, since?: number): boolean;
  /** The channels of those rules, each once. */
  undecided(alert: MarketAlert, lacking: Lacking, since?: number): readonly string[];
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

  function seekUndecided(
    alert: MarketAlert,
    lacking: Lacking,
    since: number,
    isSought: (rule: Subscription) => boolean,
  ): boolean {
    const sight = sightOf(alert, openDetails(lacking));
    const asks = (rule: Subscription): boolean =>
      rule.createdAt <= since && isUndecided(rule, sight, facts) && isSought(rule);
    return shelves.get(alert.kind)?.seekPossible(sight, facts, asks) === true;
  }

  return {
    add: replace,
    remove,
    replace,
    mayMatch(alert) {
      const sight = sightOf(alert, ALL_OPEN);
      const shelf = shelves.get(alert.kind);
      return shelf?.seekPossible(sight, facts, (rule) => mayFit(rule, sight, facts)) === true;
    },
    readsTokens(alert) {
      const sight = sightOf(alert, ALL_OPEN);
      const asks = (rule: Subscription): boolean => asksForTokens(rule) && mayFit(rule, sight, facts);
      return shelves.get(alert.kind)?.seekPossible(sight, facts, asks) === true;
    },
    match(alert, since = Number.POSITIVE_INFINITY) {
      const sight = sightOf(alert);
      const found: Subscription[] = [];
      shelves.get(alert.kind)?.seekMatching(sight, facts, (rule) => {
        if (rule.createdAt <= since && fits(rule, sight, facts)) found.push(rule);
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
    isUndecided: (alert, lacking, since = Number.POSITIVE_INFINITY) =>
      seekUndecided(alert, lacking, since, () => true),
    undecided(alert, lacking, since = Number.POSITIVE_INFINITY) {
      const channelIds = new Set<string>();
      seekUndecided(alert, lacking, since, ({ channelId }) => {
        channelIds.add(channelId);
        return false;
      });
      return [...channelIds];
    },
  };
}
