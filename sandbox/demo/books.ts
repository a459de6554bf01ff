import type { LocalDiscord, Reply } from '../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import { type Audit, auditChannel, type Following, inAll, percentile, salesShown } from './audit.ts';
import type { Scene, SceneFollowing } from './scene.ts';

/** Knows who was promised what, and how that went. It asks the bot nothing (docs/decisions/009). */
export interface Books {
  /** Sales that the feed showed, and what became of them in all channels. */
  audit(): Audit & { readonly salesListed: number };
  /** The audit for people who watch: what is merely late does not count as lost, and how late the last ones were. */
  tally(): LiveTally;
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

/** The books of a scene, which begin with its own followings. */
export function createBooks(
  discord: LocalDiscord,
  marketplace: EmbeddedMarketplace,
  scene: Scene,
  now: () => number,
): Books {
  const guildOf = new Map(scene.channels.map(({ id, guildId }) => [id, guildId]));
  const closed: Audit[] = [];
  const open = new Set(scene.channels.map(({ id }) => id));
  let followings = scene.followings.map(
    ({ channelId, collection }: SceneFollowing): Following => ({
      channelId,
      collection,
      fromMs: 0,
      toMs: Number.POSITIVE_INFINITY,
      certain: true,
    }),
  );

  const auditOf = (shown: ReturnType<typeof salesShown>, channelId: string): Audit =>
    auditChannel(
      shown,
      followings.filter((following) => following.channelId === channelId),
      discord.messages(channelId),
    );

  function auditAll() {
    const shown = salesShown(marketplace.ledger.records());
    const audits = [...open].map((channelId) => auditOf(shown, channelId));
    return { ...inAll([...closed, ...audits]), salesListed: shown.length };
  }

  /** Address of what a person typed, `null` for all, undefined for what is no collection. */
  function collectionTyped(typed: string | number | boolean | undefined): string | null | undefined {
    if (typed === undefined) return null;
    const wanted = String(typed).trim().toLowerCase();
    return marketplace
      .collections()
      .find(({ address, path, name }) => [address, path, name.toLowerCase()].includes(wanted))?.address;
  }

  function added(channelId: string, collection: string | null): void {
    const goesOn = (following: Following): boolean =>
      following.channelId === channelId &&
      following.collection === collection &&
      following.toMs === Number.POSITIVE_INFINITY;
    if (followings.some((following) => goesOn(following) && following.certain)) return;
    const fromMs = now();
    followings = [
      ...followings.map((following) => (goesOn(following) ? { ...following, toMs: fromMs } : following)),
      { channelId, collection, fromMs, toMs: Number.POSITIVE_INFINITY, certain: false },
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
      const { overtakenAtMs, tellings, lost: _late, ...rest } = auditAll();
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
    heard({ channel, name, options }, { outcome }) {
      if (outcome !== 'message' && outcome !== 'updated') return;
      const collection = collectionTyped(options['collection']);
      const target = options['channel'];
      if (name === 'alerts add' && typeof target === 'string' && collection !== undefined)
        added(target, collection);
      if (name === 'alerts remove') oneRemoved(guildOf.get(channel));
    },
    close(channelId) {
      const audit = auditOf(salesShown(marketplace.ledger.records()), channelId);
      const lost = audit.overtakenAtMs.length;
      closed.push({ ...audit, lost, alertsDue: audit.alertsPosted + lost });
      followings = followings.filter((following) => following.channelId !== channelId);
      open.delete(channelId);
    },
  };
}
