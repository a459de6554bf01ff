import { ENDING_LEADS, type EndingLead } from '#src/alerts/kinds/auction/ending-lead.ts';
import { type AuctionTopic, TOPICS } from '#src/alerts/kinds/registry.ts';
import { createMatcher } from '#src/alerts/matcher.ts';
import { DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { alertMessage, rebuiltMessage } from '#src/discord/render/alert-message.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import { createDispatcher } from '#src/outbox/dispatcher.ts';
import type { Notifier } from '#src/outbox/notifier.ts';
import type { AuctionStore } from '#src/store/auctions.ts';
import { openStore } from '#src/store/open.ts';

import { viewContext } from '../../discord/views/view-context.ts';
import { newSubscription } from '../../support/build-alert.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { WITHOUT_CHARTS } from '../../support/no-charts.ts';
import { OPEN_TO_ALL } from '../../support/open-direct-messages.ts';
import { silentLog } from '../../support/silent-log.ts';
import { createModelAuctions } from './model-auctions.ts';
import { createRealWatch } from './real-monitor.ts';

/** Amounts are shown in their smallest unit, so that one too many is noticed. */
const context = viewContext({ currency: { symbol: 'wei', decimals: 0 } });
const KINDS = TOPICS.filter((kind): kind is AuctionTopic => kind.startsWith('auction_'));

/** A message in a channel as one reads it now. */
export interface PostedMessage {
  readonly lead: EndingLead;
  readonly kind: string;
  /** The auction's. */
  readonly id: string;
  /** When it was posted, epoch seconds. */
  readonly at: number;
  title: string;
  /** What stands below the title, and each field after its name. */
  text: string;
}

function read({ embeds = [] }: ReturnType<typeof rebuiltMessage>): Pick<PostedMessage, 'title' | 'text'> {
  const [embed] = embeds;
  const fields = (embed?.fields ?? []).map(({ name, value }) => `${name}: ${value}`);
  return { title: embed?.title ?? '', text: [embed?.description ?? '', ...fields].join('\n') };
}

/**
 * The bot between a marketplace that `all` shows and a channel for each lead time, each with rules for everything
 * about auctions: the real watch, store, index, channel queues and embeds, up to the requests that both sides would get.
 */
export async function startPostedMarket({
  clock,
  all,
}: {
  readonly clock: ManualClock;
  readonly all: () => readonly Auction[];
}) {
  const parts = new AsyncDisposableStack();
  const store = parts.use(
    await openStore({ databaseUrl: 'sqlite::memory:', log: silentLog, now: clock.now }),
  );
  const leadOf = new Map(ENDING_LEADS.map((lead) => [`9000000000000000${lead + 10}`, lead]));
  for (const [channelId, ending] of leadOf)
    await store.addSubscription(newSubscription(channelId, { topics: KINDS, filter: { ending } }));
  const index = createMatcher(await store.allSubscriptions(), { isWhitelisted: () => true });
  const source = createModelAuctions(all);
  const messages: PostedMessage[] = [];
  /** What goes wrong with the next write. */
  const writing = { fails: false };

  const notifier: Notifier = {
    ...WITHOUT_CHARTS,
    ...OPEN_TO_ALL,
    clockOffsetMs: () => 0,
    capacity: (_, alerts) => alerts.length,
    async send(post) {
      const lead = leadOf.get(post.channelId);
      const [alert, ...others] = post.alerts;
      if (lead === undefined || alert?.kind !== 'auction' || others.length > 0)
        throw new Error('a message that nobody asked for');
      const shown = read(alertMessage(post, context, 'normal'));
      const { topic: kind, auction: id } = alert;
      messages.push({ lead, kind, id, at: clock.now() / 1_000, ...shown });
      return { type: 'sent', messageId: String(messages.length - 1) };
    },
    async edit(stale) {
      const message = messages[Number(stale.messageId)];
      if (message === undefined) throw new Error(`There is no message ${stale.messageId}.`);
      Object.assign(message, read(rebuiltMessage(stale, context, 'normal')));
      return { type: 'done' };
    },
    publish: async () => ({ type: 'impossible', detail: 'no channel is one of announcements' }),
    readBack: async () => ({ type: 'unreadable' }),
  };
  const inbox: Omit<AuctionStore, 'countTrackedAuctions'> = {
    trackedAuctions: () => store.trackedAuctions(),
    auctionStates: () => store.auctionStates(),
    async ingestAuctions(intake) {
      if (writing.fails) throw new Error('not written');
      return store.ingestAuctions(intake);
    },
  };

  async function startProcess() {
    const process = new AsyncDisposableStack();
    const dispatcher = process.use(
      createDispatcher({
        report: () => undefined,
        outbox: store,
        people: store.people,
        notifier,
        rules: { settingsOf: () => DEFAULT_CHANNEL_SETTINGS, timeZoneOf: () => 'UTC' },
        clock,
        random: () => 0.5,
        log: silentLog,
        onStopped: () => undefined,
        onUnauthorized: () => undefined,
      }),
    );
    const watch = process.use(createRealWatch({ source, store: inbox, index, clock, wake: dispatcher.wake }));
    await dispatcher.start();
    const { signal } = new AbortController();
    return { tick: () => watch.tick(signal), [Symbol.asyncDispose]: () => process.disposeAsync() };
  }
  let bot = await startProcess();
  parts.defer(() => bot[Symbol.asyncDispose]());

  return {
    source,
    writing,
    messages: messages as readonly PostedMessage[],
    tick: () => bot.tick(),
    /** Ends the process and starts the next one on the same database. */
    async restart(): Promise<void> {
      await bot[Symbol.asyncDispose]();
      bot = await startProcess();
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
