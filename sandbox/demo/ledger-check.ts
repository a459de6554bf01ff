import type { LocalDiscord, StoredMessage } from '../discord/local-discord.ts';
import type { LedgerRecord } from '../marketplace/ledger.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import { MIN_VISIBLE_MS } from './auction-check.ts';
import { createAuctionPolls } from './auction-polls.ts';
import { checkAuctionWatches } from './auction-watch-check.ts';
import {
  type ChannelCheck,
  checkChannel,
  type LedgerExpectations,
  type LedgerResult,
  sumChecks,
} from './channel-check.ts';
import { alertUnitsOf, type Period, type Rule } from './expected-alerts.ts';
import { countKinds } from './kind-counts.ts';
import { percentile } from './percentile.ts';
import { checkRecaps } from './recap-check.ts';
import { createRuleHistory, type RuleHistory } from './rule-history.ts';
import { personTarget, type Scenario } from './scenario.ts';
import { MESSAGES_AN_HOUR } from './watches-file.ts';

/** Compares what was posted with what was expected: the channels and direct messages with the marketplace's ledger (docs/decisions/035). */
export interface LedgerCheck {
  /** Number of sales in the feed, and the totals of all channels. */
  result(): LedgerResult & { readonly salesListed: number };
  /**
   * The result for the page: what is merely late does not count as lost, and the latency of the latest alerts
   * is included.
   */
  tally(): LiveTally;
  /** Records the changes that users make to rules. */
  readonly rules: RuleHistory;
  /** The scene's rules are in force from now on; earlier records are not due. */
  begin(): void;
  /** The market has closed: auctions that end after this are not due any more. */
  end(): void;
  /** The bot was killed. Of an auction that it did not read before it was over, only the end is due from now on. */
  stopped(): void;
  /** Counts a channel for the last time, before it is deleted. */
  close(channelId: string): void;
}

export interface LiveTally
  extends Pick<LedgerResult, 'alertsDue' | 'alertsPosted' | 'lost' | 'twice' | 'undecided'> {
  readonly salesListed: number;
  readonly lagMs: number | null;
}

/** An alert is lost once later alerts of its channel have been posted for this long. */
const LOST_AFTER_MS = 30_000;
const LAG_SAMPLES = 20;
const FEED_PATH = '/api/activities';
const OK = 200;
/**
 * The bot polls again only when everything of the previous poll is matched; the pages of one poll arrive within
 * this time.
 */
const ONE_POLL_MS = 1_000;

/** The rules that the scene plans for each channel. */
function plannedRules({ ruleSetups }: Scenario): ReadonlyMap<string, readonly Rule[]> {
  const byChannel = Map.groupBy(ruleSetups, ({ channelId }) => channelId);
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

/** The first of the sorted timestamps that is not before `atMs`; Infinity where there is none. */
function firstAtOrAfter(moments: readonly number[], atMs: number): number {
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
 * Creates the ledger check of a scenario. Of auctions that were visible for less than `minVisibleMs`, only the end is expected;
 * 15 s by default, more where the marketplace is made to fail. `interrupted`: the bot is stopped again and again. `withRecaps`: recaps are
 * compared too, which is exact where the feed shows everything at once.
 */
export function createLedgerCheck(
  discord: LocalDiscord,
  marketplace: EmbeddedMarketplace,
  scenario: Scenario,
  now: () => number,
  {
    minVisibleMs = MIN_VISIBLE_MS,
    interrupted = false,
    withRecaps = false,
  }: {
    readonly minVisibleMs?: number;
    readonly interrupted?: boolean;
    readonly withRecaps?: boolean;
  } = {},
): LedgerCheck {
  /** People by the target of their direct messages. */
  const peopleByTarget = new Map(scenario.people.map((person) => [personTarget(person.id), person]));
  const nameOf = new Map([
    ...scenario.channels.map(({ id, name }) => [id, name] as const),
    ...[...peopleByTarget].map(([target, { name }]) => [target, `@${name}`] as const),
  ]);
  const closed: ChannelCheck[] = [];
  const open = new Set([...scenario.channels.map(({ id }) => id), ...peopleByTarget.keys()]);
  const feedReads: number[] = [];
  const auctionPolls = createAuctionPolls();
  marketplace.onAnswer((answer) => {
    auctionPolls.note(answer);
    const { path, status, askedAtMs } = answer;
    if (path === FEED_PATH && status === OK) feedReads.push(askedAtMs);
  });
  let startedAtMs = Number.NEGATIVE_INFINITY;
  let endedAtMs = Number.POSITIVE_INFINITY;
  const planned = plannedRules(scenario);
  let rules = createRuleHistory(planned, now);

  const ledgerExpectations = (records: readonly LedgerRecord[]): LedgerExpectations => ({
    units: alertUnitsOf(records),
    auctions: marketplace.ledger.auctions(),
    rankOf: ({ collection, tokenId }) => marketplace.rankOf(collection, tokenId),
    readOf(shownAtMs) {
      const readAtMs = firstAtOrAfter(feedReads, shownAtMs);
      return { readAtMs, matchedByMs: firstAtOrAfter(feedReads, readAtMs + ONE_POLL_MS) };
    },
    fromMs: startedAtMs,
    atMs: Math.min(now(), endedAtMs),
    minVisibleMs,
    interrupted,
    polls: auctionPolls.finished(),
  });

  /** The bot's messages in a channel, or in a person's direct messages. */
  function messagesIn(target: string): readonly StoredMessage[] {
    const person = peopleByTarget.get(target);
    const ids =
      person === undefined
        ? [target]
        : discord
            .view(person.id)
            .directMessages()
            .map(({ id }) => id);
    return ids.flatMap((id) => discord.messages(id)).filter(({ authorId }) => authorId === scenario.botId);
  }

  function periodsOf(target: string, messages: readonly StoredMessage[]): readonly Period[] {
    const periods = rules.periods(target);
    const isLimited = peopleByTarget.has(target) && messages.length >= MESSAGES_AN_HOUR;
    return isLimited ? periods.map((period) => ({ ...period, delaysAlerts: true })) : periods;
  }

  const checkOf = (ledger: LedgerExpectations, channelId: string): ChannelCheck => {
    const messages = messagesIn(channelId);
    const periods = periodsOf(channelId, messages);
    return checkChannel(ledger, { name: nameOf.get(channelId) ?? channelId, periods }, messages);
  };

  function checkAllRecaps(records: readonly LedgerRecord[]): readonly string[] {
    return [...open].flatMap((target) => {
      const { timeZone = 'UTC' } = scenario.channels.find(({ id }) => id === target) ?? {};
      return checkRecaps(records, messagesIn(target), { sinceMs: startedAtMs, timeZone }).wrong;
    });
  }

  /** What people who are outbid, or win, were not told. */
  function checkAllAuctionWatches({ auctions, fromMs, atMs }: LedgerExpectations): readonly string[] {
    return [...peopleByTarget].flatMap(([target, { name }]) => {
      const messages = messagesIn(target);
      const periods = periodsOf(target, messages);
      const times = { fromMs, untilMs: atMs, minVisibleMs };
      return checkAuctionWatches(auctions, periods, messages, times).map((words) => `@${name}: ${words}`);
    });
  }

  function result() {
    const records = marketplace.ledger.records();
    const ledger = ledgerExpectations(records);
    const checks = [...open].map((channelId) => checkOf(ledger, channelId));
    const salesListed = records.filter(({ kind, history }) => kind === 'sale' && !history).length;
    const sum = sumChecks([...closed, ...checks]);
    const wrongRecaps = withRecaps ? checkAllRecaps(records) : [];
    const untold = checkAllAuctionWatches(ledger);
    return {
      ...sum,
      lost: sum.lost + wrongRecaps.length + untold.length,
      missing: [...sum.missing, ...untold],
      wrong: [...sum.wrong, ...wrongRecaps],
      salesListed,
    };
  }

  return {
    result,
    get rules() {
      return rules;
    },
    tally() {
      const { overtakenAtMs, deliveries, salesListed, alertsDue, alertsPosted, twice, undecided } = result();
      const last = deliveries
        .toSorted((a, b) => a.acceptedAtMs - b.acceptedAtMs)
        .slice(-LAG_SAMPLES)
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
      startedAtMs = now();
      rules = createRuleHistory(planned, now);
    },
    end() {
      endedAtMs = now();
    },
    stopped: auctionPolls.stopped,
    close(channelId) {
      const check = checkOf(ledgerExpectations(marketplace.ledger.records()), channelId);
      const overtaken = check.overtakenAtMs.length;
      // What still waits for a deleted channel is not lost. The kinds of the overtaken alerts do not matter, so
      // they count as sales.
      closed.push({
        ...check,
        missing: check.missing.slice(0, overtaken),
        undecided: [],
        auctions: { ended: [], announced: [], wrong: [] },
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
