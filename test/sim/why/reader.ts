import { outcomesFor, type RuleOutcome, rulesOf } from '#commands/why/channel-rules.ts';
import { tokenKey } from '#src/alerts/missing-details.ts';
import { storedAddress } from '#src/chain/address.ts';
import type { EventDelivery } from '#src/store/model/detected-event.ts';
import type { Store } from '#src/store/open.ts';
import { GUILD_ID } from '../world/discord/state.ts';
import type { MarketEvent } from '../world/market.ts';
import type { Said, WhyAnswer, WhyLook } from './answers.ts';

/** Asks the functions behind `/why` for every pair of event and rule. */
export type WhyReader = (
  events: readonly MarketEvent[],
  channelIds: readonly string[],
) => Promise<Pick<WhyLook, 'known' | 'answers'>>;

/** Events of one token; marked tokens are sold often. */
const MAX_OF_TOKEN = 30;

function saidOfDelivery({ state, post, silenceId }: EventDelivery): Said {
  switch (state) {
    case 'sent':
      if (post?.messageId == null) return 'posted unknown';
      return post.layout === 'summary' ? 'in a summary' : 'posted';
    case 'posting':
      return 'sending';
    case 'dead':
      return post?.deadReason === 'refused' ? 'refused' : 'unverifiable';
    case 'expired':
      return 'expired';
    case 'dropped':
      return silenceId === null ? 'dropped' : 'silenced';
    case 'pending':
      return 'waiting';
  }
}

const SAID = {
  stale: 'stale',
  late: 'late',
  reverted: 'reverted',
  givenUp: 'given up',
  before: 'before',
  removed: 'nothing',
  paused: 'paused',
  ended: 'ended',
  tooLarge: 'too large',
  live: 'live',
  once: 'once',
  noRecord: 'no record',
  undecided: 'undecided',
} as const;

function saidOf({ outcome }: RuleOutcome): Pick<WhyAnswer, 'said' | 'isOfAnother' | 'messageId'> {
  switch (outcome.type) {
    case 'delivered':
    case 'byOther':
      return {
        said: saidOfDelivery(outcome.delivery),
        isOfAnother: outcome.type === 'byOther',
        messageId: outcome.delivery.state === 'sent' ? (outcome.delivery.post?.messageId ?? null) : null,
      };
    case 'filtered':
      return {
        said: outcome.explanation.isOtherTopic ? 'other topic' : 'filtered',
        isOfAnother: false,
        messageId: null,
      };
    default:
      return { said: SAID[outcome.type], isOfAnother: false, messageId: null };
  }
}

/** @param store of the bot's database */
export function createWhyReader(store: Pick<Store, 'events' | 'subscriptionsOf' | 'oncePosts'>): WhyReader {
  return async (events, channelIds) => {
    const found = [];
    for (const { number, collection, tokenId, txHash, kind, bundle } of events) {
      const token = tokenKey(storedAddress(collection), tokenId);
      const isOnChain = kind !== 'listing' || bundle !== undefined;
      for (const event of await store.events.find({ by: 'token', token }, MAX_OF_TOKEN))
        if (!isOnChain || event.alert === null || event.alert.txHash === txHash)
          found.push({ number, event });
    }
    const keys = found.map(({ event }) => event.key);
    const answers: WhyAnswer[] = [];
    for (const channelId of channelIds) {
      const rules = await rulesOf(channelId, GUILD_ID, store);
      const deliveries = new Map(
        (await store.events.deliveries(channelId, keys)).map((delivery) => [delivery.key, delivery]),
      );
      for (const { number, event } of found)
        for (const one of outcomesFor(event, deliveries.get(event.key) ?? null, rules, {
          isWhitelisted: () => true,
        }))
          answers.push({ number, channelId, ruleId: String(one.ruleId), ...saidOf(one) });
    }
    return { known: new Set(found.map(({ number }) => number)), answers };
  };
}
