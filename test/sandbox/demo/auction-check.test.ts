import type { APIEmbed } from 'discord-api-types/v10';
import { beforeEach, describe, expect, it } from 'vitest';
import { PAGE_TEMPLATES } from '../../../sandbox/demo/page-links.ts';
import type { LedgerRecord } from '../../../sandbox/marketplace/ledger.ts';
import { alert, FOOTER, first, MINUTE_MS, page, useCheckScene } from './check-scene.ts';

const scene = useCheckScene();
const AUCTIONS = 'Auction House #auctions';
const TWO_HOUSES = [AUCTIONS, 'Night Market #auctions'];

describe('the check of an auction', () => {
  let start: LedgerRecord;
  let bid: LedgerRecord;

  beforeEach(() => {
    start = first(scene.marketplace.cause.auction({ endsInMs: 5 * MINUTE_MS, settlesAfterMs: null }));
    scene.advance(MINUTE_MS);
    bid = first(scene.marketplace.cause.bid({ amount: 1_234_567_890_123_456_789_012n }));
  });

  const author = { name: 'Foxes' };
  const leader = (): string => `[0x1200…0034](${page(PAGE_TEMPLATES.profile, bid)}) leads`;
  const bids = (statement = '**1,234.568 S** top bid'): Pick<APIEmbed, 'description'> => ({
    description: `${statement} · ${leader()}\nfrom 99 S`,
  });
  const card = (title: string, more: APIEmbed = {}): APIEmbed =>
    alert(start, title, { author, ...bids(), ...more });

  const at = (ms: number): APIEmbed => ({ timestamp: new Date(ms).toISOString() });
  const aboutToEnd = (): APIEmbed => card('⏳ Fox ends soon', at(start.timestamp * 1_000 + 10_000));
  const ended = (): APIEmbed =>
    card(
      'Auction of Fox ended at 1,234.568 S, settling',
      at(scene.marketplace.ledger.auctions().at(-1)?.endsAtMs ?? 0),
    );
  const bidOn = (title: string, more: APIEmbed = {}): APIEmbed =>
    card(title, { ...at(bid.timestamp * 1_000), ...more });

  async function postAll(): Promise<void> {
    for (const name of TWO_HOUSES) {
      await scene.post(name, card('Fox is up for auction'));
      await scene.post(name, aboutToEnd());
    }
  }

  it('expects no coming end where the start was posted after it was due', async () => {
    scene.advance(4 * MINUTE_MS - 1_000);
    for (const name of TWO_HOUSES) await scene.post(name, card('Fox is up for auction'));
    expect(scene.check.result()).toMatchObject({ lost: 0, kinds: { auction_ending: { due: 2, posted: 2 } } });
  });

  it('expects no end beside a card that was posted after it, but beside any other', async () => {
    await scene.post(AUCTIONS, card('Fox is up for auction'));
    scene.advance(5 * MINUTE_MS);
    await scene.post('Night Market #auctions', card('Auction of Fox ended at 1,234.568 S, settling'));
    expect(scene.check.result().kinds.auction_ended).toMatchObject({ due: 2, posted: 1, lost: 1 });
  });

  it('expects an end beside a late bid', async () => {
    scene.advance(5 * MINUTE_MS);
    for (const name of TWO_HOUSES) await scene.post(name, bidOn('Bid of 1 S on Fox'));
    expect(scene.check.result().kinds.auction_ended).toMatchObject({ due: 2, posted: 0, lost: 2 });
  });

  it('expects start, coming end and end once in every channel with a rule', async () => {
    await postAll();
    expect(scene.check.result()).toMatchObject({ alertsDue: 4, alertsPosted: 4, lost: 0, twice: 0 });

    scene.advance(5 * MINUTE_MS);
    expect(scene.check.result().auctions).toEqual({ ended: 1, announced: 0, lost: 2, twice: 0, wrong: 0 });

    await scene.post(AUCTIONS, ended());
    expect(scene.check.result().auctions).toMatchObject({ ended: 1, announced: 0, lost: 1 });

    await scene.post('Night Market #auctions', ended());
    expect(scene.check.result().auctions).toEqual({ ended: 1, announced: 1, lost: 0, twice: 0, wrong: 0 });
  });

  it('reads a summary line by its signs', async () => {
    scene.advance(5 * MINUTE_MS);
    const line = (signs: string) => ({
      title: '1 alert',
      description: `${signs} [Fox](${page(PAGE_TEMPLATES.auction, start)}) ended at **1,234.568 S**, settling · 3 alerts`,
      footer: FOOTER,
    });
    await scene.post(AUCTIONS, line('🔨⏳🏁'));
    await scene.post('Night Market #auctions', line('🔨🏁'));
    const { kinds } = scene.check.result();

    expect(kinds.auction_started).toEqual({ due: 2, posted: 2, lost: 0, twice: 0 });
    expect(kinds.auction_ending).toEqual({ due: 2, posted: 1, lost: 1, twice: 0 });
    expect(kinds.auction_ended).toEqual({ due: 2, posted: 2, lost: 0, twice: 0 });
    // While the bot was down, the end overtook it.
    expect(scene.checkOfInterrupted.result().kinds.auction_ending).toMatchObject({ posted: 2, lost: 0 });
  });

  it('recognises any number of bids with messages of their own', async () => {
    await scene.post(AUCTIONS, card('Fox is up for auction'));
    for (const amount of [2_000n, 3_000n, 4_000n]) {
      scene.advance(10_000);
      const next = first(scene.marketplace.cause.bid({ amount: amount * 10n ** 18n }));
      await scene.post(AUCTIONS, card('Bid on Fox', at(next.timestamp * 1_000)));
    }
    expect(scene.check.result()).toMatchObject({ twice: 0, kinds: { auction_ending: { twice: 0 } } });
  });

  it('counts repeated messages', async () => {
    await postAll();
    await scene.post(AUCTIONS, card('Fox is up for auction'));
    expect(scene.check.result()).toMatchObject({
      twice: 1,
      kinds: { auction_started: { due: 2, twice: 1 } },
    });
  });

  it.each([
    ['another amount', '**1,233 S** top bid'],
    ['another amount, shortened', '**1.22K S** top bid'],
    ['no bid where there is one', 'no bids yet'],
  ])('finds %s', async (_what, statement) => {
    await postAll();
    await scene.post(AUCTIONS, bidOn('Bid on Fox', bids(statement)));
    expect(scene.check.result()).toMatchObject({ lost: 1, auctions: { wrong: 1 } });
  });

  it('finds a wrong leader, and a live message that was not edited after a bid', async () => {
    await postAll();
    scene.marketplace.cause.bid();
    expect(scene.check.result().auctions.wrong).toBe(4 + 2);
  });

  it('compares a bid’s own message with that bid', async () => {
    await postAll();
    await scene.post(AUCTIONS, bidOn('Bid of 1,234.5 S on Fox'));
    scene.marketplace.cause.bid();
    // The two cards were not edited after the second bid: amount, leader and count are wrong.
    expect(scene.check.result().auctions.wrong).toBe(4 + 2);
    await scene.post('Night Market #auctions', bidOn('Bid of 1 S on Fox', bids(leader())));
    expect(scene.check.result().auctions.wrong).toBeGreaterThan(4 + 2);
  });

  it('finds a wrong end, although it was corrected later', async () => {
    await postAll();
    scene.advance(5 * MINUTE_MS);
    await scene.post('Night Market #auctions', ended());
    const wrong = { ...ended(), title: 'Auction of Fox ended at 1 S, settling', ...bids('Top bid by') };
    const id = await scene.post(AUCTIONS, wrong);
    await scene.ask('PATCH', `${scene.channel(AUCTIONS)}/messages/${id}`, [ended()]);

    expect(scene.check.result().wrong).toEqual([
      expect.stringMatching(/amount 1234567890123456789012 is not in “.* at 1 S/),
    ]);
  });

  it('expects the settlement of cards and ends, not of coming ends', async () => {
    await postAll();
    scene.advance(5 * MINUTE_MS);
    await scene.post(AUCTIONS, ended());
    await scene.post('Night Market #auctions', ended());
    scene.marketplace.cause.settle();
    expect(scene.check.result().auctions.wrong).toBe(4);
  });

  it('expects a cancellation instead of an end', async () => {
    await postAll();
    scene.marketplace.cause.cancelAuction();
    scene.advance(10 * MINUTE_MS);
    expect(scene.check.result().kinds).toMatchObject({
      auction_ended: { due: 0 },
      auction_cancelled: { due: 2, lost: 2 },
    });
  });

  it('expects nothing for ends after the market has closed', () => {
    scene.check.end();
    scene.advance(10 * MINUTE_MS);
    expect(scene.check.result().auctions.ended).toBe(0);
  });
});

describe('an auction between two polls', () => {
  it('is expected with its end only', () => {
    scene.marketplace.cause.auction({ endsInMs: 800, settlesAfterMs: 0 });
    scene.advance(MINUTE_MS);
    expect(scene.check.result().kinds).toMatchObject({
      auction_started: { due: 0 },
      auction_ending: { due: 0 },
      auction_ended: { due: 2 },
    });
  });
});

describe('an auction of a bot that is killed again and again', () => {
  const SHORT_MS = 40_000;
  const startOne = () =>
    first(scene.marketplace.cause.auction({ endsInMs: SHORT_MS, settlesAfterMs: 1_000 }));

  async function poll(times: number): Promise<void> {
    for (let number = 0; number < times; number += 1) {
      scene.advance(1_000);
      await fetch(`${scene.marketplace.url}/api/auctions?status=active&page=1`);
    }
  }
  function kill(): void {
    scene.checkOfInterrupted.stopped();
    scene.advance(SHORT_MS / 4);
  }
  const counts = () => scene.checkOfInterrupted.result().kinds;

  it('is expected with its end only where no process certainly finished a poll before it was over', async () => {
    startOne();
    for (const polls of [1, 3, 0]) {
      await poll(polls);
      kill();
    }
    scene.advance(SHORT_MS);
    expect(counts()).toMatchObject({
      auction_started: { due: 0, lost: 0 },
      auction_ended: { due: 2, lost: 2 },
    });
  });

  it('is lost where polls that read it were finished, although the bot was killed then', async () => {
    const start = startOne();
    await poll(4);
    kill();
    scene.advance(SHORT_MS);
    await scene.post(AUCTIONS, alert(start, 'Fox is up for auction'));
    expect(counts().auction_started).toEqual({ due: 2, posted: 1, lost: 1, twice: 0 });
  });

  // One auction that no channel was told of looked like one alert lost of each of two auctions.
  it('may stand for another one where a summary counts starts without names', async () => {
    const unread = startOne();
    scene.advance(MINUTE_MS);
    const counted = startOne();
    await scene.post(AUCTIONS, { title: '1 alert', description: '🔨 1 auction started', footer: FOOTER });
    await scene.post('Night Market #auctions', alert(counted, 'Fox is up for auction'));
    const started = ({ missing }: ReturnType<typeof scene.check.result>) =>
      missing.filter((words) => words.includes('auction_started'));
    const named = ({ collection, auctionId }: LedgerRecord) =>
      `${collection}/${auctionId?.split('-').at(-1)},`;

    expect(started(scene.check.result())).toEqual([
      expect.stringMatching(`^Auction House.* of ${named(counted)}.* or another one that a summary counts$`),
      expect.stringMatching(`^Night Market.* of ${named(unread)} due at [^,]*$`),
    ]);
    kill();
    expect(started(scene.checkOfInterrupted.result())).toEqual([]);
  });
});

describe('the check of a coming end that was never posted', () => {
  it('takes the cancellation for it only where the bot is stopped again and again', async () => {
    const start = first(scene.marketplace.cause.auction({ endsInMs: 20 * MINUTE_MS, settlesAfterMs: null }));
    for (const name of TWO_HOUSES) await scene.post(name, alert(start, 'Fox is up for auction'));
    scene.advance(12 * MINUTE_MS);
    const cancellation = first(scene.marketplace.cause.cancelAuction());
    scene.advance(5_000);
    const over = { timestamp: new Date(cancellation.timestamp * 1_000).toISOString() };
    for (const name of TWO_HOUSES) await scene.post(name, alert(start, 'Auction of Fox was cancelled', over));

    expect(scene.check.result().kinds.auction_ending).toMatchObject({ due: 2, posted: 0, lost: 2 });
    expect(scene.checkOfInterrupted.result().kinds.auction_ending).toMatchObject({
      due: 2,
      posted: 2,
      lost: 0,
    });
  });

  it('takes the end for it only where the bot is stopped again and again', async () => {
    const start = first(scene.marketplace.cause.auction({ endsInMs: 20 * MINUTE_MS, settlesAfterMs: null }));
    for (const name of TWO_HOUSES) await scene.post(name, alert(start, 'Fox is up for auction'));
    scene.advance(20 * MINUTE_MS + 5_000);
    const over = { timestamp: new Date((start.timestamp + 20 * 60) * 1_000).toISOString() };
    for (const name of TWO_HOUSES) await scene.post(name, alert(start, 'Auction of Fox is over', over));

    expect(scene.check.result().kinds.auction_ending).toMatchObject({ due: 2, posted: 0, lost: 2 });
    expect(scene.checkOfInterrupted.result().kinds.auction_ending).toMatchObject({
      due: 2,
      posted: 2,
      lost: 0,
    });
  });
});
