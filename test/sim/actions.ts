import { type Action, type History, type RulePlan, WITNESS_COLLECTION, type WorldAction } from './history.ts';
import type { Interval } from './interval.ts';
import type { HistoryLog } from './log.ts';
import type { Machine } from './machine.ts';
import type { HealthLook, Observation } from './observation.ts';
import { createPeopleActions, type PeopleActions } from './people-actions.ts';
import { markedToken, markedWallet } from './silence-plans.ts';
import { createStrangeActions } from './strange-actions.ts';
import type { Host } from './virtual-time/owners.ts';
import type { CommandOption } from './world/discord/admin.ts';
import { channelIdOf, chat, GUILD_ID, VOICE_CHANNEL_ID } from './world/discord/state.ts';
import { type TradePlan, walletOf } from './world/market.ts';
import type { World } from './world/world.ts';

/** What the world does to the bot. */
export interface Actions {
  readonly people: PeopleActions;
  perform(action: WorldAction): void;
  /** @param timeZone that is set for the server before; `null` for none */
  addFirstRules(rules: History['rules'], timeZone: string | null): void;
  /** Everything works again, and all permissions are given back. */
  endFaults(): void;
  /** An admin puts the settings of all channels back, and people end their quiet hours. */
  resetSettings(): void;
  /** One event that the last channel gets, so that others can be compared with it; most of them get a sale, and few a transfer. */
  showTheLast(kind: 'sale' | 'transfer'): void;
  lookAtHealth(): void;
  /** Whether nothing waits by the last look at health, and no auction is running. */
  isDone(): boolean;
  readonly looks: readonly HealthLook[];
  readonly leaps: Observation['leaps'];
  readonly diskFaults: readonly Interval[];
  readonly marketFaults: readonly Interval[];
  readonly slowed: Observation['slowed'];
  readonly markedAsPosted: Observation['markedAsPosted'];
  readonly poisoned: Observation['poisoned'];
  readonly ticker: Observation['ticker'];
}

const COIN = 10n ** 18n;
/** Settings slow a channel down until they are put back, which is soon in a history. */
const SETTINGS_LAST_MS = 3_600_000;
const RULE_EVERY_MS = 600;
/** An auction is judged when its end is as long ago. */
export const AUCTION_SHOWN_MS = 90_000;
const CHAT_PARTS = 40;
/** Until the price comes that a message of `poison edits` is edited for, and until the next sale, which has a message of its own. */
const EDITED_AFTER_MS = 40_000;
const UNTIL_NEXT_MESSAGE_MS = 15_000;
/** Health is looked at when a fault of Discord that often may have made a message late. */
const MANY_FAULTS = 9;
const LATE_BY_THEN_MS = 110_000;
const EVERY_PART = ['feed', 'auctions', 'rest'] as const;
export const ALL_WELL = '✅ All good';
/** Titles of what is not done yet, in `/alerts health`. */
const UNDONE = [
  'Waiting to be posted',
  'Delayed by more',
  'Stopped channels',
  'Were these messages',
  'not connected',
];

/**
 * The lines of `/alerts health` about what is not done yet. A channel that stopped, and whose alerts all expired since,
 * has nothing to try again with: it is named until its next alert.
 */
export function waitsFor(text: string): readonly string[] {
  const undone = text
    .split('\n')
    .filter(
      (line) =>
        UNDONE.some((title) => line.includes(title)) || /alerts? (?:is|are) waiting to be posted/.test(line),
    );
  return undone.every((line) => line.includes('Stopped channels')) ? [] : undone;
}

const option = (name: string, value: string): CommandOption => ({ name, value, type: 'text' });
const SETTINGS: Readonly<Record<string, readonly CommandOption[]>> = {
  // Most histories begin at noon, so these hours last.
  quiet: [option('quiet_from', '10:00'), option('quiet_to', '20:00')],
  limit: [{ name: 'hourly_limit', value: 2, type: 'number' }, option('notifications', 'silent')],
  publish: [{ name: 'publish', value: true, type: 'yes or no' }],
  compact: [option('look', 'compact'), option('notifications', 'important'), option('notify_from', '50')],
  default: [option('reset', 'everything')],
};

/** @param deps.disturb notes that something is wrong for so many ms from now on */
export function createActions(deps: {
  readonly machine: Machine;
  /** Whose clock leaps. */
  readonly host: Host;
  readonly world: World;
  readonly log: HistoryLog;
  readonly disturb: (lastsMs: number) => void;
}): Actions {
  const { machine, host, world, log, disturb } = deps;
  const { market, marketServer, discord, faults, gateway, admin, rules } = world;
  const { scheduler } = machine.time;
  const { now } = scheduler;
  const looks: HealthLook[] = [];
  const markedAsPosted = new Set<string>();
  const poisoned = new Map<number, 'any' | 'edit'>();
  const changedChannels = new Set<number>();
  const talkUntil = new Map<number, number>();
  const leaps: (Interval & { readonly ms: number })[] = [];
  const diskFaults: Interval[] = [];
  const marketFaults: Interval[] = [];
  const slowed: { channelId: string; from: number }[] = [];
  let ticker: Observation['ticker'] = null;
  let transactions = 0;

  const later = (ms: number, run: () => void): void => void scheduler.schedule('world', ms, run);
  const addressOf = (collection: number): string => market.collections[collection]?.address ?? '';

  function trade(action: Extract<Action, { readonly do: 'trade' }>): void {
    const { kind, collection, count, together, price, shownLateMs, pricedLateMs } = action;
    const shownAt = now() + shownLateMs;
    transactions += 1;
    const buyer = walletOf(1_000_000 + transactions);
    for (let number = 0; number < count; number += 1) {
      if (!together) transactions += 1;
      market.add({
        kind,
        collection: addressOf(collection),
        tokenId: String(market.events.length + 1),
        price: BigInt(price) * COIN,
        shownAt,
        pricedAt: kind === 'sale' ? shownAt + pricedLateMs : shownAt,
        transaction: transactions,
        ...(together ? { buyer } : {}),
      });
    }
  }

  const people = createPeopleActions({ world, now, later, trade: tradeOne });
  const performStrange = createStrangeActions({
    ...{ world, later, disturb, trade: tradeOne, log: log.add },
    heldNonce: (channelId) => {
      const unsettled = `select "nonce" from "posts" where "channel_id" = '${channelId}' and "settled_at" is null`;
      const [found] = machine.disk.query(unsettled);
      return found === undefined ? null : String(found['nonce']);
    },
    onMarkedAsPosted: (channelId) => markedAsPosted.add(channelId),
  });

  function tradeOne({ collection, tokens = 1, ...event }: TradePlan): void {
    transactions += 1;
    const first = market.events.length + 1;
    const tokenIds = Array.from({ length: tokens }, (_, position) => String(first + position));
    const together = {
      bundle: { first, tokenIds },
      ...{ seller: walletOf(2 * first), buyer: walletOf(2 * first + 1) },
    };
    for (const tokenId of tokenIds)
      market.add({
        ...{ collection: addressOf(collection), tokenId, price: 3n * COIN },
        ...{ shownAt: now(), pricedAt: now(), transaction: transactions },
        ...(tokens === 1 ? {} : together),
        ...event,
      });
  }

  function startAuction(action: Extract<Action, { readonly do: 'start auction' }>): void {
    const number = market.auctions.length;
    market.startAuction({
      collection: addressOf(action.collection),
      tokenId: String(1_000 + number),
      startingPrice: COIN,
      lastsMs: action.lastsMs,
    });
    function settle(): void {
      const leftMs = (market.auctions[number]?.endsAt ?? 0) + action.settledAfterMs - now();
      if (leftMs > 0) later(leftMs, settle);
      else market.settle(number);
    }
    settle();
  }

  function poison(collection: number, status: 400 | 500): void {
    const tokenId = String(market.events.length + 1);
    poisoned.set(market.events.length + 1, 'any');
    faults.poison(`/item/${addressOf(collection)}/${tokenId}`, status);
    transactions += 1;
    market.add({
      kind: 'sale',
      collection: addressOf(collection),
      tokenId,
      price: 4n * COIN,
      shownAt: now(),
      pricedAt: now(),
      transaction: transactions,
    });
  }

  function poisonEdits(collection: number): void {
    const sell = (pricedLateMs: number): void =>
      trade({
        do: 'trade',
        kind: 'sale',
        collection,
        count: 1,
        together: false,
        price: 4,
        shownLateMs: 0,
        pricedLateMs,
      });
    const tokenId = String(market.events.length + 1);
    poisoned.set(market.events.length + 1, 'edit');
    faults.poison(`/item/${addressOf(collection)}/${tokenId}`, 500, 'edit');
    sell(EDITED_AFTER_MS);
    later(UNTIL_NEXT_MESSAGE_MS, () => sell(EDITED_AFTER_MS));
  }

  function choose(channel: number, settings: string): void {
    disturb(SETTINGS_LAST_MS);
    changedChannels.add(channel);
    slowed.push({ channelId: channelIdOf(channel), from: now() });
    const options: readonly CommandOption[] = [
      { name: 'channel', value: channelIdOf(channel), type: 'channel' },
      ...(SETTINGS[settings] ?? []),
    ];
    admin.run({ command: 'alerts', subcommand: 'channel', options }, ({ text }) =>
      log.add(`settings of ${channel}: ${text.split('\n').slice(0, 2).join(' ')}`),
    );
  }

  function addRule(channel: number, plan: RulePlan): void {
    const collection = plan.collection === null ? null : addressOf(plan.collection);
    rules.add(channelIdOf(channel), plan, collection);
  }

  function setTimeZone(timeZone: string): void {
    const options = [option('time_zone', timeZone)];
    admin.run({ command: 'settings', subcommand: 'set', options }, ({ text }) =>
      log.add(`settings of the server: ${text.split('\n')[0]}`),
    );
  }

  /** Members talk, not so fast that nobody could find a message between theirs: nobody starts while others talk there. */
  function talk(channel: number, messages: number, lastsMs: number): void {
    if (now() < (talkUntil.get(channel) ?? 0)) return;
    talkUntil.set(channel, now() + lastsMs);
    for (let part = 0; part < CHAT_PARTS; part += 1)
      later((part * lastsMs) / CHAT_PARTS, () =>
        chat(discord, channelIdOf(channel), Math.ceil(messages / CHAT_PARTS)),
      );
  }

  function lookAtHealth(): void {
    admin.run({ command: 'alerts', subcommand: 'health', options: [] }, ({ text }) => {
      looks.push({ at: now(), text });
      log.add(`health: ${text.replaceAll('\n', ' | ').slice(0, 300)}`);
    });
  }

  function setUpTicker(collection: number): void {
    const options: readonly CommandOption[] = [
      { name: 'channel', value: VOICE_CHANNEL_ID, type: 'channel' },
      option('collection', addressOf(collection)),
    ];
    const setUp = { collection: addressOf(collection), inForceFrom: Number.POSITIVE_INFINITY };
    ticker ??= setUp;
    admin.run({ command: 'settings', subcommand: 'ticker', options }, ({ text }) => {
      if (text.startsWith('✅')) setUp.inForceFrom = now();
      log.add(`ticker: ${text.split('\n')[0]}`);
    });
  }

  function invite(guest: number, isInvited: boolean): void {
    const invitation = isInvited ? discord.invite(guest) : discord.remove(guest);
    if (invitation === null) return;
    if (isInvited) gateway.invited(invitation);
    else gateway.removed(invitation);
  }

  function giveBack(channelId: string): void {
    const channel = discord.channel(channelId);
    channel.denied.clear();
    gateway.channelChanged(channel);
  }

  return {
    people,
    looks,
    leaps,
    diskFaults,
    marketFaults,
    slowed,
    markedAsPosted,
    poisoned,
    get ticker() {
      return ticker;
    },
    lookAtHealth,
    addFirstRules(plans, timeZone) {
      if (timeZone !== null) setTimeZone(timeZone);
      // The bot limits how much a server may ask for at once.
      for (const [number, { channel, ...plan }] of plans.entries())
        later(number * RULE_EVERY_MS, () => addRule(channel, plan));
    },
    isDone() {
      const last = looks.at(-1);
      const areAuctionsOver = market.auctions.every(({ settledAt, cancelledAt }) => {
        const overAt = settledAt ?? cancelledAt;
        return overAt !== null && overAt + AUCTION_SHOWN_MS < now();
      });
      return areAuctionsOver && last !== undefined && waitsFor(last.text).length === 0;
    },
    showTheLast(kind) {
      trade({
        do: 'trade',
        kind,
        collection: WITNESS_COLLECTION,
        count: 1,
        together: false,
        price: 1,
        shownLateMs: 0,
        pricedLateMs: 0,
      });
    },
    endFaults() {
      faults.end();
      people.endFaults();
      for (const part of EVERY_PART) marketServer.fault(part, null);
      machine.disk.fail(null);
      for (const channel of discord.channels.values()) {
        channel.isListable = true;
        channel.thread = 'open';
        // A guest that removed the bot keeps its channel from it.
        if (channel.denied.size > 0 && channel.guildId === GUILD_ID) giveBack(channel.id);
      }
    },
    resetSettings() {
      for (const channel of changedChannels) choose(channel, 'default');
      people.endQuietHours();
    },
    perform(action) {
      switch (action.do) {
        case 'trade':
          return trade(action);
        case 'start auction':
          return startAuction(action);
        case 'bid':
          return market.bid(action.auction, COIN);
        case 'cancel auction':
          return market.cancel(action.auction);
        case 'floor': {
          const { floor, wrongForMs } = action;
          const collection = addressOf(action.collection);
          const before = market.floorOf(collection);
          market.setFloor(collection, floor);
          if (wrongForMs !== null) later(wrongForMs, () => market.setFloor(collection, before));
          return;
        }
        case 'poison':
          disturb(10 * 60_000);
          return poison(action.collection, action.status);
        case 'poison edits':
          disturb(10 * 60_000);
          return poisonEdits(action.collection);
        case 'discord fault': {
          const { channel, part, fault, times } = action;
          if (times >= MANY_FAULTS) later(LATE_BY_THEN_MS, lookAtHealth);
          return faults.plan({
            channelId: channel === null ? null : channelIdOf(channel),
            part,
            fault,
            left: times,
          });
        }
        case 'market fault':
          disturb(action.lastsMs);
          marketFaults.push({ from: now(), to: now() + action.lastsMs });
          marketServer.fault(action.part, action.fault);
          return later(action.lastsMs, () => marketServer.fault(action.part, null));
        case 'disk fault':
          disturb(action.lastsMs);
          diskFaults.push({ from: now(), to: now() + action.lastsMs });
          machine.disk.fail(action.code);
          return later(action.lastsMs, () => machine.disk.fail(null));
        case 'take permission': {
          disturb(action.lastsMs);
          const channel = discord.channel(channelIdOf(action.channel));
          channel.denied.add(action.permission);
          gateway.channelChanged(channel);
          return later(action.lastsMs, () => giveBack(channel.id));
        }
        case 'drop gateway':
          disturb(0);
          return gateway.drop();
        case 'leap':
          disturb(action.lastsMs);
          leaps.push({ from: now(), to: now() + action.lastsMs, ms: action.ms });
          host.aheadMs += action.ms;
          return later(action.lastsMs, () => {
            host.aheadMs -= action.ms;
            log.add(`the clock is ${host.aheadMs} ms ahead again`);
          });
        case 'add rule':
          return addRule(action.channel, action.rule);
        case 'remove rule':
          return rules.removeNewest(channelIdOf(action.channel));
        case 'switch rule':
          return rules.switchNewest(channelIdOf(action.channel), action.to);
        case 'silence':
          return world.silences.add(action.what, action.minutes * 60_000, action.untilLocalTime);
        case 'end silence':
          return world.silences.endNewest();
        case 'save template':
        case 'reset template':
          return world.templates.change(action);
        case 'marked trade': {
          const { collection, mark } = action;
          const marked = { tokenId: markedToken(mark), seller: walletOf(markedWallet(mark)) };
          return tradeOne({ kind: 'sale', collection, ...marked });
        }
        case 'settings':
          return choose(action.channel, action.settings);
        case 'chat':
          return talk(action.channel, action.messages, action.lastsMs);
        case 'look at health':
          return lookAtHealth();
        case 'invite':
        case 'remove bot':
          return invite(action.guest, action.do === 'invite');
        case 'set up ticker':
          return setUpTicker(action.collection);
        case 'strange refusal':
        case 'suppress embeds':
        case 'delete message':
        case 'close thread':
        case 'flicker permission':
        case 'unlistable history':
        case 'answer held message':
        case 'ids made anew':
        case 'odd trade':
        case 'late bid':
          return performStrange(action);
        default:
          return people.perform(action);
      }
    },
  };
}
