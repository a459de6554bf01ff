import type { LocalDiscord } from '../../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../../marketplace/marketplace.ts';
import type { Control, ControlAction } from '../contract.ts';
import { createCauses } from './causes.ts';
import { createFaultSwitches } from './fault-switches.ts';

/** What was told and what was due, counted from both sides. */
export interface Tally {
  readonly salesListed: number;
  readonly alertsDue: number;
  readonly alertsPosted: number;
  readonly lost: number;
  readonly twice: number;
  /** Alerts of which nobody can say whether they are lost. */
  readonly undecided: number;
  /** Of the last alerts, ms from the feed to the channel; `null` before the first. */
  readonly lagMs: number | null;
}

/** Who is asked for the tally. */
export interface TallyKeeper {
  tally(): Tally;
  /** A channel is about to be deleted: what was posted there is counted for the last time. */
  close(channelId: string): void;
}

/** What the panel steers. */
export interface PanelDeps {
  readonly discord: LocalDiscord;
  readonly marketplace: EmbeddedMarketplace;
  readonly check: TallyKeeper;
  readonly bot: { readonly restarts: () => number; kill(signal: NodeJS.Signals): void };
  readonly botId: string;
  /** Channels that a fault or a deletion meets when none is named, the first that is still there. */
  readonly channelIds: readonly string[];
}

/** The panel beside the channels. Disposing it ends its timer. */
export interface ControlPanel extends Disposable {
  now(): Control;
  /** Does it, or says in the notice why it cannot be done now. */
  act(action: ControlAction): void;
  /** Tells of the panel at once and then of every change, at most twice a second; the answer stops it. */
  onChange(listener: (control: Control) => void): () => void;
}

const TELL_EVERY_MS = 500;
const FEED_PATH = '/api/activities';

/** A panel with every switch off. */
export function createControlPanel(deps: PanelDeps): ControlPanel {
  const { discord, marketplace, check, bot } = deps;
  const switches = createFaultSwitches(discord, marketplace, deps.botId);
  const happen = createCauses({
    discord,
    marketplace,
    killBot: () => bot.kill('SIGKILL'),
    closeCheckOf: (channelId) => check.close(channelId),
  });
  const listeners = new Set<(control: Control) => void>();
  let notice: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let told = '';

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
    };
  }

  function channelOf(named: string | undefined): string {
    const channelId = named ?? deps.channelIds.find((id) => discord.channelExists(id));
    if (channelId === undefined || !discord.channelExists(channelId))
      throw new RangeError('There is no such channel any more.');
    return channelId;
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
        happen(action.cause, action.cause === 'delete-channel' ? channelOf(action.channel) : '');
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

  function tell(): void {
    const control = now();
    const text = JSON.stringify(control);
    if (text === told) return;
    told = text;
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
      timer ??= setInterval(tell, TELL_EVERY_MS).unref();
      own(now());
      return () => {
        listeners.delete(own);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
