import { describe, expect, it } from 'vitest';
import type { AuctionAlert } from '#src/alerts/alert.ts';
import type { LiveState } from '#src/store/model/live-state.ts';
import type { Store } from '#src/store/open.ts';

import { auctionAlert } from '../../support/build-alert.ts';
import {
  addressed,
  auctionIngestionOf,
  begin,
  GENERAL,
  ingestionOf,
  SALES,
  salesFor,
  send,
  statesOf,
  to,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const TOPIC = 'auction:a-1';

/** The auction's state with so many bids; kind and key differ from those of any alert, as they do in life. */
function state(bidCount: number): LiveState {
  return { key: TOPIC, state: auctionAlert({ bidCount, topic: 'auction_bid', key: `state:${bidCount}` }) };
}

function bid(key: string, bidCount: number): AuctionAlert {
  return auctionAlert({ topic: 'auction_bid', key, bidCount });
}

function ending(key: string, bidCount: number): AuctionAlert {
  return auctionAlert({ topic: 'auction_ending', key, bidCount, leads: [10] });
}

function ended(key: string, bidCount: number): AuctionAlert {
  return auctionAlert({ topic: 'auction_ended', key, bidCount });
}

/** Posts the auction in the channel, in a message that shows this number of bids. */
async function post(store: Store, channelId: string, bidCount: number): Promise<void> {
  const alert = auctionAlert({ key: `started in ${channelId}`, bidCount });
  await store.ingest(ingestionOf([addressed(alert, channelId)], { topics: [state(bidCount)] }));
  await send(store, channelId, 1, { messageId: `message in ${channelId}` });
}

async function bidsToShow(store: Store, channelId: string): Promise<unknown[]> {
  const { staleMessages } = await store.channelWork(channelId, 1);
  return staleMessages.flatMap(({ alerts }) =>
    alerts.map((alert) => alert.kind === 'auction' && alert.bidCount),
  );
}

/** Live messages: `ingest`, `markSent`, `markShown` and `abandonMessage` together. */
export function describeLiveMessages(harness: StoreHarness): void {
  describe('a live message', () => {
    const given = storeForEachTest(harness);

    it('is not stale as it is posted', async () => {
      await post(given.store, SALES, 1);
      expect(await bidsToShow(given.store, SALES)).toEqual([]);
      expect(await given.store.channelsWithWork()).toEqual([]);
    });

    it('is to show the latest state, under the kind and the key that it was posted with', async () => {
      await post(given.store, SALES, 1);
      await expect(given.store.ingest(statesOf(state(2)))).resolves.toEqual([SALES]);
      await given.store.ingest(statesOf(state(3)));
      const { staleMessages } = await given.store.channelWork(SALES, 1);
      expect(staleMessages).toMatchObject([
        {
          messageId: `message in ${SALES}`,
          alerts: [{ ...state(3).state, topic: 'auction_started', key: `started in ${SALES}` }],
        },
      ]);
      expect(await given.store.channelsWithWork()).toEqual([SALES]);
    });

    it('has no work left when it shows the latest revision', async () => {
      await post(given.store, SALES, 1);
      await given.store.ingest(statesOf(state(2)));
      const [card] = (await given.store.channelWork(SALES, 1)).staleMessages;
      await given.store.markShown(card?.id ?? 0, card?.changes ?? 0);
      expect(await bidsToShow(given.store, SALES)).toEqual([]);
      expect(await given.store.channelsWithWork()).toEqual([]);
    });

    it('stays stale when its topic changed while it was edited', async () => {
      await post(given.store, SALES, 1);
      await given.store.ingest(statesOf(state(2)));
      const [card] = (await given.store.channelWork(SALES, 1)).staleMessages;
      await given.store.ingest(statesOf(state(3)));
      await given.store.markShown(card?.id ?? 0, card?.changes ?? 0);
      expect(await bidsToShow(given.store, SALES)).toEqual([3]);
    });

    it('never goes back to an older revision', async () => {
      await post(given.store, SALES, 1);
      await given.store.ingest(statesOf(state(2)));
      const [older] = (await given.store.channelWork(SALES, 1)).staleMessages;
      await given.store.ingest(statesOf(state(3)));
      const [newer] = (await given.store.channelWork(SALES, 1)).staleMessages;
      await given.store.markShown(newer?.id ?? 0, newer?.changes ?? 0);
      await given.store.markShown(older?.id ?? 0, older?.changes ?? 0);
      expect(await bidsToShow(given.store, SALES)).toEqual([]);
    });

    it('is not edited for a state that it shows already', async () => {
      await post(given.store, SALES, 1);
      await expect(given.store.ingest(statesOf(state(1)))).resolves.toEqual([]);
      expect(await bidsToShow(given.store, SALES)).toEqual([]);
    });

    it('is edited when its topic changed after its alert was written and before it was posted', async () => {
      await given.store.ingest(ingestionOf([addressed(bid('b', 1), SALES)], { topics: [state(1)] }));
      await given.store.ingest(statesOf(state(2)));
      await send(given.store, SALES, 1);
      expect(await bidsToShow(given.store, SALES)).toEqual([2]);
    });

    it('is edited when its alert says less than the state that came with it', async () => {
      await given.store.ingest(ingestionOf([addressed(bid('b', 1), SALES)], { topics: [state(2)] }));
      await send(given.store, SALES, 1);
      expect(await bidsToShow(given.store, SALES)).toEqual([2]);
    });

    it('waits in a message of its own', async () => {
      await given.store.ingest(ingestionOf([...salesFor(['a'], SALES), addressed(bid('b', 1), SALES)]));
      const { pending } = await given.store.channelWork(SALES, 10);
      expect(pending.map(({ alone }) => alone)).toEqual([false, true]);
    });

    it('is one of several of its topic, all of which are brought up to date', async () => {
      await post(given.store, SALES, 1);
      await post(given.store, GENERAL, 1);
      await given.store.ingest(ingestionOf([addressed(ended('e', 1), SALES)]));
      await send(given.store, SALES, 1, { messageId: 'second' });
      await expect(given.store.ingest(statesOf(state(2)))).resolves.toEqual([SALES, GENERAL]);
      const { staleMessages } = await given.store.channelWork(SALES, 1);
      expect(staleMessages).toMatchObject([
        { messageId: `message in ${SALES}`, cardMessageId: null },
        { messageId: 'second', cardMessageId: `message in ${SALES}` },
      ]);
      expect(await bidsToShow(given.store, GENERAL)).toEqual([2]);
    });

    it.each([
      ['a bid', bid('b', 2)],
      ['a coming end', ending('b', 2)],
    ])(
      'goes on alone when %s beside it has a message of its own, which goes on showing that',
      async (_, alert) => {
        await post(given.store, SALES, 1);
        await given.store.ingest(ingestionOf([addressed(alert, SALES)], { topics: [state(2)] }));
        await send(given.store, SALES, 1, { messageId: 'of its own' });
        await given.store.ingest(statesOf(state(3)));
        const { staleMessages } = await given.store.channelWork(SALES, 10);
        expect(staleMessages.map(({ messageId }) => messageId)).toEqual([`message in ${SALES}`]);
      },
    );

    it('is that of the next bid when the previous one was abandoned', async () => {
      await post(given.store, SALES, 1);
      await given.store.ingest(statesOf(state(2)));
      const [card] = (await given.store.channelWork(SALES, 1)).staleMessages;
      await given.store.abandonMessage(card?.id ?? 0);
      await given.store.ingest(ingestionOf([addressed(bid('b', 2), SALES)]));
      await send(given.store, SALES, 1, { messageId: 'the next' });
      await given.store.ingest(statesOf(state(3)));
      const { staleMessages } = await given.store.channelWork(SALES, 10);
      expect(staleMessages.map(({ messageId }) => messageId)).toEqual(['the next']);
    });

    it('has alerts left to it, which are pending again if it cannot be edited to them', async () => {
      const { store } = given;
      await post(store, SALES, 1);
      const leave = async (key: string, orPost: boolean) => {
        await store.ingest(ingestionOf([addressed(ended(key, 2), SALES)], { topics: [state(2)] }));
        const [delivery] = (await store.channelWork(SALES, 1)).pending;
        expect(delivery?.shownState).toMatchObject({ bidCount: 2 });
        await store.leaveToCard(delivery?.id ?? 0, { orPost });
        expect((await store.channelWork(SALES, 1)).pending).toEqual([]);
      };
      await leave('e', true);
      await leave('f', false);
      const [card] = (await store.channelWork(SALES, 1)).staleMessages;
      await store.abandonMessage(card?.id ?? 0);
      const { pending } = await store.channelWork(SALES, 9);
      expect(pending).toMatchObject([{ alert: { key: 'e' }, shownState: null }]);
      await store.leaveToCard(pending[0]?.id ?? 0, { orPost: true });
      expect((await store.channelWork(SALES, 9)).pending).toHaveLength(1);
    });

    it('has no alerts left to it once it shows them', async () => {
      const { store } = given;
      await post(store, SALES, 1);
      await store.ingest(ingestionOf([addressed(ended('e', 2), SALES)], { topics: [state(2)] }));
      const { pending, staleMessages } = await store.channelWork(SALES, 1);
      await store.leaveToCard(pending[0]?.id ?? 0, { orPost: true });
      const [card] = staleMessages;
      await store.markShown(card?.id ?? 0, card?.changes ?? 0);
      await store.abandonMessage(card?.id ?? 0);
      expect((await store.channelWork(SALES, 1)).pending).toEqual([]);
    });

    it('is said to have been posted with the latest state where that is so, and not after an edit', async () => {
      const { store } = given;
      const late = auctionAlert({ key: 'late', bidCount: 1 });
      await store.ingest(ingestionOf([addressed(late, SALES)], { topics: [state(1)] }));
      await store.ingest(ingestionOf([addressed(ended('e', 2), SALES)], { topics: [state(2)] }));
      const shownSincePosted = async () => (await store.channelWork(SALES, 1)).pending[0]?.shownSincePosted;
      expect(await shownSincePosted()).toBe(false);
      await send(store, SALES, 1, { messageId: 'the card' });
      expect(await shownSincePosted()).toBe(true);

      await store.ingest(statesOf(state(3)));
      expect(await shownSincePosted()).toBe(false);
      const [card] = (await store.channelWork(SALES, 1)).staleMessages;
      await store.markShown(card?.id ?? 0, card?.changes ?? 0);
      expect(await shownSincePosted()).toBe(false);
    });

    it('is not said to have been posted with a state that an earlier try may not have shown', async () => {
      const { store } = given;
      const first = auctionAlert({ key: 'first', bidCount: 1 });
      await store.ingest(ingestionOf([addressed(first, SALES)], { topics: [state(1)] }));
      const { id } = await begin(store, SALES, 1);
      await store.markAmbiguous(id);
      await store.ingest(ingestionOf([addressed(ended('e', 2), SALES)], { topics: [state(2)] }));
      const again = { at: 2_000_000, layout: 'card' as const };
      await store.retryPost(id, { ...again, newWindow: false });
      await store.markSent(id, { messageId: 'the card', at: 2_000_000, publish: false });
      const { pending, staleMessages } = await store.channelWork(SALES, 1);
      expect(pending).toMatchObject([{ alert: { key: 'e' }, shownSincePosted: false }]);
      expect(staleMessages).toHaveLength(1);
    });

    it('is said to have been posted with the state of the try that began anew', async () => {
      const { store } = given;
      const first = auctionAlert({ key: 'first', bidCount: 1 });
      await store.ingest(ingestionOf([addressed(first, SALES)], { topics: [state(1)] }));
      const { id } = await begin(store, SALES, 1);
      await store.markAmbiguous(id);
      await store.ingest(ingestionOf([addressed(ended('e', 2), SALES)], { topics: [state(2)] }));
      await store.retryPost(id, { at: 2_000_000, layout: 'card', newWindow: true });
      await store.markSent(id, { messageId: 'the card', at: 2_000_000, publish: false });
      const { pending } = await store.channelWork(SALES, 1);
      expect(pending).toMatchObject([{ alert: { key: 'e' }, shownSincePosted: true }]);
    });

    it('about a bid is not said to have been posted with the latest state', async () => {
      const { store } = given;
      await store.ingest(
        ingestionOf([addressed(bid('b', 2), SALES), addressed(ended('e', 2), SALES)], { topics: [state(2)] }),
      );
      await send(store, SALES, 1, { messageId: 'the bid' });
      const { pending } = await store.channelWork(SALES, 1);
      expect(pending).toMatchObject([{ alert: { key: 'e' }, shownSincePosted: false }]);
    });

    it('that waits longest for its edit comes first', async () => {
      await post(given.store, SALES, 1);
      await given.store.ingest(ingestionOf([addressed(ended('e', 1), SALES)]));
      await send(given.store, SALES, 1, { messageId: 'second' });
      await given.store.ingest({ ...statesOf(state(2)), at: 10 });
      const [first] = (await given.store.channelWork(SALES, 1)).staleMessages;
      await given.store.ingest({ ...statesOf(state(3)), at: 20 });
      await given.store.markShown(first?.id ?? 0, first?.changes ?? 0);
      const { staleMessages } = await given.store.channelWork(SALES, 1);
      expect(staleMessages.map(({ messageId }) => messageId)).toEqual(['second', first?.messageId]);
    });

    it('is not stale any more once it is abandoned', async () => {
      await post(given.store, SALES, 1);
      await given.store.ingest(statesOf(state(2)));
      const [card] = (await given.store.channelWork(SALES, 1)).staleMessages;
      await given.store.abandonMessage(card?.id ?? 0);
      expect(await given.store.channelsWithWork()).toEqual([]);
      await expect(given.store.ingest(statesOf(state(3)))).resolves.toEqual([]);
    });

    it('is edited in an open channel only', async () => {
      await post(given.store, SALES, 1);
      await given.store.ingest(statesOf(state(2)));
      await given.store.stopQueue(SALES, { state: 'paused', code: 50_013 });
      expect(await given.store.channelsWithWork()).toEqual([]);
      expect(await bidsToShow(given.store, SALES)).toEqual([2]);
    });
  });

  describe('a message that shows no topic', () => {
    const given = storeForEachTest(harness);

    it.each([
      ['in plain text', { layout: 'text' } as const],
      ['in a summary', { layout: 'summary' } as const],
      ['of unknown id', { messageId: null }],
    ])('is one %s', async (_what, sent) => {
      await given.store.ingest(ingestionOf([addressed(bid('b', 1), SALES)], { topics: [state(1)] }));
      await send(given.store, SALES, 1, sent);
      await expect(given.store.ingest(statesOf(state(2)))).resolves.toEqual([]);
      await expect(
        given.store.ingest(
          ingestionOf([{ alert: bid('c', 3), channels: [to(SALES, { skipIfLive: true })] }]),
        ),
      ).resolves.toEqual([SALES]);
    });

    it('is a summary, which shows the topic as it stands when it is begun and keeps nothing later back', async () => {
      const ingestBid = (key: string, bidCount: number) =>
        given.store.ingest(
          ingestionOf([{ alert: bid(key, bidCount), channels: [to(SALES, { skipIfLive: true })] }], {
            topics: [state(bidCount)],
          }),
        );
      await ingestBid('b', 1);
      await expect(ingestBid('c', 2)).resolves.toEqual([]);
      const { pending } = await given.store.channelWork(SALES, 9);
      const { id, alerts } = await given.store.startPost({
        channelId: SALES,
        deliveryIds: pending.map((one) => one.id),
        nonce: 'nonce',
        at: 1,
        layout: 'summary',
        pingRoleIds: [],
      });

      expect(alerts).toMatchObject([{ key: 'b', topic: 'auction_bid', bidCount: 2 }]);
      await expect(ingestBid('d', 3)).resolves.toEqual([SALES]);
      expect((await given.store.channelWork(SALES, 9)).unsettled?.alerts).toMatchObject([
        { key: 'b', bidCount: 3 },
      ]);
      await given.store.markSent(id, { messageId: 'summary', at: 2, publish: false });
    });

    it('is one with several alerts', async () => {
      await given.store.ingest(
        ingestionOf([addressed(bid('b', 1), SALES), ...salesFor(['a'], SALES)], { topics: [state(1)] }),
      );
      await send(given.store, SALES, 2);
      await expect(given.store.ingest(statesOf(state(2)))).resolves.toEqual([]);
    });

    it('is one without a topic', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      await send(given.store, SALES, 1);
      expect(await bidsToShow(given.store, SALES)).toEqual([]);
    });
  });

  describe('an alert for channels that do not show its topic yet', () => {
    const given = storeForEachTest(harness);

    /** Channels that get a message for the next bid. */
    async function channelsOf(key: string, ...channelIds: readonly string[]): Promise<readonly string[]> {
      const channels = channelIds.map((channelId) => to(channelId, { skipIfLive: true }));
      return given.store.ingest(ingestionOf([{ alert: bid(key, 9), channels }]));
    }

    it('passes over one that has a live message of it', async () => {
      await post(given.store, SALES, 1);
      await expect(channelsOf('b', SALES, GENERAL)).resolves.toEqual([GENERAL]);
    });

    it('passes over one where a message of it waits or is under way', async () => {
      await expect(channelsOf('b', SALES)).resolves.toEqual([SALES]);
      await expect(channelsOf('c', SALES)).resolves.toEqual([]);
      const { pending } = await given.store.channelWork(SALES, 1);
      const { id } = await given.store.startPost({
        channelId: SALES,
        deliveryIds: pending.map((one) => one.id),
        nonce: 'n',
        at: 1,
        layout: 'card',
        pingRoleIds: [],
      });
      await expect(channelsOf('d', SALES)).resolves.toEqual([]);
      await given.store.markDead(id, 'refused');
      await expect(channelsOf('e', SALES)).resolves.toEqual([SALES]);
    });

    it('reaches one whose live message was abandoned', async () => {
      await post(given.store, SALES, 1);
      await given.store.ingest(statesOf(state(2)));
      const [card] = (await given.store.channelWork(SALES, 1)).staleMessages;
      await given.store.abandonMessage(card?.id ?? 0);
      await expect(channelsOf('b', SALES)).resolves.toEqual([SALES]);
    });

    it('reaches a channel that shows another topic', async () => {
      await post(given.store, SALES, 1);
      const other = { ...bid('b', 1), liveKey: 'auction:a-2' };
      const channels = [to(SALES, { skipIfLive: true })];
      await expect(given.store.ingest(ingestionOf([{ alert: other, channels }]))).resolves.toEqual([SALES]);
    });

    it('reaches every channel when it deserves a message anyway', async () => {
      await post(given.store, SALES, 1);
      const ingest = auctionIngestionOf([addressed(bid('b', 2), SALES)], { topics: [state(2)] });
      await expect(given.store.ingestAuctions(ingest)).resolves.toEqual([SALES]);
    });
  });
}
