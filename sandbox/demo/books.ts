import type { LocalDiscord, Reply } from '../discord/local-discord.ts';
import type { LedgerRecord } from '../marketplace/ledger.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import { SEEN_AFTER_MS } from './audit-auctions.ts';
import { type Audit, auditChannel, type ChannelAudit, inAll, type LedgerSide } from './audit-channels.ts';
import { AUCTION_STAGES, countKinds, type ToldKind } from './kinds.ts';
import { percentile } from './percentile.ts';
import { type Following, unitsOf } from './promises.ts';
import type { Scene, SceneFollowing } from './scene.ts';

/** Knows who was promised what, and how that went. It asks the bot nothing (docs/decisions/009). */
export interface Books {
  /** Sales that the feed showed, and what became of them and everything else in all channels. */
  audit(): Audit & { readonly salesListed: number };
  /** The audit for people who watch: what is merely late does not count as lost, and how late the last ones were. */
  tally(): LiveTally;
  /** The scene's followings hold from now on: what began before is not due. */
  begin(): void;
  /** The market has closed: ends of auctions after this are not due any more. */
  end(): void;
  /** A command that a person ran, and how it ended for them. */
  heard(command: HeardCommand, reply: Pick<Reply, 'outcome'>): void;
  /** A channel is about to be deleted: it is counted for the last time. */
  close(channelId: string): void;
}

export interface LiveTally extends Pick<Audit, 'alertsDue' | 'alertsPosted' | 'lost' | 'twice'> {
  readonly salesListed: number;
  readonly lagMs: number | null;
}

interface HeardCommand {
  readonly channel: string;
  readonly name: string;
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

/** An alert that later ones of its channel have overtaken for so long is lost. */
const LOST_AFTER_MS = 30_000;
const LAG_OF_LAST = 20;

/** What a person may ask for in so many words; other words are the bot's to understand. */
const KIND_WORDS: Readonly<Record<string, readonly ToldKind[]>> = {
  sales: ['sale'],
  listings: ['listing'],
  offers: ['offer'],
  transfers: ['transfer'],
  mints: ['mint'],
  auctions: AUCTION_STAGES,
};
/** Options that leave a rule as wide as its kinds and its collection. */
const PLAIN_OPTIONS: readonly string[] = ['channel', 'collection', 'alerts', 'ending'];

/**
 * The books of a scene, which begin with its own followings.
 * @param options `seenAfterMs`: an auction that was to be seen for less is owed its end alone; 15 s, more where the marketplace
 * is made to be silent
 */
export function createBooks(
  discord: LocalDiscord,
  marketplace: EmbeddedMarketplace,
  scene: Scene,
  now: () => number,
  { seenAfterMs = SEEN_AFTER_MS }: { readonly seenAfterMs?: number } = {},
): Books {
  const guildOf = new Map(scene.channels.map(({ id, guildId }) => [id, guildId]));
  const closed: ChannelAudit[] = [];
  const open = new Set(scene.channels.map(({ id }) => id));
  let endedAtMs = Number.POSITIVE_INFINITY;
  let followings = scene.followings.map(
    ({ channelId, collection, kinds, filter }: SceneFollowing): Following => ({
      channelId,
      collection,
      kinds,
      filter,
      fromMs: 0,
      toMs: Number.POSITIVE_INFINITY,
      certain: true,
    }),
  );

  const ledgerSide = (records: readonly LedgerRecord[]): LedgerSide => ({
    units: unitsOf(records),
    auctions: marketplace.ledger.auctions(),
    rankOf: ({ collection, tokenId }) => marketplace.rankOf(collection, tokenId),
    atMs: Math.min(now(), endedAtMs),
    seenAfterMs,
  });

  const auditOf = (ledger: LedgerSide, channelId: string): ChannelAudit =>
    auditChannel(
      ledger,
      followings.filter((following) => following.channelId === channelId),
      discord.messages(channelId).filter(({ authorId }) => authorId === scene.botId),
    );

  function auditAll() {
    const records = marketplace.ledger.records();
    const ledger = ledgerSide(records);
    const audits = [...open].map((channelId) => auditOf(ledger, channelId));
    const salesListed = records.filter(({ kind, history }) => kind === 'sale' && !history).length;
    return { ...inAll([...closed, ...audits]), salesListed };
  }

  /** Address of what a person typed, `null` for all, undefined for what is no collection. */
  function collectionTyped(typed: string | number | boolean | undefined): string | null | undefined {
    if (typed === undefined) return null;
    const wanted = String(typed).trim().toLowerCase();
    return marketplace
      .collections()
      .find(({ address, path, name }) => [address, path, name.toLowerCase()].includes(wanted))?.address;
  }

  function kindsTyped(typed: string | number | boolean | undefined): readonly ToldKind[] {
    if (typed === undefined) return ['sale'];
    return String(typed)
      .split(',')
      .flatMap((word) => KIND_WORDS[word.trim().toLowerCase()] ?? []);
  }

  function added(wanted: Pick<Following, 'channelId' | 'collection' | 'kinds' | 'filter'>): void {
    const goesOn = (following: Following): boolean =>
      following.channelId === wanted.channelId &&
      following.collection === wanted.collection &&
      wanted.kinds.every((kind) => following.kinds.includes(kind)) &&
      following.toMs === Number.POSITIVE_INFINITY;
    if (followings.some((following) => goesOn(following) && following.certain)) return;
    const fromMs = now();
    followings = [
      ...followings.map((following) => (goesOn(following) ? { ...following, toMs: fromMs } : following)),
      { ...wanted, fromMs, toMs: Number.POSITIVE_INFINITY, certain: false },
    ];
  }

  /** Which one it was, only the bot's numbers tell: each of the server may have ended now, or goes on. */
  function oneRemoved(guildId: string | undefined): void {
    const atMs = now();
    followings = followings.flatMap((following) => {
      const goesOn = following.toMs === Number.POSITIVE_INFINITY;
      if (!goesOn || guildOf.get(following.channelId) !== guildId) return [following];
      return [
        { ...following, toMs: atMs, certain: false },
        { ...following, fromMs: atMs, certain: false },
      ];
    });
  }

  return {
    audit: auditAll,
    tally() {
      const { overtakenAtMs, tellings, wrong: _mayBeEdited, lost: _late, ...rest } = auditAll();
      const last = tellings
        .toSorted((a, b) => a.acceptedAtMs - b.acceptedAtMs)
        .slice(-LAG_OF_LAST)
        .map(({ latencyMs }) => latencyMs);
      return {
        salesListed: rest.salesListed,
        alertsDue: rest.alertsDue,
        alertsPosted: rest.alertsPosted,
        lost: overtakenAtMs.filter((atMs) => atMs <= now() - LOST_AFTER_MS).length,
        twice: rest.twice,
        lagMs: last.length === 0 ? null : percentile(last, 0.5),
      };
    },
    begin() {
      const fromMs = now();
      followings = followings.map((following) => ({ ...following, fromMs }));
    },
    end() {
      endedAtMs = now();
    },
    /** Of `/alerts add` this is the draft. Whether it is confirmed shows by what is told. */
    heard({ channel, name, options }, { outcome }) {
      if (outcome !== 'message' && outcome !== 'updated') return;
      const collection = collectionTyped(options['collection']);
      const target = options['channel'];
      const kinds = kindsTyped(options['alerts']);
      const plain = Object.keys(options).every((option) => PLAIN_OPTIONS.includes(option));
      if (name === 'alerts add' && typeof target === 'string' && collection !== undefined)
        added({ channelId: target, collection, kinds, filter: plain ? {} : null });
      if (name === 'alerts remove') oneRemoved(guildOf.get(channel));
    },
    close(channelId) {
      const audit = auditOf(ledgerSide(marketplace.ledger.records()), channelId);
      const overtaken = audit.overtakenAtMs.length;
      // What waits for a channel that is gone is not lost; which kind is, of what was overtaken, nobody needs to know.
      closed.push({
        ...audit,
        auctions: { ended: [], told: [], wrong: [] },
        kinds: countKinds((kind) => {
          const { posted, twice } = audit.kinds[kind];
          const lost = kind === 'sale' ? overtaken : 0;
          return { due: posted + lost, posted, lost, twice };
        }),
      });
      followings = followings.filter((following) => following.channelId !== channelId);
      open.delete(channelId);
    },
  };
}
