import type { MarketAlert } from '#src/alerts/alert.ts';
import { hasSameExtras } from '#src/alerts/rule-extras.ts';
import {
  type ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
  DEFAULT_GUILD_SETTINGS,
  type GuildSettings,
} from '#src/alerts/settings.ts';
import type { Silence } from '#src/alerts/silences/silence.ts';
import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import { countByChannel } from '#src/alerts/subscription-revision.ts';
import { personTarget } from '#src/alerts/target.ts';
import type { SavedTemplate, TemplatePlace } from '#src/alerts/templates/alert-template.ts';
import type { Trade } from '#src/alerts/trade.ts';
import { GavelError } from '#src/chain/errors.ts';
import type { Picture } from '#src/charts/renderer.ts';
import type { RecommendedPermission } from '#src/discord/access/channel-access.ts';
import type { ServerDirectory } from '#src/discord/access/server-directory.ts';
import type { Lookups } from '#src/discord/lookups/lookups.ts';
import { createAttachmentReader } from '#src/discord/read-attachment.ts';
import type { CommandServices } from '#src/discord/services.ts';
import type { BotStatus } from '#src/discord/status/bot-status.ts';
import type { ServerHealth } from '#src/discord/status/server-health.ts';
import type { RulePreview } from '#src/ingest/preview.ts';
import type { MarketPoint } from '#src/marketplace/market-point.ts';
import type { Collection, CollectionSummary } from '#src/marketplace/resources/collection.ts';
import { UNKNOWN_TARGET } from '#src/store/model/channel-facts.ts';
import type { QueueStatus, QueueWork } from '#src/store/model/channel-queue.ts';
import type { FeedGap } from '#src/store/model/ingest-batch.ts';
import type { InputKind, Person } from '#src/store/model/people.ts';
import type { Ticker } from '#src/store/model/ticker.ts';
import type { PostedAlerts } from '#src/store/posted-alerts.ts';
import type { SavedInputOwner } from '#src/store/saved-inputs.ts';

import { address } from '../support/build-activity.ts';
import { viewContext } from './views/view-context.ts';

/** Of somebody whom nothing waits for. */
const NO_WORK: QueueWork = {
  target: UNKNOWN_TARGET,
  state: 'open',
  notBefore: 0,
  waitMs: null,
  unsettled: null,
  pending: [],
  waiting: 0,
  nextExpiryAt: null,
  toSummarise: 0,
  staleMessages: [],
  unpublished: null,
  postsLastHour: 0,
  oldestPostOfHour: null,
  lastPings: new Map(),
};

/** A collection of the local directory, with the given changes. */
export function summary(change: Partial<CollectionSummary> = {}): CollectionSummary {
  return {
    address: address(0xc0),
    name: 'Punks',
    symbol: 'PUNK',
    path: 'punks',
    verified: true,
    totalVolume: 1n,
    floor: null,
    thumbnail: null,
    ...change,
  };
}

const down = () => Promise.reject(new GavelError('MARKETPLACE_UNAVAILABLE', 'down'));

/** A marketplace that is unavailable. */
const unavailableLookups: Lookups = {
  collection: down,
  traits: down,
  tokens: down,
  token: down,
  neighbour: down,
  holders: down,
  profile: down,
  learnNames: async () => undefined,
  owned: down,
  auctions: down,
  auction: down,
  activities: down,
};

/** Nothing to suggest. */
const noSuggestions: CommandServices['suggestions'] = {
  traits: () => [],
  tokens: () => [],
  tokenName: () => null,
  auctions: () => [],
};

/** Status of a healthy bot that has just started. */
const healthyStatus: BotStatus = {
  version: '1.0.0',
  startedAt: 0,
  feedReadAt: 0,
  newestEventAt: 0,
  failures: 0,
  storeProblem: null,
  unreadableSince: null,
  namedCoin: null,
  discordLatencyMs: 40,
  loginsRefusedUntil: null,
  waiting: 0,
  late: 0,
};

/** Health of a server without data. */
const healthyServer: ServerHealth = {
  storeProblem: null,
  feed: {
    readAt: 0,
    newestEventAt: 0,
    failures: 0,
    unreadableSince: null,
    lagMs: null,
    namedCoin: null,
    gaps: [],
    counts: { records: 0, unread: {} },
  },
  auctions: { readAt: 0, failures: 0, unreadableSince: null, watched: 0 },
  discord: { connected: true, latencyMs: 40 },
  queues: [],
  late: [],
  held: [],
  givenUp: [],
  reduced: [],
  outdated: [],
  tooOld: [],
  notDecided: [],
};

/** A server that has every channel and role that is looked up. */
const anyServer: ServerDirectory = {
  name: () => 'Collectors',
  channels: () => [],
  channel: (_guildId, id) => ({ id, name: `channel-${id}`, isAnnouncement: false }),
  roles: () => [],
  role: (_guildId, id) => ({ id, name: `role-${id}` }),
  mayPing: () => true,
};

/** Data of the services; a test may change it while the bot runs. */
export interface TestData {
  readonly collections: readonly CollectionSummary[];
  readonly load: (addressOrPath: string) => Promise<Collection>;
  /** Age of the result of `load` where it is stale; epoch ms. */
  readonly oldAsOf: number | null;
  readonly lookups: Partial<Lookups>;
  readonly suggestions: CommandServices['suggestions'];
  readonly missing: readonly string[];
  readonly missingRecommended: readonly RecommendedPermission[];
  readonly queues: readonly QueueStatus[];
  /** What is known of all collections over time. */
  readonly points: readonly MarketPoint[];
  readonly sales: readonly Trade[];
  /** The marketplace's time, epoch ms. */
  readonly marketNow: number;
  readonly gaps: readonly FeedGap[];
  /** Since when all sales were read, epoch seconds. */
  readonly readSince: number | null;
  /** What every chart is drawn as; `null` where none is drawn. */
  readonly picture: Picture | null;
  /** Settings of every server. */
  readonly guildSettings: Partial<GuildSettings>;
  readonly preview: (rule: Rule) => Promise<RulePreview>;
  readonly serverDirectory: Partial<ServerDirectory>;
  readonly health: Partial<ServerHealth>;
  /** The local Discord's, from which attachments may be read. */
  readonly apiUrl: string;
  /** The alerts of every post. */
  readonly postedAlerts: PostedAlerts | null;
  /** Result of posting a test alert; `null` for posted. */
  readonly posting: (channelId: string, alert: MarketAlert) => string | null;
}

const sameRule = (one: Rule, other: Rule) => {
  const text = ({ topics, filter, pingRoles }: Rule) =>
    JSON.stringify([topics, filter, pingRoles], (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    );
  return text(one) === text(other);
};

const newPerson = (userId: string, at: number): Person => ({
  userId,
  directChannelId: null,
  openedAt: null,
  refusedSince: null,
  refusalCode: null,
  isRefusalReported: false,
  wallets: [],
  createdAt: at,
  lastUseAt: at,
});

type Inputs = Map<
  string,
  SavedInputOwner & {
    readonly payload: string;
    readonly channelId: string | null;
    readonly createdAt: number;
  }
>;

/** Services with in-memory data, and that data. */
export function inMemoryServices(change: Partial<TestData> = {}): {
  readonly services: CommandServices;
  readonly subscriptions: Subscription[];
  readonly drafts: Inputs;
  /** What was posted as a test, with the channel. */
  readonly posted: { readonly channelId: string; readonly alert: MarketAlert }[];
} {
  const known: TestData = {
    collections: [summary()],
    load: down,
    oldAsOf: null,
    lookups: {},
    suggestions: noSuggestions,
    missing: [],
    missingRecommended: [],
    queues: [],
    points: [],
    sales: [],
    readSince: -10_000_000,
    gaps: [],
    marketNow: 0,
    picture: null,
    guildSettings: {},
    preview: async () => ({ matching: [], example: null, weeklySales: null }),
    postedAlerts: null,
    posting: () => null,
    serverDirectory: {},
    health: {},
    apiUrl: 'https://discord.com/api',
    ...change,
  };
  const subscriptions: Subscription[] = [];
  const drafts: Inputs = new Map();
  const others: Inputs = new Map();
  const inputsOf = ({ name }: InputKind): Inputs => (name === 'draft' ? drafts : others);
  function ownInput(id: string, { guildId, userId }: SavedInputOwner, kind: InputKind): string | null {
    const found = inputsOf(kind).get(id);
    return found?.guildId === guildId && found.userId === userId ? found.payload : null;
  }
  const posted: { channelId: string; alert: MarketAlert }[] = [];
  const guilds = new Map<string, GuildSettings>();
  const channels = new Map<string, ChannelSettings>();
  const people = new Map<string, Person>();
  let lastId = 0;
  const get = (wanted: string) => known.collections.find((one) => one.address === wanted);
  const searchCollections = (text: string, limit = 25) =>
    known.collections.filter((one) => one.name.toLowerCase().includes(text.toLowerCase())).slice(0, limit);
  const find = (guildId: string, id: number) =>
    subscriptions.findIndex((one) => one.guildId === guildId && one.id === id);

  function changed(guildId: string, id: number, change: Partial<Subscription>): Subscription | null {
    const at = find(guildId, id);
    const before = subscriptions[at];
    if (before === undefined) return null;
    const after = { ...before, ...change };
    subscriptions[at] = after;
    return after;
  }

  const tickers = new Map<string, Ticker>();
  let templates: readonly SavedTemplate[] = [];
  const isSamePlace = (one: TemplatePlace, { guildId, scope, target, topic }: TemplatePlace) =>
    one.guildId === guildId && one.scope === scope && one.target === target && one.topic === topic;
  const usual: GuildSettings = { ...DEFAULT_GUILD_SETTINGS, ...known.guildSettings };
  const viewFor = (settings: GuildSettings) =>
    viewContext({ settings, collectionName: (wanted, reported = null) => get(wanted)?.name ?? reported });
  const silences: Silence[] = [];
  const services: CommandServices = {
    silences: {
      now: () => services.now(),
      of: async (guildId) => silences.filter((one) => one.guildId === guildId),
      async add(wanted) {
        const silence = {
          ...{ isSummarised: false, summarisedAt: null, dropped: 0 },
          ...{ ...wanted, startsAt: services.now(), id: silences.length + 1 },
        };
        silences.push(silence);
        return silence;
      },
      async end(guildId, id) {
        const at = silences.findIndex((one) => one.guildId === guildId && one.id === id);
        const silence = silences[at];
        if (silence === undefined || silence.endsAt <= services.now()) return null;
        const ended = { ...silence, endsAt: services.now() };
        silences[at] = ended;
        return ended;
      },
    },
    subscriptions: {
      async add(wanted) {
        const same = subscriptions.find((one) => one.channelId === wanted.channelId && sameRule(one, wanted));
        if (same !== undefined) {
          const renewed = wanted.extras === undefined ? same : { ...same, extras: wanted.extras };
          subscriptions[subscriptions.indexOf(same)] = renewed;
          return { type: 'added', subscription: renewed, created: false };
        }
        lastId += 1;
        const subscription = { ...wanted, id: lastId, pausedAt: null, lastMatchAt: null, lastPostAt: null };
        subscriptions.push(subscription);
        return { type: 'added', subscription, created: true };
      },
      async revise(
        guildId,
        { add = [], pause = [], resume = [], remove = [], settings = [], templates: set = [] },
      ) {
        for (const one of settings) channels.set(one.channelId, one.settings);
        const there = (ids: readonly number[]) => ids.filter((id) => find(guildId, id) !== -1);
        const revised = { paused: there(pause), removed: there(remove) };
        const added: { subscription: Subscription; created: boolean }[] = [];
        for (const one of add) {
          const made = await services.subscriptions.add(one);
          if (made.type !== 'added') continue;
          const isPaused = made.created && (one.pausedAt ?? null) !== null;
          if (isPaused) await services.subscriptions.pause(guildId, made.subscription.id);
          added.push(made);
          const place = { guildId, scope: 'rule', target: String(made.subscription.id) } as const;
          for (const { topic, template } of one.templates ?? [])
            await services.store.templates.save({ ...place, topic }, template);
        }
        for (const id of remove) await services.subscriptions.remove(guildId, id);
        for (const id of pause) await services.subscriptions.pause(guildId, id);
        const resumed = await Promise.all(resume.map((id) => services.subscriptions.resume(guildId, id)));
        for (const { template, ...place } of set)
          await services.store.templates.save({ guildId, ...place }, template);
        return {
          type: 'revised',
          ...revised,
          added,
          resumed: resumed.filter((one) => one !== null),
          templatesLeftOut: 0,
        };
      },
      async change(guildId, id, rule) {
        const channelId = subscriptions[find(guildId, id)]?.channelId;
        const same = subscriptions.some(
          (one) =>
            one.channelId === channelId && sameRule(one, rule) && (one.id !== id || hasSameExtras(one, rule)),
        );
        if (same) return 'same';
        return changed(guildId, id, {
          topics: rule.topics,
          filter: rule.filter,
          pingRoles: rule.pingRoles,
          extras: rule.extras,
        });
      },
      pause: async (guildId, id) => changed(guildId, id, { pausedAt: services.now() }),
      resume: async (guildId, id) => changed(guildId, id, { pausedAt: null }),
      async remove(guildId, id) {
        const at = find(guildId, id);
        return at === -1 ? null : (subscriptions.splice(at, 1)[0] ?? null);
      },
      async eraseGuild(guildId) {
        guilds.delete(guildId);
        for (const one of subscriptions.filter((each) => each.guildId === guildId)) {
          subscriptions.splice(subscriptions.indexOf(one), 1);
        }
      },
      async forgetPerson(userId) {
        people.delete(userId);
        channels.delete(personTarget(userId));
        await services.subscriptions.eraseGuild(personTarget(userId));
      },
      resumePerson: async (userId) =>
        subscriptions.some(({ channelId }) => channelId === personTarget(userId)),
      reopen: () => Promise.resolve(),
      resolveHeldPost: async () => null,
    },
    store: {
      subscriptionsOf: async (guildId) => subscriptions.filter((one) => one.guildId === guildId),
      subscriptionCounts: async (guildId) =>
        countByChannel(subscriptions.filter((one) => one.guildId === guildId)),
      channelsOf: async () => [...channels.keys()],
      queueStatuses: async (channelIds) =>
        known.queues.filter((queue) => channelIds.includes(queue.channelId)),
      oncePosts: async () => new Map(),
      channelWork: async () => NO_WORK,
      saveInput: async (id, owner, kind, input) =>
        void inputsOf(kind).set(id, { ...owner, ...input, createdAt: services.now() }),
      findInput: async (id, owner, kind) => ownInput(id, owner, kind),
      async takeInput(id, owner, kind) {
        const payload = ownInput(id, owner, kind);
        if (payload !== null) inputsOf(kind).delete(id);
        return payload;
      },
      inputsIn: async (guildId, kind) =>
        [...inputsOf(kind)].flatMap(([id, input]) => (input.guildId === guildId ? [{ ...input, id }] : [])),
      alertsOfPost: async () => known.postedAlerts,
      marketPoints: async () => known.points,
      salesBetween: async () => known.sales,
      newRecordsAfter: async () => known.readSince,
      feedGaps: async () => known.gaps,
      events: {
        find: async () => [],
        recent: async () => [],
        ruleVersions: async () => [],
        deliveries: async () => [],
        keysOfMessage: async () => [],
      },
      channelLog: { page: async () => [], entry: async () => null },
      salesOfToken: async () => known.sales,
      tickers: {
        ofGuild: async (guildId) => [...tickers.values()].filter((one) => one.guildId === guildId),
        async save(ticker) {
          tickers.set(ticker.channelId, { ...ticker, createdAt: 0, shownName: null, stopped: null });
          return 'saved';
        },
        remove: async (_guildId, channelId) => tickers.delete(channelId),
      },
      templates: {
        ofGuild: async (guildId) => templates.filter((one) => one.guildId === guildId),
        async save(place, template) {
          templates = [...templates.filter((one) => !isSamePlace(one, place)), { ...place, template }];
          return 'saved';
        },
        async remove(place) {
          const before = templates.length;
          templates = templates.filter((one) => !isSamePlace(one, place));
          return templates.length < before;
        },
      },
      people: {
        find: async (userId) => people.get(userId) ?? null,
        async setWallets(userId, wallets, at) {
          const before = people.get(userId) ?? newPerson(userId, at);
          people.set(userId, { ...before, wallets, lastUseAt: at });
        },
        takeRefusalToTell: async () => null,
        exportOf: async (userId) => ({
          person: people.get(userId) ?? null,
          watches: subscriptions.filter(({ guildId }) => guildId === personTarget(userId)),
          silences: [],
          inputs: [],
          settings: guilds.get(personTarget(userId)) ?? null,
          messages: channels.get(personTarget(userId)) ?? null,
          deliveries: [],
          openingTriedAt: null,
        }),
      },
    },
    postAgain: async () => 'gone',
    charts: { render: async () => known.picture },
    collections: {
      search: searchCollections,
      searchInTurns: async (text, limit) => searchCollections(text, limit),
      get,
      omitted: () => 0,
      resolve: (text) => get(text) ?? known.collections.find((one) => one.name === text),
    },
    lookups: {
      ...unavailableLookups,
      collection: async (addressOrPath) => ({
        value: await known.load(addressOrPath),
        asOf: known.oldAsOf ?? 0,
        stale: known.oldAsOf !== null,
      }),
      ...known.lookups,
    },
    suggestions: known.suggestions,
    channelAccess: {
      missingForAlerts: () => known.missing,
      missingForTicker: () => known.missing,
      mayAttachFiles: () => true,
      historyAccess: () => 'readable',
      isRoleDeleted: () => false,
      membership: () => 'inside',
      missingRecommended: () => known.missingRecommended,
    },
    settings: {
      guild: (guildId) => guilds.get(guildId) ?? usual,
      channel: (channelId) => channels.get(channelId) ?? DEFAULT_CHANNEL_SETTINGS,
      async saveGuild(guildId, settings) {
        if (settings === null) guilds.delete(guildId);
        else guilds.set(guildId, settings);
      },
      async saveChannel(_guildId, channelId, settings) {
        if (settings === null) channels.delete(channelId);
        else channels.set(channelId, settings);
      },
    },
    backtests: {
      count: async () => null,
      follow: async () => undefined,
      stop: async () => undefined,
    },
    previews: {
      preview: known.preview,
      show: async (_channelId, alert) => ({
        embeds: [{ title: `A ${alert.topic}`, footer: { text: alert.key } }],
        files: [],
      }),
      async post(channelId, alert) {
        const refusal = known.posting(channelId, alert);
        if (refusal === null) posted.push({ channelId, alert });
        return refusal === null ? null : () => refusal;
      },
    },
    view: viewFor(usual),
    viewWith: viewFor,
    status: async () => healthyStatus,
    health: async () => ({ ...healthyServer, ...known.health }),
    serverDirectory: { ...anyServer, ...known.serverDirectory },
    readAttachment: (file) => createAttachmentReader({ apiUrl: known.apiUrl })(file),
    commandIds: () => new Map(),
    now: () => 0,
    marketNow: () => known.marketNow,
  };
  return { services, subscriptions, drafts, posted };
}
