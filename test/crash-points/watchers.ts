import { setTimeout as delay } from 'node:timers/promises';
import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { retryUntilAnswered } from '../../sandbox/demo/scenario.ts';
import type { LocalDiscord, StoredMessage } from '../../sandbox/discord/local-discord.ts';
import type { OptionValues } from '../../sandbox/discord/person/options.ts';
import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { changeDatabase } from '../support/query-database.ts';
import { judgeTold, type Told } from './direct-messages.ts';
import { createWatchedMarket, type Watched } from './watched-market.ts';

/** People who are told alone what they watch, while the bot is killed again and again. */
export interface Watchers {
  /** Lets them watch, by commands. A bot must be online. */
  setUp(): Promise<void>;
  /**
   * Lets what they watch happen, in the course of a run, and takes from the bot which direct messages it opened for one of them. No bot may
   * be running.
   * @param done which share of the run is over, 0 to 1
   */
  proceed(done: number): Promise<void>;
  /** Bids, and lets some close their direct messages, open them again and resume, until the signal aborts. */
  live(signal: AbortSignal): Promise<void>;
  /** Lets all who closed their direct messages resume. A bot must be online. */
  reopen(): Promise<void>;
  /** Whether messages in this channel are to those to whom no answer reaches the bot for a while. */
  isDeaf(channelId: string): boolean;
  /**
   * Who closed their direct messages misses nothing: what is due meanwhile is due once they have resumed, for they do so within the six hours
   * in which alerts expire.
   */
  count(): Told;
}

const BOT_PERMISSIONS = Bits.ViewChannel | Bits.SendMessages | Bits.EmbedLinks;
const BID_INTERVAL_MS = 200;
/** Long enough to be refused something. */
const CLOSED_MS = 15_000;
const OPEN_MS = 12_000;
/**
 * Direct messages are due when a run of the bot begins. Runs of half a minute and times of equal length kept in step, so that
 * nobody was ever refused anything; the time open differs by this much from turn to turn.
 */
const OPEN_STEP_MS = 5_000;
const OPEN_STEPS = 4;
/** Who closes their direct messages, and to whom answers are lost: places among the watchers. */
const CLOSING = [0, 3];
const DEAF = 1;
/** A bot that is killed every few seconds answers nothing for minutes. */
const ANSWER_TIMEOUT_MS = 600_000;

interface Watcher extends Watched {
  readonly userId: string;
}

/** @param deps.databaseUrl of the bot's database */
export function createWatchers(deps: {
  readonly discord: LocalDiscord;
  readonly marketplace: EmbeddedMarketplace;
  readonly applicationId: string;
  readonly botId: string;
  readonly adminId: string;
  readonly databaseUrl: string;
}): Watchers {
  const { discord, marketplace, applicationId, botId, adminId, databaseUrl } = deps;
  const guildId = discord.createGuild({ name: 'Watchers', ownerId: adminId }).id;
  discord.installBot({ guildId, applicationId, permissions: BOT_PERMISSIONS });
  const { id: channelId } = discord.createChannel({ guildId, name: 'talk' });
  const market = createWatchedMarket(marketplace);
  const watchers = market.all.map((watched, place): Watcher => {
    const { id: userId } = discord.createUser({ name: `watcher-${place}` });
    discord.addMember({ guildId, userId });
    return { ...watched, userId };
  });
  const closing = watchers.filter((_, place) => CLOSING.includes(place));
  const deaf = watchers[DEAF];
  let forgotten = 0;
  let endedAtMs = Number.POSITIVE_INFINITY;

  /**
   * Repeats a command until its answer begins so: a bot that is killed answers nothing, or nothing but that it will.
   * @throws Error when it does not in time
   */
  async function command(
    { userId }: Watcher,
    {
      name,
      options,
      answer,
    }: { readonly name: string; readonly options: OptionValues; readonly answer: string },
  ): Promise<void> {
    const person = discord.person({ userId, channelId });
    const deadline = Date.now() + ANSWER_TIMEOUT_MS;
    for (;;) {
      const { message } = await retryUntilAnswered(`/${name}`, deadline, () => person.command(name, options));
      const said = message?.content ?? '';
      if (said.startsWith(answer)) return;
      if (said !== '' || Date.now() > deadline) throw new Error(`/${name} is answered with “${said}”.`);
    }
  }

  async function resume(watcher: Watcher): Promise<void> {
    discord.setAcceptsDirectMessages(watcher.userId, true);
    await command(watcher, { name: 'watch resume', options: { watch: 'all' }, answer: '▶' });
  }

  const directMessagesOf = ({ userId }: Watcher): readonly StoredMessage[] =>
    discord
      .view(userId)
      .directMessages()
      .flatMap(({ id }) => discord.messages(id))
      .filter(({ authorId }) => authorId === botId);

  async function bid(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      market.bid();
      await delay(BID_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async function closeAndReopen(signal: AbortSignal): Promise<void> {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const watcher = closing[turn % closing.length];
      if (watcher === undefined) return;
      discord.setAcceptsDirectMessages(watcher.userId, false);
      await delay(CLOSED_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await resume(watcher);
      const openMs = OPEN_MS + OPEN_STEP_MS * (turn % OPEN_STEPS);
      await delay(openMs, undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    async setUp() {
      for (const watcher of watchers) {
        for (const options of watcher.watches())
          await command(watcher, { name: 'watch add', options, answer: '👁' });
      }
    },
    async proceed(done) {
      for (const watcher of watchers) watcher.proceed(done);
      const next = watchers[forgotten % watchers.length];
      forgotten += 1;
      // Discord opens the same ones again however often that is asked.
      await changeDatabase(
        databaseUrl,
        `update people set direct_channel_id = null, opened_at = null where user_id = '${next?.userId}'`,
      );
    },
    async live(signal) {
      await Promise.all([bid(signal), closeAndReopen(signal)]);
      endedAtMs = Date.now();
    },
    async reopen() {
      for (const watcher of closing) await resume(watcher);
    },
    isDeaf: (id) =>
      deaf !== undefined &&
      discord
        .view(deaf.userId)
        .directMessages()
        .some((channel) => channel.id === id),
    count() {
      const all = watchers.map((watcher) =>
        judgeTold(
          watcher.name,
          { due: watcher.due(endedAtMs), isInOrder: watcher.isInOrder },
          directMessagesOf(watcher).map(({ payload }) => payload),
        ),
      );
      const sum = (of: (told: Told) => number) => all.reduce((total, one) => total + of(one), 0);
      return {
        expected: sum(({ expected }) => expected),
        lost: sum(({ lost }) => lost),
        twice: sum(({ twice }) => twice),
        outOfOrder: sum(({ outOfOrder }) => outOfOrder),
        where: all.flatMap(({ where }) => where),
      };
    },
  };
}
