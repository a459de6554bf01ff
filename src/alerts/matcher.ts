import type { MarketAlert } from './alert.ts';
import { roleIn, type WalletRole } from './filters/wallet-role.ts';
import { type MatchInput, toMatchInput } from './match-input.ts';
import type { MatchFacts } from './match-subject.ts';
import { ALL_PENDING, type MissingDetails, pendingLookups } from './missing-details.ts';
import { addItem, createRuleIndex, type RuleIndex, removeItem, someItem } from './rule-index.ts';
import {
  indexKeysOf,
  needsDetail,
  type PreparedRule,
  prepareRule,
  verdictOfCandidate,
} from './rule-match.ts';
import type { Subscription } from './subscription.ts';
import { isMadeForRules, type Topic } from './topic.ts';

/** A channel and its rules that match an alert. */
export interface MatchedChannel {
  readonly channelId: string;
  /** Ascending, at least one. */
  readonly subscriptionIds: readonly number[];
}

/**
 * Finds the rules that match an alert (`rule-match.ts`). The cost does not grow with rules for other collections,
 * tokens or wallets. Paused rules are never found.
 */
export interface Matcher {
  /** Adds the rule, or replaces the one with its id. */
  replace(rule: Subscription): void;
  /** Removes the rule with this id. */
  remove(rule: Pick<Subscription, 'id'>): void;
  /** The ids of the server's rules. */
  idsOf(guildId: string): readonly number[];
  /**
   * The role that the rule asks for of its wallets, such as being outbid: what it matches is about them. `null` for
   * none.
   */
  roleOf(id: number): WalletRole | null;
  /** The active rules that ask for a topic whose alerts are made for rules, in no order. */
  rulesFor(topic: Topic): readonly Subscription[];
  /** Whether any rule matches the alert or may match it once all details are known. */
  mayMatch(alert: MarketAlert): boolean;
  /** Whether any of those rules depends on details of tokens, so that every token has to be looked up. */
  needsTokens(alert: MarketAlert): boolean;
  /**
   * The channels with matching rules, each once.
   * @param since only rules created by then, epoch ms
   */
  match(alert: MarketAlert, since?: number): readonly MatchedChannel[];
  /** Whether any rule is undecided because of missing details, including facts that the feed has not reported yet. */
  isUndecided(alert: MarketAlert, missingDetails: MissingDetails, since?: number): boolean;
  /** The channels of those rules, each once. */
  undecided(alert: MarketAlert, missingDetails: MissingDetails, since?: number): readonly string[];
}

interface Prepared extends PreparedRule<Subscription> {
  readonly channel: ChannelOfRules;
}

/**
 * A channel with rules. It keeps what was found last: a map of what is found for thousands of people takes longer than
 * finding it.
 */
interface ChannelOfRules {
  readonly channelId: string;
  /** How many active rules it has. */
  rules: number;
  /** Number of the search that found any of them last. */
  search: number;
  /** Their ids. */
  found: number[];
}

/** A matcher for these rules. */
export function createMatcher(rules: Iterable<Subscription>, facts: MatchFacts): Matcher {
  const known = new Map<number, Prepared>();
  /** By server. */
  const ids = new Map<string, Set<number>>();
  const channels = new Map<string, ChannelOfRules>();
  let searches = 0;
  const topics = new Map<Topic, RuleIndex<Prepared>>();
  /** By topic and id: rules that alerts are made for. */
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

  /** @param found by id; one that was found under several keys several times */
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

  /** Whether `test` returns true for a candidate: a rule that may match by its index keys. */
  function someCandidate(
    input: MatchInput,
    pending: boolean,
    test: (prepared: Prepared) => boolean,
  ): boolean {
    const index = topics.get(input.alert.topic);
    return index !== undefined && someItem(index, input, pending, test);
  }

  /** Whether `test` returns true for a rule that may match once all details are known. */
  function somePossible(alert: MarketAlert, test: (prepared: Prepared) => boolean): boolean {
    const input = toMatchInput(alert, ALL_PENDING);
    const matches = (prepared: Prepared) =>
      test(prepared) && verdictOfCandidate(prepared, input, facts) !== 'no';
    return someCandidate(input, true, matches);
  }

  /** Whether `test` returns true for an undecided rule. */
  function someUndecided(
    alert: MarketAlert,
    missingDetails: MissingDetails,
    since: number,
    test: (rule: Subscription) => boolean,
  ): boolean {
    const input = toMatchInput(alert, pendingLookups(missingDetails));
    const matches = (prepared: Prepared) =>
      prepared.rule.createdAt <= since &&
      verdictOfCandidate(prepared, input, facts) === 'undecided' &&
      test(prepared.rule);
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
        if (rule.createdAt > since || verdictOfCandidate(prepared, input, facts) !== 'yes') return false;
        found.push(prepared);
        isInOrder &&= rule.id > latest;
        latest = rule.id;
        return false;
      });
      // Mostly they all come from one list of the index, in the order in which they were made.
      if (!isInOrder) found.sort((one, other) => one.rule.id - other.rule.id);
      return byChannel(found);
    },
    isUndecided: (alert, missingDetails, since = Number.POSITIVE_INFINITY) =>
      someUndecided(alert, missingDetails, since, () => true),
    undecided(alert, missingDetails, since = Number.POSITIVE_INFINITY) {
      const channelIds = new Set<string>();
      someUndecided(alert, missingDetails, since, ({ channelId }) => {
        channelIds.add(channelId);
        return false;
      });
      return [...channelIds];
    },
  };
}
