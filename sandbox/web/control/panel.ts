import type { LocalDiscord } from '../../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../../marketplace/marketplace.ts';
import type { Cluster, Control, ControlAction, NodeDeed, NodeLink } from '../contract.ts';
import { createCausedPosts } from './caused-posts.ts';
import { createCauses } from './causes.ts';
import { createFaultSwitches } from './fault-switches.ts';
import { createOutbid } from './outbid.ts';

/** Counts of due and posted alerts. */
export interface Tally {
  readonly salesListed: number;
  readonly alertsDue: number;
  readonly alertsPosted: number;
  readonly lost: number;
  readonly twice: number;
  /** Alerts of which it cannot be decided whether they are lost. */
  readonly undecided: number;
  /** Median latency of the latest alerts from the feed to the channel, ms; `null` before the first. */
  readonly lagMs: number | null;
}

/** The source of the counts. */
export interface TallyKeeper {
  tally(): Tally;
  /** Counts a channel for the last time, before it is deleted. */
  close(channelId: string): void;
}

/** What the panel controls. */
export interface PanelDeps {
  readonly discord: LocalDiscord;
  readonly marketplace: EmbeddedMarketplace;
  readonly check: TallyKeeper;
  readonly bot: { readonly restarts: () => number; kill(signal: NodeJS.Signals): void };
  /** The bots that share the work; `null` where there is only one. */
  readonly nodes: {
    readonly cluster: () => Cluster;
    act(node: string, deed: NodeDeed): void;
    cut(node: string, link: NodeLink, isCut: boolean): void;
    restartPostgres(): void;
  } | null;
  readonly botId: string;
  /** The wallets of a user for which they watch being outbid. */
  readonly outbidWallets: (userId: string) => readonly string[];
  /** A wallet that bids often, which visitors can watch; `null` without one. */
  readonly suggestedWallet: string | null;
  /** Channels for a fault or a deletion without a named channel: the first that still exists is used. */
  readonly channelIds: readonly string[];
}

/** The panel beside the channels. Disposing it ends its timer. */
export interface ControlPanel extends Disposable {
  now(): Control;
  /** Performs the action, or sets `notice` to why it is impossible now. */
  act(action: ControlAction): void;
  /**
   * Passes on the panel's state at once and after every change, at most twice a second; the returned function
   * unsubscribes.
   */
  onChange(listener: (control: Control) => void): () => void;
}

const UPDATE_EVERY_MS = 500;
const FEED_PATH = '/api/activities';

/** A panel with every switch off. */
export function createControlPanel(deps: PanelDeps): ControlPanel {
  const { discord, marketplace, check, bot } = deps;
  const switches = createFaultSwitches(discord, marketplace, deps.botId);
  const outbid = createOutbid({ marketplace, now: Date.now });
  const happen = createCauses({
    discord,
    marketplace,
    killBot: () => bot.kill('SIGKILL'),
    closeCheckOf: (channelId) => check.close(channelId),
    outbid,
    outbidWallets: deps.outbidWallets,
    now: Date.now,
  });
  const causedPosts = createCausedPosts(discord, deps.botId);
  const listeners = new Set<(control: Control) => void>();
  let notice: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let scheduled = '';

  function now(): Control {
    const { clock, requests } = marketplace;
    const { requests: discordRequests, byStatus } = discord.counts();
    const { salesListed, ...tally } = check.tally();
    return {
      clock: { paused: clock.paused, speed: clock.speed, openForMs: Math.round(clock.worldMs()) },
      counters: {
        polls: requests.byPath.get(FEED_PATH) ?? 0,
        sales: salesListed,
        ...tally,
        marketplaceRequests: requests.total,
        discordRequests,
        discord429: byStatus[429] ?? 0,
        botRestarts: bot.restarts(),
      },
      faults: switches.on(),
      notice,
      caused: causedPosts.latest(),
      suggestedWallet: deps.suggestedWallet,
      cluster: deps.nodes?.cluster() ?? null,
    };
  }

  function channelOf(named: string | undefined): string {
    const channelId = named ?? deps.channelIds.find((id) => discord.channelExists(id));
    if (channelId === undefined || !discord.channelExists(channelId))
      throw new RangeError('There is no such channel any more.');
    return channelId;
  }

  function causeEvent({ cause, channel, inView = [], as }: Extract<ControlAction, { do: 'cause' }>): void {
    const channelId = cause === 'delete-channel' ? channelOf(channel) : (channel ?? '');
    const records = happen(cause, { channelId, inView, userId: as ?? null });
    if (records.length > 0) causedPosts.follow(cause, records);
  }

  function requireNodes(): NonNullable<PanelDeps['nodes']> {
    if (deps.nodes === null) throw new RangeError('There is only one bot: start the demo with --nodes 3.');
    return deps.nodes;
  }

  function perform(action: ControlAction): void {
    switch (action.do) {
      case 'pause':
        marketplace.clock.pause();
        return;
      case 'resume':
        marketplace.clock.resume();
        return;
      case 'speed':
        marketplace.clock.setSpeed(action.speed);
        return;
      case 'cause':
        causeEvent(action);
        return;
      case 'node':
        requireNodes().act(action.node, action.deed);
        return;
      case 'link':
        requireNodes().cut(action.node, action.link, action.isCut);
        return;
      case 'restart-postgres':
        requireNodes().restartPostgres();
        return;
      case 'fault':
        switches.turn(
          action.fault,
          action.on,
          action.on && action.fault === 'permission-taken' ? channelOf(action.channel) : '',
        );
        return;
      default:
        action satisfies never;
    }
  }

  function notifyListeners(): void {
    const control = now();
    const text = JSON.stringify(control);
    if (text === scheduled) return;
    scheduled = text;
    for (const listener of listeners) listener(control);
  }

  return {
    now,
    act(action) {
      notice = null;
      try {
        perform(action);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        notice = error.message;
      }
    },
    onChange(listener) {
      const own = (control: Control): void => listener(control);
      listeners.add(own);
      timer ??= setInterval(notifyListeners, UPDATE_EVERY_MS).unref();
      own(now());
      return () => {
        listeners.delete(own);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      causedPosts[Symbol.dispose]();
      outbid[Symbol.dispose]();
    },
  };
}
