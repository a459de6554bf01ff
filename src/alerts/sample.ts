import type { Wei } from '#src/chain/wei.ts';
import type { MarketAlert } from './alert.ts';
import { exclusions } from './filters/exclude.ts';
import type { SampleFacts } from './filters/filter.ts';
import { conditions, type FilterValues, MATCH_ALL } from './filters/index.ts';
import type { AlertToken } from './kinds/parts.ts';
import { sampleOf } from './kinds/registry.ts';
import { saleTopic } from './kinds/sale.ts';
import type { Rule } from './subscription.ts';

type SampledRule = Pick<Rule, 'topics' | 'filter'>;

const topicOf = ({ topics }: SampledRule) => topics[0] ?? saleTopic.value;

/** Returns facts that an alert of the rule's first topic needs to match, as far as the conditions determine them. */
export function sampleFacts(rule: SampledRule): Partial<SampleFacts> {
  const topic = topicOf(rule);
  const meant = conditions.filter((condition) => condition.appliesTo?.([topic]) !== false);
  return Object.assign({}, ...meant.map((one) => one.sample?.(rule.filter)));
}

/** Returns only the conditions on tokens by themselves: rank, traits, and what is excluded. */
export function tokenConditions(filter: FilterValues): FilterValues {
  const keys = [...conditions.filter(({ needs = [] }) => needs.includes('token')), ...exclusions].flatMap(
    ({ fields }) => fields.map(({ key }): string => key),
  );
  const values = Object.entries(filter).filter(([key]) => keys.includes(key));
  return { ...MATCH_ALL, ...Object.fromEntries(values) };
}

/** Returns the lowest unit floor, in wei, that a price for all units is this percentage below. */
function floorAbove(price: Wei, percent: number, quantity: bigint): Wei {
  const share = quantity * BigInt(100 - percent);
  const floor = (price * 100n + share - 1n) / share;
  return floor > 0n ? floor : 1n;
}

/**
 * Builds a sample alert of the rule's first topic with this token: its price, floor, units and parties match.
 * @param options.now epoch ms
 * @param options.price default price if the rule has no condition on it, wei
 */
export function sampleAlert(
  rule: SampledRule,
  token: AlertToken,
  options: { readonly now: number; readonly price: Wei },
): MarketAlert {
  const topic = topicOf(rule);
  const meant = sampleFacts(rule);
  const { price = options.price, wallet: seller = null, otherWallet = null, belowFloor } = meant;
  const { quantity = token.quantity } = meant;
  const floor = belowFloor === undefined ? null : floorAbove(price, belowFloor, quantity);
  const priceContext = floor === null ? null : { bought: null, last: null, floor, record: false };
  const item = { ...token, price, currency: null, seller, quantity, priceContext };
  const occurredAt = Math.floor(options.now / 1_000);
  const fields = { key: `sample:${topic}`, liveKey: null, txHash: null, occurredAt };
  return sampleOf(topic, { fields, item, otherWallet, meant });
}
