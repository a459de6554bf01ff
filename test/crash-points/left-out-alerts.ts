import { setTimeout as delay } from 'node:timers/promises';
import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { readMessage } from '../../sandbox/demo/message-reader.ts';
import { retryUntilAnswered } from '../../sandbox/demo/scenario.ts';
import type { LocalDiscord } from '../../sandbox/discord/local-discord.ts';
import type { OptionValues } from '../../sandbox/discord/person/options.ts';
import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { addressOf } from '../../sandbox/marketplace/random/hex.ts';
import { queryDatabase } from '../support/query-database.ts';
import { importAlerts } from './import-alerts.ts';

/** Sales of which rules leave some out: rules that post once, rules that end, and rules that are silenced now and then. */
export interface LeftOutAlerts {
  /** Sets up the rules by importing files. A bot must be online. */
  setUp(): Promise<void>;
  /** Causes sales for all of them, in the course of a run. @param done which share of the run is over, 0 to 1 */
  proceed(done: number): void;
  /** Adds silences by commands, one after the other, until the signal aborts. */
  live(signal: AbortSignal): Promise<void>;
  count(): Promise<LeftOutCount>;
}

interface LeftOutCount {
  readonly expected: number;
  readonly lost: number;
  readonly twice: number;
  /** Lost alerts, and those that should have been left out, described. */
  readonly where: readonly string[];
}

const ONCE_CHANNELS = 3;
const ONCE_RULES = 24;
/** Sales for each rule that posts once, all at once. */
const SALES_AT_ONCE = 3;
/** When the rules that end do so, from when they are set up. The last one outlasts the run. */
const ENDS_AFTER_MIN: readonly number[] = [4, 10, 20, 600];
const MINUTE_MS = 60_000;
const SILENCED_FOR = '2 minutes';
const NOT_SILENCED_MS = 40_000;
/** A bot that was killed after it had saved a silence is asked again, so the next one may begin later than the first answer. */
const SILENCED_MS = 2 * MINUTE_MS;
/** Until a silence is saved, a poll does not know of it, although it begins with the command. */
const SAVED_WITHIN_MS = 10_000;
/**
 * A silence begins by Discord's clock, which the bot reads from an answer: on a busy machine it comes late by seconds.
 * The silence before began more than two minutes earlier.
 */
const DISCORD_CLOCK_MS = 10_000;
/** A bot that is killed every few seconds answers nothing for minutes. */
const ANSWER_TIMEOUT_MS = 600_000;
const PERMISSIONS =
  Bits.ViewChannel | Bits.SendMessages | Bits.EmbedLinks | Bits.AttachFiles | Bits.ReadMessageHistory;
const BUYER = addressOf('crash:left out');
const buyerOnce = (rule: number): string => addressOf(`crash:once ${rule}`);

/** The sales of a token that the rules are about: others may buy it from the buyer. */
interface Sales {
  /** `collection/tokenId`. */
  readonly item: string;
  /** When each was, epoch seconds. */
  readonly times: readonly number[];
}

/** Epoch ms. */
interface Silence {
  readonly startsAt: number;
  readonly endsAt: number;
}

const saleRule = (buyer: string, more: Readonly<Record<string, unknown>>) => ({
  alerts: ['sale'],
  collection: 'every',
  wallets: [buyer],
  ...more,
});

/**
 * Whether a sale is due by these silences; `null` for one of the seconds in which a silence was being saved.
 * @param at epoch seconds
 */
export function isDueBy(silences: readonly Silence[], at: number): boolean | null {
  const present = silences.filter(({ startsAt, endsAt }) => startsAt <= at * 1_000 && at * 1_000 < endsAt);
  if (present.length === 0) return true;
  return present.some(({ startsAt }) => startsAt <= at * 1_000 - SAVED_WITHIN_MS) ? false : null;
}

/** @param deps.databaseUrl of the bot's database */
export function createLeftOutAlerts(deps: {
  readonly discord: LocalDiscord;
  readonly marketplace: EmbeddedMarketplace;
  readonly applicationId: string;
  readonly botId: string;
  readonly adminId: string;
  readonly databaseUrl: string;
}): LeftOutAlerts {
  const { discord, marketplace, applicationId, botId, adminId, databaseUrl } = deps;
  function createServer(name: string, channels: readonly string[]) {
    const { id } = discord.createGuild({ name, ownerId: adminId });
    discord.installBot({ guildId: id, applicationId, permissions: PERMISSIONS });
    return { id, channelIds: channels.map((one) => discord.createChannel({ guildId: id, name: one }).id) };
  }
  const onceServer = createServer(
    'Once',
    Array.from({ length: ONCE_CHANNELS }, (_, number) => `once-${number}`),
  );
  const endingServer = createServer(
    'Ending',
    ENDS_AFTER_MIN.map((minutes) => `ends-after-${minutes}`),
  );
  const silencedServer = createServer('Silenced', ['silenced']);
  const [silencedId = ''] = silencedServer.channelIds;
  const ends: number[] = [];
  /** The tokens sold for each rule that posts once. */
  const onceItems: (readonly string[])[] = [];
  /** When each silence was asked for and answered, epoch ms. */
  const answered: { readonly askedAt: number; readonly answeredAt: number }[] = [];
  const [collection = ''] = marketplace
    .collections()
    .slice(3)
    .map(({ address }) => address);
  const used = new Set<string>();

  /** Causes a sale of a token that was not sold for these rules before. Returns the token, as `collection/tokenId`. */
  function cause(buyer: string): string {
    for (;;) {
      const tokenId = marketplace.cause.transfer({ collection })[0]?.tokenId ?? '';
      if (used.has(tokenId)) continue;
      used.add(tokenId);
      marketplace.cause.sale({ collection, tokenId, buyer });
      return `${collection}/${tokenId}`;
    }
  }

  function salesOfBuyer(): readonly Sales[] {
    const records = marketplace.ledger
      .records()
      .filter(
        ({ kind, history, buyer, seller }) =>
          kind === 'sale' && !history && (buyer === BUYER || seller === BUYER),
      );
    const byItem = Map.groupBy(records, (record) => `${record.collection}/${record.tokenId}`);
    return [...byItem].map(([item, of]) => ({ item, times: of.map(({ timestamp }) => timestamp) }));
  }

  /** How often each token is posted in a channel. */
  function postedIn(channelId: string): (item: string) => number {
    const items = discord
      .messages(channelId)
      .filter(({ authorId }) => authorId === botId)
      .flatMap(({ payload }) => readMessage(payload).posted)
      .flatMap((posted) => (posted.type === 'feed' ? posted.items : []));
    return (item) => items.filter((one) => one === item).length;
  }

  async function addSilence(options: OptionValues): Promise<void> {
    const admin = discord.person({ userId: adminId, channelId: silencedId });
    const askedAt = Date.now();
    const { message } = await retryUntilAnswered('/silence add', askedAt + ANSWER_TIMEOUT_MS, () =>
      admin.command('silence add', { duration: SILENCED_FOR, ...options }),
    );
    if (!message?.content.startsWith('🔕')) throw new Error(`Nothing was silenced: ${message?.content}`);
    answered.push({ askedAt, answeredAt: Date.now() });
  }

  /** A row for each channel and sale: how often it is due, from and to, and how often it was posted. */
  interface Row {
    readonly what: string;
    readonly least: number;
    readonly most: number;
    readonly posted: number;
  }

  function onceRows(): readonly Row[] {
    return onceItems.map((items, rule) => {
      const posted = postedIn(onceServer.channelIds[rule % ONCE_CHANNELS] ?? '');
      const total = items.reduce((sum, item) => sum + posted(item), 0);
      return { what: `rule ${rule} that posts once`, least: 1, most: 1, posted: total };
    });
  }

  function endingRows(): readonly Row[] {
    return endingServer.channelIds.flatMap((channelId, number) => {
      const posted = postedIn(channelId);
      const endsAt = ends[number] ?? 0;
      return salesOfBuyer().map(({ item, times }) => {
        const due = times.filter((at) => at * 1_000 <= endsAt).length;
        const what = `${item} at ${times.join(', ')} in the channel whose rule ends at ${endsAt}`;
        return { what, least: due, most: due, posted: posted(item) };
      });
    });
  }

  function silencedRows(silences: readonly Silence[]): readonly Row[] {
    const posted = postedIn(silencedId);
    return salesOfBuyer().map(({ item, times }) => {
      const due = times.map((at) => isDueBy(silences, at));
      return {
        what: `${item} at ${times.join(', ')} in the silenced channel`,
        least: due.filter((isDue) => isDue === true).length,
        most: due.filter((isDue) => isDue !== false).length,
        posted: posted(item),
      };
    });
  }

  return {
    async setUp() {
      await importAlerts(
        onceServer.channelIds.map((id, channel) => ({
          id,
          alerts: Array.from({ length: ONCE_RULES / ONCE_CHANNELS }, (_, number) =>
            saleRule(buyerOnce(number * ONCE_CHANNELS + channel), { once: true }),
          ),
        })),
        deps,
      );
      const from = Math.floor(Date.now() / 1_000) * 1_000;
      ends.push(...ENDS_AFTER_MIN.map((minutes) => from + minutes * MINUTE_MS));
      await importAlerts(
        endingServer.channelIds.map((id, number) => ({
          id,
          alerts: [saleRule(BUYER, { ends: new Date(ends[number] ?? 0).toISOString() })],
        })),
        deps,
      );
      await importAlerts([{ id: silencedId, alerts: [saleRule(BUYER, {})] }], deps);
    },
    proceed(done) {
      while (onceItems.length < ONCE_RULES && onceItems.length <= done * ONCE_RULES) {
        const rule = onceItems.length;
        onceItems.push(Array.from({ length: SALES_AT_ONCE }, () => cause(buyerOnce(rule))));
        // The rule before has posted by now, or has its alert in the queue.
        const before = onceItems[rule - 1];
        if (before !== undefined) onceItems[rule - 1] = [...before, cause(buyerOnce(rule - 1))];
      }
      cause(BUYER);
    },
    async live(signal) {
      const variants: readonly OptionValues[] = [
        { channel: silencedId },
        { wallet: BUYER },
        {},
        { collection },
      ];
      for (let turn = 0; !signal.aborted; turn += 1) {
        await delay(NOT_SILENCED_MS, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        await addSilence(variants[turn % variants.length] ?? {});
        await delay(SILENCED_MS, undefined, { signal }).catch(() => undefined);
      }
    },
    async count() {
      const rows = await queryDatabase(databaseUrl, 'select starts_at, ends_at, dropped from silences');
      const silences = rows.map(({ starts_at: startsAt, ends_at: endsAt }) => ({
        startsAt: Number(startsAt),
        endsAt: Number(endsAt),
      }));
      const [dropped] = await queryDatabase(
        databaseUrl,
        'select count(*) as count from deliveries where silence_id is not null',
      );
      const counted = rows.reduce((sum, row) => sum + Number(row['dropped']), 0);
      const unsaved = answered.filter(
        ({ askedAt, answeredAt }) =>
          !silences.some(({ startsAt }) => startsAt >= askedAt - DISCORD_CLOCK_MS && startsAt <= answeredAt),
      );
      const all: readonly Row[] = [
        ...onceRows(),
        ...endingRows(),
        ...silencedRows(silences),
        { what: 'answered silences that were not saved', least: 0, most: 0, posted: unsaved.length },
        {
          what: 'alerts that silences count, of those that they left out',
          least: Number(dropped?.['count']),
          most: Number(dropped?.['count']),
          posted: counted,
        },
      ];
      return {
        expected: all.reduce((sum, { least }) => sum + least, 0),
        lost: all.reduce((sum, { least, posted }) => sum + Math.max(0, least - posted), 0),
        twice: all.reduce((sum, { most, posted }) => sum + Math.max(0, posted - most), 0),
        where: all
          .filter(({ least, most, posted }) => posted < least || posted > most)
          .map(({ what, least, most, posted }) => `${what}: ${posted} posted, ${least} to ${most} due`),
      };
    },
  };
}
