import { DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { personTarget } from '#src/alerts/target.ts';
import { sale as activity, address } from '../../support/build-activity.ts';
import { auctionAlert, greetingAlert } from '../../support/build-alert.ts';
import type { TestedStore } from '../differential/pair.ts';
import { fillStore } from '../move/fill-store.ts';
import {
  addressed,
  begin,
  GENERAL,
  ingestionOf,
  prune,
  QUIET,
  ruleFor,
  SALES,
  sale,
  salesFor,
  send,
} from '../samples.ts';
import type { Work } from './every-call.ts';

const GUILD = ruleFor(GENERAL).guildId;
const PERSON_ID = '700000000000000009';
const PERSON = personTarget(PERSON_ID);
const AT = 2_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;

async function prepareChannels(store: TestedStore): Promise<void> {
  for (const channelId of [GENERAL, SALES]) await store.addSubscription(ruleFor(channelId));
  await store.ingest(
    ingestionOf([addressed(auctionAlert(), GENERAL), ...salesFor(['a', 'b'], GENERAL, SALES)], {
      topics: [{ key: 'auction:a-1', state: auctionAlert() }],
      records: [{ activity: activity(), alertKey: 'a', occurredAt: 1 }],
    }),
  );
  await send(store, GENERAL, 1);
  await send(store, GENERAL, 1);
}

const ingest: Work = {
  name: 'an ingestion',
  prepare: prepareChannels,
  steps: [
    (store) =>
      store.ingest(
        ingestionOf(
          [
            ...salesFor(['c', 'd'], GENERAL, SALES),
            {
              ...addressed(sale('e'), QUIET),
              undecided: { missingDetails: { tokens: ['1'], collections: [] }, awaitsFeed: true },
            },
          ],
          {
            at: AT,
            seen: ['1', '2'],
            records: [{ activity: activity({ id: 'b' }), alertKey: 'c', occurredAt: 1 }],
            revised: [
              {
                alert: sale('a', { txHash: '0x1' }),
                channels: [{ channelId: QUIET, subscriptionIds: [1], skipIfLive: false }],
                undecided: null,
                since: AT,
                version: 0,
              },
            ],
            topics: [{ key: 'auction:a-1', state: auctionAlert({ bidCount: 5 }) }],
            trades: [
              {
                ...{ key: 't', collection: address(0xc0), tokenId: '1', seller: null, buyer: null },
                ...{ price: 5n, quantity: 1n, at: 1 },
              },
            ],
            gap: { noticedAt: AT, oldestReadAt: 1 },
          },
        ),
      ),
  ],
};

const CHANNELS = Array.from({ length: 501 }, (_, index) => String(910_000_000_000_000_000n + BigInt(index)));

/** Written in several transactions; what one leaves to the next is done by the repetition. */
const largeIngest: Work = {
  name: 'an ingestion with more deliveries than one transaction has',
  prepare: async () => undefined,
  steps: [
    (store) => store.ingest(ingestionOf(salesFor(['a'], ...CHANNELS), { at: AT, seen: ['1'] })),
    (store) => store.recover(),
  ],
};

/** The message of the channel whose outcome is unknown. */
async function postIn(store: TestedStore, channelId = GENERAL): Promise<number> {
  const { unsettled } = await store.channelWork(channelId, 1);
  if (unsettled === null) throw new Error('There is no such message.');
  return unsettled.id;
}

const beginNext = async (store: TestedStore) => {
  const { unsettled } = await store.channelWork(GENERAL, 1);
  if (unsettled === null) await begin(store, GENERAL, 1, { pingRoleIds: ['6001'] });
};

/** A message from its first try to its outcome. */
const sending = (name: string, ...steps: Work['steps']): Work => ({
  name: `a message that is ${name}`,
  async prepare(store) {
    for (const channelId of [GENERAL, SALES]) await store.addSubscription(ruleFor(channelId));
    await store.ingest(
      ingestionOf([addressed(auctionAlert(), GENERAL), ...salesFor(['a'], GENERAL)], {
        topics: [{ key: 'auction:a-1', state: auctionAlert() }],
      }),
    );
  },
  steps: [beginNext, ...steps],
});

const sends: readonly Work[] = [
  sending('accepted', async (store) =>
    store.markSent(await postIn(store), { messageId: 'm1', at: AT, publish: true }),
  ),
  sending(
    'lost, tried again and accepted',
    async (store) => store.markAmbiguous(await postIn(store), { notBefore: AT }),
    async (store) => store.retryPost(await postIn(store), { at: AT, newWindow: true, layout: 'text' }),
    async (store) => store.markSent(await postIn(store), { messageId: null, at: AT, publish: false }),
  ),
  sending('refused for now', async (store) =>
    store.release(await postIn(store), { notBefore: AT, alone: true }),
  ),
  sending('given up', async (store) => store.markDead(await postIn(store), 'refused')),
  sending(
    'held and found posted',
    async (store) => store.holdPost(await postIn(store), 'crowded'),
    async (store) => store.resolveHeldPost(GUILD, await postIn(store), 'posted'),
  ),
  sending(
    'held and found absent',
    async (store) => store.holdPost(await postIn(store), 'unreadable'),
    async (store) => store.resolveHeldPost(GUILD, await postIn(store), 'absent'),
  ),
  sending('in a channel that is stopped', (store) =>
    store.stopQueue(GENERAL, { state: 'closed', code: 10_003 }),
  ),
];

const setUp: Work = {
  name: 'a set-up of rules',
  prepare: prepareChannels,
  steps: [
    async (store) => {
      const [first, second] = (await store.subscriptionsOf(GUILD)).map(({ id }) => id);
      await store.reviseSubscriptions(
        GUILD,
        {
          add: [ruleFor(QUIET, { topics: ['mint'] }), ruleFor(GENERAL, { topics: ['listing'] })],
          pause: first === undefined ? [] : [first],
          remove: second === undefined ? [] : [second],
          settings: [{ channelId: QUIET, settings: { ...DEFAULT_CHANNEL_SETTINGS, publish: true } }],
        },
        AT,
      );
    },
  ],
};

const retention: Work = {
  name: 'a retention pass',
  prepare: (store) => fillStore(store),
  steps: [(store) => prune(store, AT + 100 * DAY_MS)],
};

const forgetting: Work = {
  name: 'the forgetting of a person',
  async prepare(store) {
    await fillStore(store);
    await store.addSubscription(ruleFor(PERSON, { guildId: PERSON }));
    await store.ingest(ingestionOf(salesFor(['to a person'], PERSON)));
  },
  steps: [(store) => store.people.forget(PERSON_ID)],
};

const erasure: Work = {
  name: 'the erasure of a server',
  prepare: (store) => fillStore(store),
  steps: [(store) => store.eraseGuild(GUILD)],
};

const greeting: Work = {
  name: 'the greeting of a server',
  prepare: prepareChannels,
  steps: [
    (store) => store.greetings.since(),
    (store) => store.greetings.post(greetingAlert({ guildId: GUILD, channelId: QUIET })),
  ],
};

export const INGEST = ingest;
export const WORKS: readonly Work[] = [
  ingest,
  largeIngest,
  ...sends,
  setUp,
  retention,
  erasure,
  forgetting,
  greeting,
];
