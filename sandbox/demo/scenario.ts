import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import type { LocalDiscord, Reply } from '../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import { isDraft, previewRule } from './preview-rule.ts';
import { type RulePlan, SALES_SERVERS, type ServerPlan } from './server-plans.ts';

/** The set-up that the demo's bot runs in: two servers, three users in both, and their channels. */
export interface Scenario {
  readonly applicationId: string;
  readonly botId: string;
  readonly token: string;
  /** Users that the page can act as, the admin first. */
  readonly people: readonly ScenarioUser[];
  readonly channels: readonly ScenarioChannel[];
  /** Where the page begins: the first channel that follows the favourite collection. */
  readonly landingChannelId: string | null;
  /** The rules that `subscribe` adds. */
  readonly ruleSetups: readonly RuleSetup[];
  /** The tickers that `subscribe` turns on. */
  readonly tickers: readonly TickerSetup[];
  /** The server that invites the bot only by `invite`, and where it is greeted; `null` if all invited it. */
  readonly invitation: Invitation | null;
  /** Who watches something from the beginning (`watch`). */
  readonly watcherId: string;
}

/** An invitation of the bot that is still to come. */
export interface Invitation {
  /** The server's first channel. */
  readonly channelId: string;
  readonly invite: () => void;
}

export interface ScenarioUser {
  readonly id: string;
  readonly name: string;
  /** Their role, in a few words. */
  readonly about: string;
}

/** Where what a person watches is told: their direct messages, which may not be open yet. */
export const personTarget = (userId: string): string => `dm:${userId}`;

export interface ScenarioChannel {
  readonly id: string;
  /** Includes the server's name. */
  readonly name: string;
  readonly guildId: string;
  /** Its server's, an IANA name; UTC where it is left out. */
  readonly timeZone?: string;
}

/** A rule of a channel, and the admin who adds it. */
export interface RuleSetup extends Pick<RulePlan, 'kinds' | 'filter' | 'options'> {
  readonly channelId: string;
  /** Address of the collection, or `null` for all. */
  readonly collection: string | null;
  readonly adminId: string;
}

/** A voice channel that shows the floor of a collection, and where its admin turns that on. */
export interface TickerSetup {
  readonly voiceChannelId: string;
  readonly collection: string;
  readonly adminId: string;
  /** A text channel of the same server. */
  readonly askedIn: string;
}

/** What the bot needs in a voice channel to rename it; only there. */
const TICKER_PERMISSIONS = Bits.ViewChannel | Bits.Connect | Bits.ManageChannels;

const BOT_PERMISSIONS =
  Bits.ViewChannel | Bits.SendMessages | Bits.EmbedLinks | Bits.AttachFiles | Bits.ReadMessageHistory;

/**
 * Creates the planned servers; their rules are added by `subscribe`.
 * @param beforeServer called before each server is created
 * @param invitesLater whether the first server invites the bot only when it is told to
 */
export function createScenario(
  discord: LocalDiscord,
  marketplace: EmbeddedMarketplace,
  servers: readonly ServerPlan[] = SALES_SERVERS,
  beforeServer: () => void = () => undefined,
  invitesLater = false,
): Scenario {
  const { applicationId, token, botUser } = discord.createApplication({ name: 'Gavel' });
  const { id: adminId } = discord.createUser({ name: 'ada' });
  const { id: memberId } = discord.createUser({ name: 'ben' });
  const { id: watcherId } = discord.createUser({ name: 'cleo' });
  const [favourite] = marketplace.collections();
  const collectionChannel = favourite?.path.replaceAll(/[^a-z0-9-]+/g, '-') ?? 'one-collection';
  const channels: ScenarioChannel[] = [];
  const ruleSetups: RuleSetup[] = [];
  const tickers: TickerSetup[] = [];
  let invitation: Invitation | null = null;

  function addTicker(guildId: string, askedIn: string, collection: string): void {
    const { id } = discord.createChannel({ guildId, name: 'floor', type: ChannelType.GuildVoice });
    discord.setOverwrite(id, { id: botUser.id, type: 'member', allow: TICKER_PERMISSIONS });
    tickers.push({ voiceChannelId: id, collection, adminId, askedIn });
  }

  function addServer(server: ServerPlan): void {
    beforeServer();
    const { id: guildId } = discord.createGuild({ name: server.name, ownerId: adminId });
    for (const userId of [memberId, watcherId]) discord.addMember({ guildId, userId });
    const invite = () => discord.installBot({ guildId, applicationId, permissions: BOT_PERMISSIONS });
    const isLate = invitesLater && channels.length === 0;
    if (!isLate) invite();
    for (const { name: planned, rules, hidden } of server.channels) {
      const name = planned ?? collectionChannel;
      const { id } = discord.createChannel({ guildId, name });
      const { timeZone } = server;
      const ofServer = timeZone === undefined ? { guildId } : { guildId, timeZone };
      channels.push({ id, name: `${server.name} #${name}`, ...ofServer });
      if (isLate) invitation ??= { channelId: id, invite };
      for (const { of, kinds, filter, options } of rules) {
        const collection = of === 'favourite' ? (favourite?.address ?? null) : null;
        ruleSetups.push({ channelId: id, adminId, collection, kinds, filter, options });
      }
      if (hidden === true) {
        discord.setOverwrite(id, { id: guildId, type: 'role', deny: Bits.ViewChannel });
        discord.setOverwrite(id, { id: botUser.id, type: 'member', allow: Bits.ViewChannel });
      }
    }
    const askedIn = channels.find((channel) => channel.guildId === guildId)?.id;
    if (server.ticker === true && askedIn !== undefined && favourite !== undefined)
      addTicker(guildId, askedIn, favourite.address);
  }

  for (const server of servers) addServer(server);

  return {
    applicationId,
    botId: botUser.id,
    token,
    people: [
      { id: adminId, name: 'ada', about: 'Admin of both servers' },
      { id: memberId, name: 'ben', about: 'A plain member of both servers' },
      { id: watcherId, name: 'cleo', about: 'Is told alone what she watches' },
    ],
    channels,
    landingChannelId: ruleSetups.find(({ collection }) => collection !== null)?.channelId ?? null,
    ruleSetups,
    tickers,
    invitation,
    watcherId,
  };
}

/** A server in which the bot is not, for those who have it in their account. */
export function addServerWithoutBot(discord: LocalDiscord, { people }: Scenario): void {
  const [owner, ...members] = people;
  if (owner === undefined) return;
  const { id: guildId } = discord.createGuild({ name: 'Tea Room', ownerId: owner.id });
  discord.createChannel({ guildId, name: 'talk' });
  for (const { id: userId } of members) discord.addMember({ guildId, userId });
}

/** The names of channels and, as `@cleo`, of direct messages with the bot; `undefined` for others. */
export function channelNames(
  discord: LocalDiscord,
  { channels, people }: Scenario,
): (channelId: string) => string | undefined {
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  return (channelId) => {
    const known = names.get(channelId);
    if (known !== undefined) return known;
    const person = people.find(({ id }) =>
      discord
        .view(id)
        .directMessages()
        .some((channel) => channel.id === channelId),
    );
    return person === undefined ? undefined : `@${person.name}`;
  };
}

/** A bot that is starved of CPU time may miss Discord's three-second limit many times in a row. */
const ANSWER_TIMEOUT_MS = 120_000;

/**
 * Repeats an action until the bot responds within Discord's three seconds. Repeating a confirmation is
 * harmless.
 * @throws Error when the bot does not respond before `deadline` (ms since 1970)
 */
export async function retryUntilAnswered(
  what: string,
  deadline: number,
  act: () => Promise<Reply>,
): Promise<Reply> {
  for (;;) {
    const reply = await act();
    if (reply.message !== null) return reply;
    if (Date.now() >= deadline) throw new Error(`${what} got no answer: ${reply.outcome}`);
  }
}

/** Sets the time zones of the servers, as their admin would. @returns the replies */
async function setTimeZones(
  discord: LocalDiscord,
  { channels, people }: Scenario,
  deadline: number,
): Promise<readonly Reply[]> {
  const [admin] = people;
  const firstOf = new Map(channels.toReversed().map((channel) => [channel.guildId, channel]));
  const replies: Reply[] = [];
  for (const { id: channelId, timeZone } of firstOf.values()) {
    if (timeZone === undefined || admin === undefined) continue;
    const person = discord.person({ userId: admin.id, channelId });
    const set = () => person.command('settings set', { time_zone: timeZone });
    replies.push(await retryUntilAnswered('/settings set', deadline, set));
  }
  return replies;
}

/** Turns the tickers on, as their admin would. @returns the replies */
async function turnTickersOn(
  discord: LocalDiscord,
  { tickers }: Scenario,
  deadline: number,
): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  for (const { voiceChannelId, collection, adminId, askedIn } of tickers) {
    const person = discord.person({ userId: adminId, channelId: askedIn });
    const turnOn = () => person.command('settings ticker', { channel: voiceChannelId, collection });
    replies.push(await retryUntilAnswered('/settings ticker', deadline, turnOn));
  }
  return replies;
}

/**
 * Adds the rules as the admins would: by slash command in the channel, with confirmation; sets the time zones, and turns
 * tickers on.
 * @param options `withinMs`: the time limit for all rules
 * @returns the replies to the settings, and the last one for each rule
 * @throws Error when a rule was not added
 */
export async function subscribe(
  discord: LocalDiscord,
  scenario: Scenario,
  { withinMs = ANSWER_TIMEOUT_MS }: { readonly withinMs?: number } = {},
): Promise<readonly Reply[]> {
  const deadline = Date.now() + withinMs;
  const replies = [
    ...(await setTimeZones(discord, scenario, deadline)),
    ...(await turnTickersOn(discord, scenario, deadline)),
  ];
  for (const { channelId, adminId, collection, options } of scenario.ruleSetups) {
    const person = discord.person({ userId: adminId, channelId });
    const asked = () =>
      previewRule(person, 'alerts add', {
        channel: channelId,
        ...(collection === null ? {} : { collection }),
        ...options,
      });
    const answer = await retryUntilAnswered('/alerts add', deadline, asked);
    const { message: draft } = answer;
    if (draft === null) throw new Error('There is no draft to confirm.');
    replies.push(
      isDraft(draft)
        ? await retryUntilAnswered('Confirm', deadline, () => person.press(draft, 'Confirm'))
        : answer,
    );
  }
  return replies;
}
