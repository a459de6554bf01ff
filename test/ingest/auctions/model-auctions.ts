import type { AuctionAlert } from '#src/alerts/alert.ts';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import type { EndingLead } from '#src/alerts/kinds/auction/ending-lead.ts';
import type { AuctionTopic } from '#src/alerts/kinds/registry.ts';
import type { AddressingDeps } from '#src/ingest/auctions/address-auctions.ts';
import type { AuctionSource } from '#src/ingest/sources.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { AuctionStore } from '#src/store/auctions.ts';
import type { AuctionBatch } from '#src/store/model/ingest-batch.ts';

/** The marketplace's lists of auctions, what was asked of them, and ways in which they fail. */
export interface ModelAuctions extends AuctionSource {
  /** `active 1`, `completed 2` … in the order of asking. */
  readonly asked: string[];
  /** Called before every answer. */
  beforeAnswer: (request: string) => void | Promise<void>;
}

function statusOf({ active, finalizedAt }: Auction): 'active' | 'completed' | 'cancelled' {
  if (active) return 'active';
  return finalizedAt === null ? 'cancelled' : 'completed';
}

/** Lists over what `all` holds at the moment of each request. */
export function createModelAuctions(all: () => readonly Auction[]): ModelAuctions {
  const model: ModelAuctions = {
    asked: [],
    beforeAnswer: () => undefined,
    async auctions({ status, page, limit, sortOrder }) {
      const request = `${status} ${page}`;
      model.asked.push(request);
      await model.beforeAnswer(request);
      const sign = sortOrder === 'asc' ? 1 : -1;
      const list = all()
        .filter((auction) => statusOf(auction) === status)
        .toSorted((a, b) => sign * ((a.endTime ?? 0) - (b.endTime ?? 0)));
      return {
        items: list.slice((page - 1) * limit, page * limit),
        page,
        total: list.length,
        hasNext: page * limit < list.length,
        unreadable: 0,
      };
    },
  };
  return model;
}

/** What a store does with what it is given, in memory, and a record of it. */
export interface ModelInbox extends Omit<AuctionStore, 'countTrackedAuctions'> {
  /** Every intake that was written. */
  readonly intakes: AuctionBatch[];
  /** Alerts that were written, each once by its key, in order. */
  readonly alerts: Map<string, AuctionAlert>;
  /** By topic. */
  readonly states: Map<string, AuctionAlert>;
  /** Messages by channel: keys of alerts. A channel that has one of a topic gets no other `skipIfLive`; of an end only if it has one of the end. */
  readonly posted: Map<string, string[]>;
  readonly tracked: ReadonlyMap<string, TrackedAuction>;
  /** Called before every write. */
  beforeWrite: () => void;
}

export function createModelInbox(): ModelInbox {
  const saved = new Map<string, TrackedAuction>();
  /** The same, once the first poll is over. */
  let tracked: typeof saved | null = null;
  const shown = new Set<string>();
  const posted = (channelId: string): readonly string[] => model.posted.get(channelId) ?? [];

  function write({ baseline, alerts, topics, isPart = false, ...intake }: AuctionBatch): string[] {
    if ((tracked === null) !== baseline) throw new Error('the baseline is the first intake and no other');
    for (const one of intake.tracked) saved.set(one.auction.id, structuredClone(one));
    if (isPart) return [];
    tracked ??= saved;
    for (const id of intake.dropped) tracked.delete(id);
    const woken: string[] = [];
    for (const { alert, channels } of alerts) {
      if (alert.kind !== 'auction' || model.alerts.has(alert.key)) continue;
      model.alerts.set(alert.key, alert);
      for (const { channelId, skipIfLive } of channels) {
        const card = `${channelId} ${alert.liveKey}`;
        const isOfSameEnd = (key: string) => {
          const other = model.alerts.get(key);
          return other?.topic === 'auction_ended' && other.auction === alert.auction;
        };
        const isEnd = alert.topic === 'auction_ended';
        if (skipIfLive && (isEnd ? posted(channelId).some(isOfSameEnd) : shown.has(card))) continue;
        shown.add(card);
        model.posted.set(channelId, [...posted(channelId), alert.key]);
        woken.push(channelId);
      }
    }
    for (const { key, state } of topics) if (state.kind === 'auction') model.states.set(key, state);
    return woken;
  }

  const model: ModelInbox = {
    intakes: [],
    alerts: new Map(),
    states: new Map(),
    posted: new Map(),
    get tracked() {
      return tracked ?? new Map<string, TrackedAuction>();
    },
    beforeWrite: () => undefined,
    async trackedAuctions() {
      return tracked === null ? null : structuredClone([...tracked.values()]);
    },
    async auctionStates() {
      return structuredClone([...model.states.values()]);
    },
    async ingestAuctions(intake) {
      model.beforeWrite();
      model.intakes.push(intake);
      return write(intake);
    },
  };
  return model;
}

/** A rule of a channel, as far as auctions go. */
export interface ModelRule {
  readonly channelId: string;
  readonly topics: readonly AuctionTopic[];
  readonly lead?: EndingLead;
}

/** Finds the rules that want an alert, by its kind and lead times. */
export function createModelIndex(rules: readonly ModelRule[]): AddressingDeps['index'] {
  const match: AddressingDeps['index']['match'] = (alert) =>
    rules.flatMap(({ channelId, topics, lead = 10 }, number) =>
      alert.kind === 'auction' &&
      topics.includes(alert.topic) &&
      (alert.topic !== 'auction_ending' || alert.leads.includes(lead))
        ? [{ channelId, subscriptionIds: [number + 1] }]
        : [],
    );
  return {
    match,
    mayMatch: (alert) => match(alert).length > 0,
    needsTokens: () => false,
    isUndecided: () => false,
    roleOf: () => null,
  };
}
