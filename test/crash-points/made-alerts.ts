import type { APIMessage } from 'discord-api-types/v10';
import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import type { LocalDiscord } from '../../sandbox/discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { changeDatabase, queryDatabase } from '../support/query-database.ts';
import { importAlerts } from './import-alerts.ts';

/** Recaps and floor alerts that become due while the bot is killed again and again, each once. */
export interface MadeAlerts {
  /** Channels with recaps, for faults. */
  readonly recapChannelIds: readonly string[];
  /** Sets up the rules by importing a file. A bot must be online. */
  setUp(): Promise<void>;
  /**
   * Makes recaps due, and lets floors fall, in the course of a run. No bot may be running: rules are changed in the database.
   * @param done which share of the run is over, 0 to 1
   */
  proceed(done: number): Promise<void>;
  count(): MadeCount;
}

interface MadeCount {
  readonly expected: number;
  readonly lost: number;
  readonly twice: number;
  /** Lost and duplicate alerts, described. */
  readonly where: readonly string[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const COIN = 10n ** 18n;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
/** A recap is made up for six hours; the run takes some of the last. */
const HOURS_AGO = [0, 1, 2, 3, 4] as const;
const RECAP_CHANNELS = 3;
/** Channels that watch each of the floors. */
const FLOOR_CHANNELS = 2;
/** When the floors of the second and the third collection fall, at the earliest. */
const FALLS_AT: readonly number[] = [0.4, 0.65];
/** So many tokens are listed for the new floor that trades rarely buy all of them. */
const LISTED = 25;
/** Leave the title as usual, by which falls are counted. */
const FLOOR_TEMPLATES = {
  floor: {
    message: '**{collection}** is down[ to {floor}], @everyone [look]({link})',
    text: 'before: {floor.before|"unknown"}',
  },
};
const PERMISSIONS =
  Bits.ViewChannel | Bits.SendMessages | Bits.EmbedLinks | Bits.AttachFiles | Bits.ReadMessageHistory;

const RECAP = /\b(?:daily|weekly) recap\b/gi;
const FALL = / floor \S.* → \S.* \(-/g;

/** The weekday and hour, UTC, of a time some hours ago. */
function dueAt(hoursAgo: number): { readonly day: string; readonly hour: number } {
  const at = new Date(Date.now() - hoursAgo * HOUR_MS);
  return { day: WEEKDAYS[at.getUTCDay()] ?? 'sunday', hour: at.getUTCHours() };
}

/** The rules of a channel: a day and a week for each of the hours. None is due before it is made older. */
const recapRules = () =>
  HOURS_AGO.flatMap((ago) => {
    const { day, hour } = dueAt(ago);
    return ['daily', day].map((on) => ({
      alerts: ['recap'],
      collection: 'every',
      recap_on: on,
      recap_hour: hour,
    }));
  });

/** To which a floor has to fall. @param floor at the beginning, wei */
const thresholdOf = (floor: bigint): bigint => floor / 4n;

const occurrences = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** What tells the recaps of a message apart, `null` for one without embeds. */
function recapsIn({ content, embeds }: APIMessage): readonly (string | null)[] {
  const plain = Array.from({ length: occurrences(content, RECAP) }, () => null);
  const rich = embeds.flatMap(({ title = '', timestamp }) =>
    occurrences(title, RECAP) === 0 ? [] : [`${title} until ${timestamp}`],
  );
  return [...plain, ...rich];
}

const fallsIn = ({ content, embeds }: APIMessage): number =>
  occurrences([content, ...embeds.map(({ title = '' }) => title)].join('\n'), FALL);

/** @param deps.databaseUrl of the bot's database */
export function createMadeAlerts(deps: {
  readonly discord: LocalDiscord;
  readonly marketplace: EmbeddedMarketplace;
  readonly applicationId: string;
  readonly botId: string;
  readonly adminId: string;
  readonly databaseUrl: string;
}): MadeAlerts {
  const { discord, marketplace, applicationId, botId, adminId, databaseUrl } = deps;
  const guildId = discord.createGuild({ name: 'Recaps', ownerId: adminId }).id;
  discord.installBot({ guildId, applicationId, permissions: PERMISSIONS });
  const create = (name: string): string => discord.createChannel({ guildId, name }).id;
  const recapChannels = Array.from({ length: RECAP_CHANNELS }, (_, number) => ({
    id: create(`recaps-${number}`),
    due: 0,
  }));
  const floors = marketplace
    .collections()
    .slice(1, 1 + FALLS_AT.length)
    .map(({ address, floor }, number) => ({
      address,
      floor: floor ?? COIN,
      fallsAt: FALLS_AT[number] ?? 1,
      isFallen: false,
      channels: Array.from({ length: FLOOR_CHANNELS }, (_, one) => create(`floor-${number}-${one}`)),
    }));
  /** Ids of rules with their channels, in the order in which they become due. */
  let waiting: readonly { readonly id: number; readonly channel: (typeof recapChannels)[number] }[] = [];
  let rules = 0;

  const messagesOf = (channelId: string): readonly APIMessage[] =>
    discord
      .messages(channelId)
      .filter(({ authorId }) => authorId === botId)
      .map(({ payload }) => payload);

  async function importRules(): Promise<void> {
    const channels = [
      ...recapChannels.map(({ id }) => ({ id, alerts: recapRules() })),
      ...floors.flatMap(({ address, floor, channels: ids }) =>
        ids.map((id, one) => ({
          id,
          // Of the channel, and of the alert.
          ...(one === 0 ? { templates: FLOOR_TEMPLATES } : {}),
          alerts: [
            {
              alerts: ['floor'],
              collection: [address],
              floor_below: String(Number(thresholdOf(floor)) / 1e18),
              ...(one === 0 ? {} : { templates: FLOOR_TEMPLATES }),
            },
          ],
        })),
      ),
    ];
    await importAlerts(channels, deps);
  }

  /** The next rule was made a day earlier, as far as the bot knows. */
  async function makeOneDue(): Promise<void> {
    const [next, ...others] = waiting;
    if (next === undefined) return;
    waiting = others;
    next.channel.due += 1;
    await changeDatabase(
      databaseUrl,
      `update subscriptions set created_at = created_at - ${DAY_MS} where id = ${next.id}`,
    );
  }

  /** Whether all rules on the floor of a collection have seen it above their threshold, in two readings: else its fall is none to them. */
  async function isArmed(collection: string): Promise<boolean> {
    const armed = await queryDatabase(
      databaseUrl,
      `select 1 from floor_states where collection = '${collection}' and state like '%"below":"armed"%'`,
    );
    return armed.length === FLOOR_CHANNELS;
  }

  return {
    recapChannelIds: recapChannels.map(({ id }) => id),
    async setUp() {
      await importRules();
      const rows = await queryDatabase(
        databaseUrl,
        `select id, channel_id from subscriptions where topics = '["recap"]' order by id % 10, id`,
      );
      waiting = rows.flatMap(({ id, channel_id: channelId }) => {
        const channel = recapChannels.find((one) => one.id === channelId);
        return channel === undefined ? [] : [{ id: Number(id), channel }];
      });
      rules = waiting.length;
      if (rules !== RECAP_CHANNELS * 2 * HOURS_AGO.length)
        throw new Error(`${rules} rules for recaps were set up.`);
    },
    async proceed(done) {
      while (waiting.length > 0 && rules - waiting.length <= done * rules) await makeOneDue();
      for (const one of floors.filter(({ fallsAt, isFallen }) => !isFallen && fallsAt <= done)) {
        if (!(await isArmed(one.address))) continue;
        one.isFallen = true;
        for (let listing = 0; listing < LISTED; listing += 1)
          marketplace.cause.listing({ collection: one.address, price: one.floor / 8n });
      }
    },
    count() {
      const recaps = recapChannels.map(({ id, due }) => {
        const posted = messagesOf(id).flatMap(recapsIn);
        const named = posted.filter((one) => one !== null);
        const different = new Set(named).size + posted.length - named.length;
        return { name: 'recaps', id, due, different, posted: posted.length };
      });
      const present = new Map(marketplace.collections().map(({ address, floor }) => [address, floor]));
      const falls = floors.flatMap(({ address, floor, isFallen, channels }) =>
        channels.map((id) => {
          const posted = messagesOf(id).reduce((sum, message) => sum + fallsIn(message), 0);
          // Where everything was bought soon, the floor rose again before it was read twice: then nothing is due, and one alert is none
          // too many.
          const stayed = isFallen && (present.get(address) ?? floor) <= thresholdOf(floor);
          const due = stayed ? 1 : Math.min(1, posted);
          return { name: 'floors', id, due, different: posted, posted };
        }),
      );
      const all = [...recaps, ...falls];
      return {
        expected: all.reduce((sum, { due }) => sum + due, 0),
        lost: all.reduce((sum, { due, different }) => sum + Math.max(0, due - different), 0),
        twice: all.reduce((sum, { due, different, posted }) => sum + posted - Math.min(due, different), 0),
        where: all
          .filter(({ due, different, posted }) => due !== different || due !== posted)
          .map(
            ({ name, id, due, different, posted }) =>
              `${name} in ${id}: ${due} due, ${posted} posted, ${different} different`,
          ),
      };
    },
  };
}
