import type { LocalDiscord } from '../discord/local-discord.ts';
import type { LedgerRecord } from '../marketplace/ledger.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import { SEEN_AFTER_MS } from './auction-check.ts';
import {
  type ChannelCheck,
  checkChannel,
  inAll,
  type LedgerResult,
  type LedgerSide,
} from './channel-check.ts';
import { countKinds } from './kinds.ts';
import { type Period, type Rule, unitsOf } from './owed.ts';
import { percentile } from './percentile.ts';
import { createRuleHistory, type RuleHistory } from './rule-history.ts';
import type { Scene } from './scene.ts';

/** Holds what was posted against what was owed: the marketplace's ledger against the channels (docs/decisions/035). */
export interface LedgerCheck {
  /** Sales that the feed showed, and what became of them and everything else in all channels. */
  result(): LedgerResult & { readonly salesListed: number };
  /** The result for people who watch: what is merely late does not count as lost, and how late the last ones were. */
  tally(): LiveTally;
  /** What people change in the rules is noted here. */
  readonly rules: RuleHistory;
  /** The scene's rules hold from now on: what began before is not due. */
  begin(): void;
  /** The market has closed: ends of auctions after this are not due any more. */
  end(): void;
  /** A channel is about to be deleted: it is counted for the last time. */
  close(channelId: string): void;
}

export interface LiveTally
  extends Pick<LedgerResult, 'alertsDue' | 'alertsPosted' | 'lost' | 'twice' | 'undecided'> {
  readonly salesListed: number;
  readonly lagMs: number | null;
}

/** An alert that later ones of its channel have overtaken for so long is lost. */
const LOST_AFTER_MS = 30_000;
const LAG_OF_LAST = 20;
const FEED_PATH = '/api/activities';
const OK = 200;
/** The bot polls again only when everything of the poll before is matched; pages of one poll come within this time. */
const ONE_POLL_MS = 1_000;

/** What each channel asks for by the scene's plan. */
function plannedRules({ followings }: Scene): ReadonlyMap<string, readonly Rule[]> {
  const byChannel = Map.groupBy(followings, ({ channelId }) => channelId);
  return new Map(
    [...byChannel].map(([channelId, own]) => [
      channelId,
      own.map(({ collection, kinds, filter }) => ({
        collections: collection === null ? null : [collection],
        kinds,
        filter,
      })),
    ]),
  );
}

/** The first of sorted moments that is not before `atMs`; Infinity where there is none. */
function firstFrom(moments: readonly number[], atMs: number): number {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] ?? 0) < atMs) low = middle + 1;
    else high = middle;
  }
  return moments[low] ?? Number.POSITIVE_INFINITY;
}

/**
 * The ledger check of a scene, which begins with its own plan.
 * @param options `seenAfterMs`: an auction that was to be seen for less is owed its end alone; 15 s, more where the marketplace
 * is made to be silent
 */
export function createLedgerCheck(
  discord: LocalDiscord,
  marketplace: EmbeddedMarketplace,
  scene: Scene,
  now: () => number,
  { seenAfterMs = SEEN_AFTER_MS }: { readonly seenAfterMs?: number } = {},
): LedgerCheck {
  const nameOf = new Map(scene.channels.map(({ id, name }) => [id, name]));
  const closed: ChannelCheck[] = [];
  const open = new Set(scene.channels.map(({ id }) => id));
  const feedReads: number[] = [];
  marketplace.onAnswer(({ path, status, askedAtMs }) => {
    if (path === FEED_PATH && status === OK) feedReads.push(askedAtMs);
  });
  let begunAtMs = Number.NEGATIVE_INFINITY;
  let endedAtMs = Number.POSITIVE_INFINITY;
  const planned = plannedRules(scene);
  let rules = createRuleHistory(planned, now);

  const ledgerSide = (records: readonly LedgerRecord[]): LedgerSide => ({
    units: unitsOf(records),
    auctions: marketplace.ledger.auctions(),
    rankOf: ({ collection, tokenId }) => marketplace.rankOf(collection, tokenId),
    readOf(shownAtMs) {
      const readAtMs = firstFrom(feedReads, shownAtMs);
      return { readAtMs, matchedByMs: firstFrom(feedReads, readAtMs + ONE_POLL_MS) };
    },
    fromMs: begunAtMs,
    atMs: Math.min(now(), endedAtMs),
    seenAfterMs,
  });

  const checkOf = (ledger: LedgerSide, channelId: string): ChannelCheck => {
    const periods: readonly Period[] = rules.periods(channelId);
    const messages = discord.messages(channelId).filter(({ authorId }) => authorId === scene.botId);
    return checkChannel(ledger, { name: nameOf.get(channelId) ?? channelId, periods }, messages);
  };

  function result() {
    const records = marketplace.ledger.records();
    const ledger = ledgerSide(records);
    const checks = [...open].map((channelId) => checkOf(ledger, channelId));
    const salesListed = records.filter(({ kind, history }) => kind === 'sale' && !history).length;
    return { ...inAll([...closed, ...checks]), salesListed };
  }

  return {
    result,
    get rules() {
      return rules;
    },
    tally() {
      const { overtakenAtMs, tellings, salesListed, alertsDue, alertsPosted, twice, undecided } = result();
      const last = tellings
        .toSorted((a, b) => a.acceptedAtMs - b.acceptedAtMs)
        .slice(-LAG_OF_LAST)
        .map(({ latencyMs }) => latencyMs);
      return {
        salesListed,
        alertsDue,
        alertsPosted,
        lost: overtakenAtMs.filter((atMs) => atMs <= now() - LOST_AFTER_MS).length,
        twice,
        undecided,
        lagMs: last.length === 0 ? null : percentile(last, 0.5),
      };
    },
    begin() {
      begunAtMs = now();
      rules = createRuleHistory(planned, now);
    },
    end() {
      endedAtMs = now();
    },
    close(channelId) {
      const check = checkOf(ledgerSide(marketplace.ledger.records()), channelId);
      const overtaken = check.overtakenAtMs.length;
      // What waits for a channel that is gone is not lost; which kind is, of what was overtaken, nobody needs to know.
      closed.push({
        ...check,
        missing: check.missing.slice(0, overtaken),
        undecided: [],
        auctions: { ended: [], told: [], wrong: [] },
        kinds: countKinds((kind) => {
          const { posted, twice } = check.kinds[kind];
          const lost = kind === 'sale' ? overtaken : 0;
          return { due: posted + lost, posted, lost, twice };
        }),
      });
      open.delete(channelId);
    },
  };
}
