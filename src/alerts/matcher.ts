import type { MarketAlert } from './alert.ts';
import type { Verdict } from './filters/filter.ts';
import { roleIn, type WalletRole } from './filters/wallet-role.ts';
import { isMadeForRules, type Topic } from './kinds/registry.ts';
import { type MatchInput, toMatchInput } from './match-input.ts';
import type { MatchFacts } from './match-subject.ts';
import { ALL_PENDING, type MissingDetails, pendingLookups } from './missing-details.ts';
import { pingVerdict } from './ping-verdict.ts';
import { isOver } from './rule-extras.ts';
import { addItem, createRuleIndex, type RuleIndex, removeItem, someItem } from './rule-index.ts';
import {
  indexKeysOf,
  needsDetail,
  type PreparedRule,
  prepareRule,
  verdictOfCandidate,
} from './rule-match.ts';
import type { Subscription } from './subscription.ts';

/** A channel and its rules that match an alert. */
export interface MatchedChannel {
  readonly channelId: string;
  /** In ascending order, at least one. */
  readonly subscriptionIds: readonly number[];
}

/**
 * Finds the rules that match an alert (`rule-match.ts`). The cost does not grow with rules for other collections,
 * tokens or wallets. Paused rules are never found, and rules that have ended only for earlier events.
 */
export interface Matcher {
  /** Adds the rule, or replaces the one with its id. */
  replace(rule: Subscription): void;
  /** Removes the rule with this id. */
  remove(rule: Pick<Subscription, 'id'>): void;
  /** Returns the ids of the server's rules. */
  idsOf(guildId: string): readonly number[];
  /** Returns the role that the rule requires of its wallets, such as being outbid; `null` for none. */
  roleOf(id: number): WalletRole | null;
  /** Returns the active rules for a topic whose alerts are made for single rules, in no order. */
  rulesFor(topic: Topic): readonly Subscription[];
  /** Returns whether any rule matches the alert or may match it once all details are known. */
  mayMatch(alert: MarketAlert): boolean;
  /** Returns whether any of those rules depends on token details, so that every token must be looked up. */
  needsTokens(alert: MarketAlert): boolean;
  /**
   * Returns the channels with matching rules, without duplicates.
   * @param since only rules created by then, epoch ms
   */
  match(alert: MarketAlert, since?: number): readonly MatchedChannel[];
  /**
   * Returns whether any rule is undecided because of missing details, including facts that the feed has not reported
   * yet, or matches but does not ping because of them.
   */
  isUndecided(alert: MarketAlert, missingDetails: MissingDetails, since?: number): boolean;
  /** Returns the channels of undecided rules, without duplicates. */
  undecided(alert: MarketAlert, missingDetails: MissingDetails, since?: number): readonly string[];
}

interface Prepared extends PreparedRule<Subscription> {
  readonly channel: ChannelOfRules;
}

/**
 * A channel with rules. It stores its latest search result, because filling a map for thousands of channels takes
 * longer than the search.
 */
interface ChannelOfRules {
  readonly channelId: string;
  /** Number of active rules. */
  rules: number;
  /** Number of the last search that found one of them. */
  search: number;
  /** Ids of the rules found by that search. */
  found: number[];
}

/** Creates a matcher for these rules. */
export function createMatcher(rules: Iterable<Subscription>, facts: MatchFacts): Matcher {
  const known = new Map<number, Prepared>();
  /** By server. */
  const ids = new Map<string, Set<number>>();
  const channels = new Map<string, ChannelOfRules>();
  let searches = 0;
  const topics = new Map<Topic, RuleIndex<Prepared>>();
  /** Rules for which alerts are made, by topic and id. */
  const madeFor = new Map<Topic, Map<number, Subscription>>();

  function remove({ id }: Pick<Subscription, 'id'>): void {
    const prepared = known.get(id);
    if (prepared === undefined) return;
    known.delete(id);
    prepared.channel.rules -= 1;
    if (prepared.channel.rules === 0) channels.delete(prepared.channel.channelId);
    const { guildId } = prepared.rule;
    const ofServer = ids.get(guildId);
    ofServer?.delete(id);
    if (ofServer?.size === 0) ids.delete(guildId);
    const keys = indexKeysOf(prepared);
    for (const topic of prepared.rule.topics) {
      madeFor.get(topic)?.delete(id);
      const index = topics.get(topic);
      if (index !== undefined) removeItem(index, prepared, keys);
    }
  }

  function replace(rule: Subscription): void {
    remove(rule);
    if (rule.pausedAt !== null) return;
    const channel = channels.get(rule.channelId) ?? {
      ...{ channelId: rule.channelId, rules: 0, search: 0, found: [] },
    };
    channel.rules += 1;
    channels.set(rule.channelId, channel);
    const prepared = { ...prepareRule(rule), channel };
    known.set(rule.id, prepared);
    ids.set(rule.guildId, (ids.get(rule.guildId) ?? new Set<number>()).add(rule.id));
    const keys = indexKeysOf(prepared);
    for (const topic of rule.topics) {
      if (isMadeForRules(topic)) {
        madeFor.set(topic, (madeFor.get(topic) ?? new Map<number, Subscription>()).set(rule.id, rule));
        continue;
      }
      const index = topics.get(topic) ?? createRuleIndex();
      topics.set(topic, index);
      addItem(index, prepared, keys);
    }
  }

  for (const rule of rules) replace(rule);

  /**
   * Groups rules by channel.
   * @param found by id; may contain a rule found under several keys more than once
   */
  function byChannel(found: readonly Prepared[]): readonly MatchedChannel[] {
    searches += 1;
    const matched: MatchedChannel[] = [];
    let last: number | null = null;
    for (const {
      rule: { id },
      channel,
    } of found) {
      if (id === last) continue;
      last = id;
      if (channel.search === searches) {
        channel.found.push(id);
        continue;
      }
      channel.search = searches;
      channel.found = [id];
      matched.push({ channelId: channel.channelId, subscriptionIds: channel.found });
    }
    return matched;
  }

  /** Returns whether `test` returns true for a candidate: a rule that may match according to its index keys. */
  function someCandidate(
    input: MatchInput,
    pending: boolean,
    test: (prepared: Prepared) => boolean,
  ): boolean {
    const index = topics.get(input.alert.topic);
    return index !== undefined && someItem(index, input, pending, test);
  }

  /** Returns whether `test` returns true for a rule that may match once all details are known. */
  function somePossible(alert: MarketAlert, test: (prepared: Prepared) => boolean): boolean {
    const input = toMatchInput(alert, ALL_PENDING);
    const matches = (prepared: Prepared) =>
      test(prepared) && !isOver(prepared.rule, alert) && verdictOfCandidate(prepared, input, facts) !== 'no';
    return someCandidate(input, true, matches);
  }

  /** Returns whether `test` returns true for the verdict about a rule that may match with these details missing. */
  function someVerdict(
    alert: MarketAlert,
    missingDetails: MissingDetails,
    since: number,
    test: (verdict: Verdict, rule: Subscription, input: MatchInput) => boolean,
  ): boolean {
    const input = toMatchInput(alert, pendingLookups(missingDetails));
    const matches = (prepared: Prepared) =>
      prepared.rule.createdAt <= since &&
      !isOver(prepared.rule, alert) &&
      test(verdictOfCandidate(prepared, input, facts), prepared.rule, input);
    return someCandidate(input, true, matches);
  }

  return {
    remove,
    replace,
    roleOf(id) {
      const prepared = known.get(id);
      return prepared === undefined ? null : roleIn(prepared.rule.filter);
    },
    rulesFor: (topic) => [...(madeFor.get(topic)?.values() ?? [])],
    idsOf: (guildId) => [...(ids.get(guildId) ?? [])],
    mayMatch: (alert) => somePossible(alert, () => true),
    needsTokens: (alert) => somePossible(alert, (prepared) => needsDetail(prepared, 'token')),
    match(alert, since = Number.POSITIVE_INFINITY) {
      const input = toMatchInput(alert);
      const found: Prepared[] = [];
      let latest = 0;
      let isInOrder = true;
      someCandidate(input, false, (prepared) => {
        const { rule } = prepared;
        if (rule.createdAt > since || isOver(rule, alert)) return false;
        if (verdictOfCandidate(prepared, input, facts) !== 'yes') return false;
        found.push(prepared);
        isInOrder &&= rule.id > latest;
        latest = rule.id;
        return false;
      });
      // Usually they all come from one list of the index and are already in order of creation.
      if (!isInOrder) found.sort((one, other) => one.rule.id - other.rule.id);
      return byChannel(found);
    },
    isUndecided: (alert, missingDetails, since = Number.POSITIVE_INFINITY) =>
      someVerdict(
        alert,
        missingDetails,
        since,
        (verdict, rule, input) =>
          verdict === 'undecided' || (verdict === 'yes' && pingVerdict(rule, input, facts) === 'undecided'),
      ),
    undecided(alert, missingDetails, since = Number.POSITIVE_INFINITY) {
      const channelIds = new Set<string>();
      someVerdict(alert, missingDetails, since, (verdict, { channelId }) => {
        if (verdict === 'undecided') channelIds.add(channelId);
        return false;
      });
      return [...channelIds];
    },
  };
}
