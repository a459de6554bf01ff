import type { MarketAlert } from '#src/alerts/alert.ts';
import { bareToken, withToken } from '#src/alerts/details.ts';
import { chosenCollections } from '#src/alerts/filters/collection.ts';
import { saleTopic } from '#src/alerts/kinds/sale.ts';
import { toMatchInput } from '#src/alerts/match-input.ts';
import type { MatchFacts } from '#src/alerts/match-subject.ts';
import { matches, mayMatch, needsDetail, prepareRule, verdictOf } from '#src/alerts/rule-match.ts';
import { saleOfTrade } from '#src/alerts/sale-of-trade.ts';
import { sampleAlert, sampleFacts, tokenConditions } from '#src/alerts/sample.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { Trade } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#src/chain/durations.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { Lookups } from '#src/marketplace/lookups/lookups.ts';
import type { Token } from '#src/marketplace/resources/token.ts';

/** Maximum number of trades that are matched against a rule; more would delay other work. */
const MAX_TRADES = 2_000;
/** Stored sales of a shorter time are no basis for an estimate. */
const MIN_SPAN_SECONDS = 6 * HOUR_SECONDS;
const WEEK_SECONDS = 7 * DAY_SECONDS;
/** Maximum number of stored sales whose details are looked up to find a match. */
const MAX_LOOKED_UP = 10;
/** Maximum number of collections that are searched for a token. */
const MAX_COLLECTIONS = 3;
const TOKENS_LISTED = 20;

/** An alert that a rule would post. */
export interface RuleExample {
  /** The alert with the data of its token. */
  readonly alert: MarketAlert;
  /** Whether the event happened; otherwise it is invented around a real token that matches the rule. */
  readonly happened: boolean;
}

/** Stored sales that match a rule. */
interface StoredSales {
  /** Estimated matches per week; `null` if there are too few. */
  readonly weekly: number | null;
  /** Finds the newest matching sale, with the data of its token. */
  newest(): Promise<RuleExample | null>;
}

/** Finds examples of alerts for a rule. */
export interface RuleExamples {
  storedSales(rule: Rule): Promise<StoredSales>;
  /**
   * Builds an invented alert around a real token of the chosen collections, or of any. Rejects like a lookup if the
   * marketplace does not answer.
   */
  withToken(rule: Rule): Promise<RuleExample | null>;
}

const NOTHING: StoredSales = { weekly: null, newest: async () => null };

/** @param deps.price price for an example whose rule and token have none, wei */
export function createRuleExamples(deps: {
  /** The stored trades of these collections, or of all, newest first. */
  readonly trades: (collections: readonly Address[] | null, limit: number) => Promise<readonly Trade[]>;
  readonly lookups: Pick<Lookups, 'tokens'>;
  /** Adds looked-up details, as far as they are available. */
  readonly enrich: (alerts: readonly MarketAlert[]) => Promise<readonly MarketAlert[]>;
  /** Adds the chart that the alert would have. */
  readonly withChart: (alert: MarketAlert, rule: Rule) => Promise<MarketAlert>;
  readonly facts: MatchFacts;
  readonly price: Wei;
  /** Epoch ms. */
  readonly now: () => number;
}): RuleExamples {
  const { trades, lookups, enrich, withChart, facts, now } = deps;

  /** Returns tokens of a collection, likely matches first. */
  async function tokensOf(collection: Address, rule: Rule): Promise<readonly Token[]> {
    const { trait = null, rank } = sampleFacts(rule);
    const { value } = await lookups.tokens(collection, {
      page: 1,
      limit: TOKENS_LISTED,
      sortBy: rank === undefined ? 'tokenId' : 'rarityRank',
      sortOrder: 'asc',
      ...(trait === null ? {} : { traits: [trait] }),
    });
    return value.items;
  }

  function alertWith(token: Token, rule: Rule): MarketAlert {
    const details = { token: () => token, prices: () => null };
    const price = token.lastPrice ?? token.listingPrice ?? deps.price;
    return sampleAlert(rule, withToken(bareToken({ ...token, quantity: 1n }), details), {
      now: now(),
      price,
    });
  }

  return {
    async storedSales(rule) {
      if (!rule.topics.includes(saleTopic.value)) return NOTHING;
      const stored = await trades(chosenCollections(rule.filter), MAX_TRADES);
      if (stored.length === 0) return NOTHING;
      const prepared = prepareRule(rule);
      const alerts = stored.map(saleOfTrade);
      const oldest = Math.min(...stored.map(({ at }) => at));
      const span = now() / 1_000 - oldest;
      const isKnown = span >= MIN_SPAN_SECONDS && !needsDetail(prepared);
      const fitting = () =>
        alerts.filter((alert) => verdictOf(prepared, toMatchInput(alert), facts) === 'yes').length;
      return {
        weekly: isKnown ? (fitting() * WEEK_SECONDS) / span : null,
        async newest() {
          const possible = alerts.filter((alert) => mayMatch(rule, alert)).slice(0, MAX_LOOKED_UP);
          const found = (await enrich(possible)).find((alert) => matches(rule, alert, facts));
          return found === undefined ? null : { alert: found, happened: true };
        },
      };
    },
    async withToken(rule) {
      const chosen = chosenCollections(rule.filter);
      const collections = chosen ?? (await trades(null, 1)).map(({ collection }) => collection);
      const wanted: Rule = {
        topics: [saleTopic.value],
        filter: tokenConditions(rule.filter),
        pingRoles: [],
      };
      for (const collection of collections.slice(0, MAX_COLLECTIONS)) {
        const tokens = await tokensOf(collection, rule);
        const fitting = tokens.find((token) => matches(wanted, alertWith(token, wanted), facts));
        if (fitting === undefined) continue;
        const [alert] = await enrich([alertWith(fitting, rule)]);
        if (alert !== undefined) return { alert: await withChart(alert, rule), happened: false };
      }
      return null;
    },
  };
}
