import type { RulePlan } from './history.ts';
import type { PersonAction, WatchPlan } from './people-plans.ts';
import { directChannelIdOf, personIdOf } from './world/discord/state.ts';
import type { MarketAuction, TradePlan } from './world/market.ts';
import { walletOfPerson } from './world/watches.ts';
import type { World } from './world/world.ts';

/** What people do who watch something. */
export interface PeopleActions {
  perform(action: PersonAction): void;
  /** Everybody accepts direct messages. */
  endFaults(): void;
  /** Everybody ends their quiet hours, and takes as many messages as the bot ever sends. */
  endQuietHours(): void;
  /** Those whom the bot did not reach by its last try, as far as is known, come back and ask it to write again. */
  comeBack(): void;
  /** People who chose quiet hours or a limit, and since when, ms since the start of the history. */
  readonly quiet: readonly { readonly userId: string; readonly from: number }[];
}

const COIN = 10n ** 18n;
/** Messages that the bot sends a person. */
const MOST_IN_AN_HOUR = 60;
/** Watched tokens have numbers that no other event gets. */
const FIRST_TOKEN = 3_000;

const tokenId = (token: number): string => String(FIRST_TOKEN + token);

/**
 * @param deps.now ms since the start of the history
 * @param deps.trade adds an event of its own transaction, with these traders
 */
export function createPeopleActions(deps: {
  readonly world: World;
  readonly now: () => number;
  readonly later: (ms: number, run: () => void) => void;
  readonly trade: (event: TradePlan) => void;
}): PeopleActions {
  const { world, now, later, trade } = deps;
  const { market, watches, directMessages, faults } = world;
  const quiet: { person: number; userId: string; from: number }[] = [];
  const people = new Set<number>();
  const tradedTokens = new Set<number>();

  /** What the watch asks of the feed: auctions are none of it. */
  function planOf(person: number, watch: WatchPlan): RulePlan {
    const none: RulePlan = { topics: [], collection: null, priceFrom: null };
    switch (watch.of) {
      case 'collection':
        return { ...none, topics: ['listing'], collection: watch.collection, priceTo: watch.below };
      case 'token': {
        const topic = watch.when === 'sold' ? 'sale' : 'listing';
        return { ...none, topics: [topic], collection: watch.collection, token: tokenId(watch.token) };
      }
      case 'wallet': {
        if (watch.when === 'outbid' || watch.when === 'won') return none;
        const as = watch.when === 'bought' ? 'buyer' : 'seller';
        return { ...none, topics: ['sale'], trader: { as, wallet: walletOfPerson(person) } };
      }
      case 'auction':
        return none;
    }
  }

  function whatOf(watch: WatchPlan, auction: MarketAuction | null): string | null {
    const addressOf = (collection: number): string => market.collections[collection]?.address ?? '';
    switch (watch.of) {
      case 'collection':
        return addressOf(watch.collection);
      case 'token':
        return `${market.collections[watch.collection]?.name} #${tokenId(watch.token)}`;
      case 'wallet':
        return null;
      case 'auction':
        return auction === null ? null : `${auction.collection}/${auction.number}`;
    }
  }

  function addWatch({ person, where, watch }: Extract<PersonAction, { readonly do: 'watch' }>): void {
    const auction = watch.of === 'auction' ? market.running(watch.auction) : null;
    if (watch.of === 'auction' && auction === null) return;
    watches.watch(person, where, watch, {
      plan: planOf(person, watch),
      what: whatOf(watch, auction),
      auction: auction?.number ?? null,
    });
  }

  return {
    quiet,
    endFaults() {
      for (const person of people) directMessages.open(personIdOf(person));
    },
    endQuietHours() {
      for (const { person } of quiet) {
        watches.quiet(person, false);
        watches.limit(person, MOST_IN_AN_HOUR);
      }
    },
    comeBack() {
      for (const person of people) {
        const last = directMessages.tries.findLast(({ userId }) => userId === personIdOf(person));
        if (last !== undefined && last.answer !== 'accepted')
          watches.comeBack(person, 'direct messages', 'try again');
      }
    },
    perform(action) {
      const { person } = action;
      const userId = personIdOf(person);
      people.add(person);
      switch (action.do) {
        case 'claim wallet':
          return watches.claimWallet(person);
        case 'watch':
          return addWatch(action);
        case 'change watches':
          return watches.change(person, action.where, action.change, action.which);
        case 'quiet hours':
          quiet.push({ person, userId, from: now() });
          return watches.quiet(person, true);
        case 'hourly limit':
          quiet.push({ person, userId, from: now() });
          return watches.limit(person, action.limit);
        case 'forget':
          return watches.forget(person);
        case 'come back':
          return watches.comeBack(person, action.where, action.to);
        case 'close direct messages': {
          const closing = directMessages.close(userId, action.refusal);
          return later(action.lastsMs, () => directMessages.open(userId, closing));
        }
        case 'direct message fault':
          return faults.plan({
            channelId: directChannelIdOf(userId),
            part: action.part,
            fault: action.fault,
            left: action.times,
          });
        case 'own trade':
          return trade({
            kind: 'sale',
            collection: action.collection,
            [action.as]: walletOfPerson(person),
          });
        case 'own bid':
          return market.bid(action.auction, COIN, { bidder: walletOfPerson(person) });
        case 'token trade':
          // A token is recognised by its only event.
          if (tradedTokens.has(action.token)) return undefined;
          tradedTokens.add(action.token);
          return trade({ kind: action.kind, collection: action.collection, tokenId: tokenId(action.token) });
      }
    },
  };
}
