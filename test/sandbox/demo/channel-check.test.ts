import type { APIEmbed } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alertUnitsOf, expectationOf, type Rule } from '../../../sandbox/demo/expected-alerts.ts';
import { createLedgerCheck, type LedgerCheck } from '../../../sandbox/demo/ledger-check.ts';
import { PAGE_TEMPLATES } from '../../../sandbox/demo/page-links.ts';
import { createScenario, type Scenario } from '../../../sandbox/demo/scenario.ts';
import { DEMO_SERVERS } from '../../../sandbox/demo/server-plans.ts';
import { type LocalDiscord, startLocalDiscord } from '../../../sandbox/discord/local-discord.ts';
import type { LedgerRecord } from '../../../sandbox/marketplace/ledger.ts';
import { type EmbeddedMarketplace, startMarketplace } from '../../../sandbox/marketplace/marketplace.ts';

const MINUTE_MS = 60_000;
const FOOTER = { text: 'Embedded Market · alert k3x9f2ab' };

let stack: AsyncDisposableStack;
let marketplace: EmbeddedMarketplace;
let discord: LocalDiscord;
let scenario: Scenario;
let check: LedgerCheck;
let nowMs: number;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  nowMs = 1_800_000_000_000;
  const now = (): number => nowMs;
  marketplace = stack.use(await startMarketplace({ salesPerMinute: 0, now }));
  discord = stack.use(await startLocalDiscord({ rateLimits: false, now }));
  scenario = createScenario(discord, marketplace, DEMO_SERVERS);
  check = createLedgerCheck(discord, marketplace, scenario, now);
  nowMs += 1_000;
  check.begin();
});
afterEach(() => stack.disposeAsync());

const channel = (name: string): string => scenario.channels.find((one) => one.name === name)?.id ?? '';
const AUCTIONS = 'Auction House #auctions';

async function ask(
  method: string,
  path: string,
  embeds: readonly APIEmbed[],
  components: readonly object[] = [],
): Promise<string> {
  const response = await fetch(`${discord.apiUrl}/v10/channels/${path}`, {
    method,
    headers: { authorization: `Bot ${scenario.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ embeds, components }),
  });
  const { id } = Object(await response.json());
  return String(id);
}
const post = (name: string, ...embeds: readonly APIEmbed[]): Promise<string> =>
  ask('POST', `${channel(name)}/messages`, embeds);

const page = (template: string, { collection, tokenId, txHash, auctionId, buyer }: LedgerRecord): string =>
  template
    .replace('{collection}', collection)
    .replace('{tokenId}', tokenId)
    .replace('{txHash}', txHash ?? '')
    .replace('{auctionId}', auctionId?.split('-').at(-1) ?? '')
    .replace('{address}', buyer ?? '');

const first = ([record]: readonly LedgerRecord[]): LedgerRecord => {
  if (record === undefined) throw new Error('Nothing happened.');
  return record;
};

/** As the bot posts it: identified by its links and its time, in any wording of its title. */
const alert = (record: LedgerRecord, title: string, more: APIEmbed = {}): APIEmbed => ({
  timestamp: new Date(record.timestamp * 1_000).toISOString(),
  title,
  url: page(record.auctionId === null ? PAGE_TEMPLATES.item : PAGE_TEMPLATES.auction, record),
  footer: FOOTER,
  ...more,
});

describe('the check of an auction', () => {
  let start: LedgerRecord;
  let bid: LedgerRecord;

  beforeEach(() => {
    start = first(marketplace.cause.auction({ endsInMs: 5 * MINUTE_MS, settlesAfterMs: null }));
    nowMs += MINUTE_MS;
    bid = first(marketplace.cause.bid({ amount: 1_234_567_890_123_456_789_012n }));
  });

  const author = { name: 'Foxes' };
  const leader = (): string => `[0x1200…0034](${page(PAGE_TEMPLATES.profile, bid)}) leads`;
  const bids = (statement = 'highest bid **1,234.568 S**'): Pick<APIEmbed, 'description'> => ({
    description: `${statement} · ${leader()}\nstarting price 99 S`,
  });
  const card = (title: string, more: APIEmbed = {}): APIEmbed =>
    alert(start, title, { author, ...bids(), ...more });

  const at = (ms: number): APIEmbed => ({ timestamp: new Date(ms).toISOString() });
  const aboutToEnd = (): APIEmbed =>
    card('Auction of Fox is about to end', at(start.timestamp * 1_000 + 10_000));
  const ended = (): APIEmbed =>
    card('Auction of Fox is over at 1,234.568 S', at(marketplace.ledger.auctions().at(-1)?.endsAtMs ?? 0));
  const bidOn = (title: string, more: APIEmbed = {}): APIEmbed =>
    card(title, { ...at(bid.timestamp * 1_000), ...more });

  async function tellAll(): Promise<void> {
    for (const name of [AUCTIONS, 'Night Market #auctions']) {
      await post(name, card('Fox is up for auction'));
      await post(name, aboutToEnd());
    }
  }

  it('expects no coming end where the start was posted after it was due', async () => {
    nowMs += 4 * MINUTE_MS - 1_000;
    for (const name of [AUCTIONS, 'Night Market #auctions']) await post(name, card('Fox is up for auction'));
    expect(check.result()).toMatchObject({ lost: 0, kinds: { auction_ending: { due: 2, posted: 2 } } });
  });

  it('expects start, coming end and end once in every channel with a rule', async () => {
    await tellAll();
    expect(check.result()).toMatchObject({ alertsDue: 4, alertsPosted: 4, lost: 0, twice: 0 });

    nowMs += 5 * MINUTE_MS;
    expect(check.result().auctions).toEqual({ ended: 1, announced: 0, lost: 2, twice: 0, wrong: 0 });

    await post(AUCTIONS, ended());
    expect(check.result().auctions).toMatchObject({ ended: 1, announced: 0, lost: 1 });

    await post('Night Market #auctions', ended());
    expect(check.result().auctions).toEqual({ ended: 1, announced: 1, lost: 0, twice: 0, wrong: 0 });
  });

  it('reads a summary line by its signs', async () => {
    nowMs += 5 * MINUTE_MS;
    const line = (signs: string) => ({
      title: '1 alert',
      description: `${signs} [Fox](${page(PAGE_TEMPLATES.auction, start)}) is over at **1,234.568 S** · 3 alerts`,
      footer: FOOTER,
    });
    await post(AUCTIONS, line('🔨⏰🏁'));
    await post('Night Market #auctions', line('🔨🏁'));
    const { kinds } = check.result();

    expect(kinds.auction_started).toEqual({ due: 2, posted: 2, lost: 0, twice: 0 });
    expect(kinds.auction_ending).toEqual({ due: 2, posted: 1, lost: 1, twice: 0 });
    expect(kinds.auction_ended).toEqual({ due: 2, posted: 2, lost: 0, twice: 0 });
  });

  it('recognises any number of bids with messages of their own', async () => {
    await post(AUCTIONS, card('Fox is up for auction'));
    for (const amount of [2_000n, 3_000n, 4_000n]) {
      nowMs += 10_000;
      const next = first(marketplace.cause.bid({ amount: amount * 10n ** 18n }));
      await post(AUCTIONS, card('Bid on Fox', at(next.timestamp * 1_000)));
    }
    expect(check.result()).toMatchObject({ twice: 0, kinds: { auction_ending: { twice: 0 } } });
  });

  it('counts repeated messages', async () => {
    await tellAll();
    await post(AUCTIONS, card('Fox is up for auction'));
    expect(check.result()).toMatchObject({ twice: 1, kinds: { auction_started: { due: 2, twice: 1 } } });
  });

  it.each([
    ['another amount', 'highest bid **1,233 S**'],
    ['another amount, shortened', 'highest bid **1.22K S**'],
    ['no bid where there is one', 'no bid yet'],
  ])('finds %s', async (_what, statement) => {
    await tellAll();
    await post(AUCTIONS, bidOn('Bid on Fox', bids(statement)));
    expect(check.result()).toMatchObject({ lost: 1, auctions: { wrong: 1 } });
  });

  it('finds a wrong leader, and a live message that was not edited after a bid', async () => {
    await tellAll();
    marketplace.cause.bid();
    expect(check.result().auctions.wrong).toBe(4 + 2);
  });

  it('compares a bid’s own message with that bid', async () => {
    await tellAll();
    await post(AUCTIONS, bidOn('Bid of 1,234.5 S on Fox'));
    marketplace.cause.bid();
    // The two cards were not edited after the second bid: amount, leader and count are wrong.
    expect(check.result().auctions.wrong).toBe(4 + 2);
    await post('Night Market #auctions', bidOn('Bid of 1 S on Fox', { description: leader() }));
    expect(check.result().auctions.wrong).toBeGreaterThan(4 + 2);
  });

  it('finds a wrong end, although it was corrected later', async () => {
    await tellAll();
    nowMs += 5 * MINUTE_MS;
    await post('Night Market #auctions', ended());
    const wrong = { ...ended(), title: 'Auction of Fox is over at 1 S', ...bids('highest bid') };
    const id = await post(AUCTIONS, wrong);
    await ask('PATCH', `${channel(AUCTIONS)}/messages/${id}`, [ended()]);

    expect(check.result().wrong).toEqual([
      expect.stringMatching(/amount 1234567890123456789012 is not in “.* at 1 S/),
    ]);
  });

  it('expects the settlement of cards and ends, not of coming ends', async () => {
    await tellAll();
    nowMs += 5 * MINUTE_MS;
    await post(AUCTIONS, ended());
    await post('Night Market #auctions', ended());
    marketplace.cause.settle();
    expect(check.result().auctions.wrong).toBe(4);
  });

  it('expects a cancellation instead of an end', async () => {
    await tellAll();
    marketplace.cause.cancelAuction();
    nowMs += 10 * MINUTE_MS;
    expect(check.result().kinds).toMatchObject({
      auction_ended: { due: 0 },
      auction_cancelled: { due: 2, lost: 2 },
    });
  });

  it('expects nothing for ends after the market has closed', () => {
    check.end();
    nowMs += 10 * MINUTE_MS;
    expect(check.result().auctions.ended).toBe(0);
  });
});

describe('an auction between two polls', () => {
  it('is expected with its end only', () => {
    marketplace.cause.auction({ endsInMs: 800, settlesAfterMs: 0 });
    nowMs += MINUTE_MS;
    expect(check.result().kinds).toMatchObject({
      auction_started: { due: 0 },
      auction_ending: { due: 0 },
      auction_ended: { due: 2 },
    });
  });
});

describe('the check of the feed', () => {
  const ALL = 'Auction House #all-sales';

  it('counts each kind where a rule asks for it', () => {
    const favourite = { collection: marketplace.collections()[0]?.address };
    marketplace.cause.sale({ ...favourite, withTransfer: true, price: 10n });
    marketplace.cause.listing(favourite);
    marketplace.cause.collectionOffer();
    marketplace.cause.mint(2);
    marketplace.cause.transfers(3, favourite);
    expect(check.result().kinds).toMatchObject({
      sale: { due: 3 },
      listing: { due: 1 },
      offer: { due: 1 },
      mint: { due: 2 },
      transfer: { due: 3 },
    });
  });

  it('does not count command answers and test posts as alerts', async () => {
    const sale = first(marketplace.cause.sale({ price: 10n }));
    for (const footer of [undefined, { text: 'Embedded Market · only a test' }]) {
      const { footer: _mark, ...embed } = alert(sale, 'Fox sold for 1 S');
      await post(ALL, footer === undefined ? embed : { ...embed, footer });
    }
    expect(check.result()).toMatchObject({ alertsPosted: 0, twice: 0 });
  });

  it('counts an alert wherever its mark stands: in a button, a menu, its URL or its footer', async () => {
    const { footer: _footer, ...unmarked } = alert(first(marketplace.cause.sale({ price: 10n })), 'Sold');
    const postWith = (embed: APIEmbed, component?: object) =>
      ask(
        'POST',
        `${channel(ALL)}/messages`,
        [embed],
        component === undefined ? [] : [{ type: 1, components: [component] }],
      );
    const button = (mark: string) => ({ type: 2, style: 2, label: 'x', custom_id: `to.k.wA.Bw.${mark}` });
    const value = 'to.k.wA.Bw.k3x9f2ab';
    await postWith(unmarked);
    await postWith(unmarked, button('test'));
    await postWith(unmarked, { type: 2, style: 2, label: 'Next', custom_id: '1n.k3x9f2ab.wA.Bw' });
    const { title: _title, ...picture } = unmarked;
    await postWith({ ...picture, image: { url: 'https://example.com/1.png' } }, button('k3x9f2ab'));
    expect(check.result()).toMatchObject({ alertsPosted: 0, twice: 0 });

    await postWith(unmarked, button('k3x9f2ab'));
    expect(check.result()).toMatchObject({ alertsPosted: 1, twice: 0 });
    await postWith(unmarked, { type: 3, custom_id: 'of.k3x9f2ab', options: [{ label: 'x', value }] });
    await postWith({ ...unmarked, url: `${unmarked.url}#alert-k3x9f2ab` });
    await postWith({ ...unmarked, footer: FOOTER });
    expect(check.result()).toMatchObject({ alertsPosted: 1, twice: 3 });
  });

  it('recognises posts by token, transaction and time, in any wording', async () => {
    const collection = 'night-market-cats';
    const sale = first(marketplace.cause.sale({ price: 10n, collection }));
    nowMs += 5_000;
    const again = first(marketplace.cause.sale({ price: 10n, collection, tokenId: sale.tokenId }));
    await post(ALL, alert(again, 'Katze Nr. 7 für 1.234,5 S verkauft'));
    expect(check.result().kinds.sale).toEqual({ due: 2, posted: 1, lost: 1, twice: 0 });
    expect(check.result().missing).toEqual([
      expect.stringMatching(
        `^${ALL}: sale of ${sale.collection}/${sale.tokenId} in ${sale.txHash}, shown at `,
      ),
    ]);
    await post(ALL, alert(sale, 'Katze Nr. 7 für 1.234,5 S verkauft'));
    expect(check.result().kinds.sale).toEqual({ due: 2, posted: 2, lost: 0, twice: 0 });
  });

  it('reads a summary in any language, without hiding losses', async () => {
    const target = { collection: 'night-market-cats', price: 10n };
    const lost = first(marketplace.cause.sale(target));
    nowMs += 1_000;
    const named = first(marketplace.cause.sale(target));
    await post(ALL, alert(named, 'Sold'));
    nowMs += 1_000;
    for (let count = 0; count < 1_204; count += 1) marketplace.cause.sale(target);
    nowMs += 1_000;
    const summary = (count: string): APIEmbed => ({
      title: `${count} Meldungen in 3 s`,
      description: `💰 ${count} Verkäufe · **2,5 S**\n-# Night Market Cats (${count})`,
      footer: { text: 'Embedded Market · Meldung k3x9f2ab' },
    });

    await post(ALL, summary('1.204'));
    expect(check.result()).toMatchObject({
      missing: [expect.stringContaining(lost.txHash ?? '-')],
      kinds: { sale: { due: 1_206, posted: 1_205, lost: 1, twice: 0 } },
      undecided: 0,
    });
  });

  it('counts surplus of a summary as undecided, never as lost', async () => {
    const target = { collection: 'night-market-cats', price: 10n };
    const early = first(marketplace.cause.sale(target));
    nowMs += 1_000;
    await post(ALL, alert(first(marketplace.cause.sale(target)), 'Sold'));
    nowMs += 1_000;
    marketplace.cause.sale(target);
    const counting = { title: '2', description: '💰 2 sales · **2 S**', footer: FOOTER };
    nowMs += 1_000;

    await post(ALL, counting);
    expect(check.result()).toMatchObject({ lost: 0, undecided: 1 });
    expect(check.result().undecidedTexts[0]).toContain(early.txHash);
    await post(ALL, counting);
    expect(check.result().undecidedTexts).toContainEqual(
      expect.stringContaining('2 sale that a summary counts and that nothing due stands for'),
    );
  });

  it('counts repeat trades with all their trades', async () => {
    const trades = marketplace.cause.wash(5, { price: 10n, collection: 'night-market-cats' });
    for (const trade of trades.slice(0, 2)) await post(ALL, alert(trade, 'Cat sold for 1 S'));
    await post(
      ALL,
      alert(first(trades), 'Cat traded 5 times between two wallets', { description: 'ada ⇄ ben' }),
    );
    expect(check.result().kinds.sale).toEqual({ due: 5, posted: 5, lost: 0, twice: 0 });
  });

  it('finds the first two of repeat trades among the sales of a summary, and only the others among its repeats', async () => {
    const collection = 'night-market-cats';
    marketplace.cause.wash(5, { price: 10n, collection });
    for (let count = 0; count < 3; count += 1) marketplace.cause.sale({ collection });
    nowMs += 1_000;
    const description = '💰 5 sales · **2 S**\n🌀 1 token traded to and fro · **1 S**';
    await post(ALL, { title: '6 alerts in 1 s', description, footer: FOOTER });
    expect(check.result()).toMatchObject({
      undecided: 0,
      kinds: { sale: { due: 8, posted: 8, lost: 0, twice: 0 } },
    });
  });

  it('counts a sweep that was posted in two messages, whichever tokens the first of them leaves unnamed', async () => {
    const sold = marketplace.cause.sweep(5, { collection: 'night-market-cats' });
    const [one, two, three, ...unnamed] = sold;
    const named = (records: readonly (LedgerRecord | undefined)[]): string =>
      records.flatMap((record) => (record ? [`[Cat](${page(PAGE_TEMPLATES.item, record)})`] : [])).join('\n');
    const sweep = (description: string): APIEmbed => ({
      title: 'Sweep: 3 Cats sold for 3 S',
      url: page(PAGE_TEMPLATES.transaction, first(sold)),
      description,
      footer: FOOTER,
    });
    await post(ALL, sweep(`${named(unnamed)}\nand 1 more in the same transaction`));
    await post(ALL, sweep(named([one, two])));
    expect(check.result().kinds.sale).toEqual({ due: 5, posted: 5, lost: 0, twice: 0 });
    await post(ALL, sweep(named([three])));
    expect(check.result().kinds.sale).toMatchObject({ lost: 0, twice: 1 });
  });

  it('counts a sweep that the feed showed in two parts, each a line of a summary that names no token', async () => {
    const sold = marketplace.cause.sweep(7, { collection: 'night-market-cats' });
    const line = (count: number) =>
      `🧹 [${count} × Cats](${page(PAGE_TEMPLATES.transaction, first(sold))}) · **3 S**`;
    const summary = (...lines: readonly string[]): APIEmbed => ({
      title: '3 alerts in 1 s',
      description: lines.join('\n'),
      footer: FOOTER,
    });
    await post(ALL, summary(line(4)));
    expect(check.result().kinds.sale).toEqual({ due: 7, posted: 4, lost: 3, twice: 0 });
    await post(ALL, summary(line(3)));
    expect(check.result().kinds.sale).toEqual({ due: 7, posted: 7, lost: 0, twice: 0 });
    await post(ALL, summary(line(3)));
    expect(check.result()).toMatchObject({
      twice: 1,
      unexpected: [expect.stringMatching(/: 1 sale of some in 0x/)],
    });
  });

  it('counts what a summary names, and of its totals what it does not name', async () => {
    const target = { collection: 'night-market-cats', price: 10n };
    const sales = Array.from({ length: 4 }, () => first(marketplace.cause.sale(target)));
    marketplace.cause.sweep(3, { collection: 'night-market-cats' });
    const head = [
      '-# <t:1800000000:f> – <t:1800000001:f>',
      '💰 3 sales · **3 S** · 0.5 S to 2 S',
      '🧹 1 sweep · **3 S**',
      '',
      `💰 [Cat](${page(PAGE_TEMPLATES.item, first(sales))}) · **1 S**`,
    ];
    const rest = ['**And 3 more alerts**', 'Night Market Cats: **3** · 5 S'];
    await post(
      ALL,
      { title: '4 alerts in 1 s', description: head.join('\n') },
      { description: rest.join('\n'), footer: FOOTER },
    );
    expect(check.result().kinds.sale).toEqual({ due: 7, posted: 6, lost: 1, twice: 0 });
  });

  it('tells which sale of a token a summary names by those that other messages name', async () => {
    const target = { collection: 'night-market-cats', tokenId: '7', price: 10n };
    const sold = [1, 2, 3].map(() => {
      nowMs += 1_000;
      return first(marketplace.cause.sale(target));
    });
    const line = `💰 [Cat](${page(PAGE_TEMPLATES.item, first(sold))}) · **1 S**`;
    nowMs += 1_000;
    await post(ALL, { title: '2 alerts', description: `${line}\n${line}`, footer: FOOTER });
    expect(check.result().kinds.sale).toEqual({ due: 3, posted: 2, lost: 1, twice: 0 });
    await post(ALL, alert(first(sold), 'Cat sold for 1 S'));
    expect(check.result().kinds.sale).toEqual({ due: 3, posted: 3, lost: 0, twice: 0 });
    await post(ALL, { title: '1 alert', description: line, footer: FOOTER });
    expect(check.result().kinds.sale).toMatchObject({ lost: 0, twice: 1 });
  });

  it('expects expensive and rare tokens in a filtered channel', () => {
    const collection = marketplace.collections()[0]?.address ?? '';
    const ranked = (wanted: (rank: number) => boolean): string =>
      Array.from({ length: 4000 }, (_, index) => String(index + 1)).find((tokenId) =>
        wanted(marketplace.rankOf(collection, tokenId) ?? 0),
      ) ?? '';
    const rare = ranked((rank) => rank < 100);
    const common = ranked((rank) => rank > 3000);
    const due = (): number => check.result().alertsDue;
    marketplace.cause.sale({ collection, tokenId: rare, price: 10n ** 18n });
    expect(due()).toBe(3 + 1);
    marketplace.cause.sale({ collection, tokenId: rare, price: 10n ** 18n - 1n });
    marketplace.cause.sale({ collection, tokenId: common, price: 10n ** 19n });
    expect(due()).toBe(4 + 6);
  });

  it('does not expect the transfer of a sale, and allows it where the feed shows the sale later', () => {
    const transfer = first(marketplace.cause.transfers(1, { collection: 'night-market-cats' }));
    const sale = { ...transfer, activityId: 'a sale', kind: 'sale' } as const;
    const later = { ...sale, shownAtMs: transfer.shownAtMs + 4_000 };
    const kindsOf = (records: readonly LedgerRecord[]) =>
      alertUnitsOf(records).map(({ kind, optional }) => [kind, optional]);
    expect(kindsOf([transfer, sale])).toEqual([['sale', false]]);
    expect(kindsOf([transfer, later])).toEqual([
      ['transfer', true],
      ['sale', false],
    ]);
  });

  it('expects a sweep in a filtered channel by the total of its rare tokens', () => {
    const sold = marketplace.cause.sweep(3, { collection: 'night-market-cats' });
    const rare = first(sold);
    const price = rare.price ?? 0n;
    const owedFrom = (priceFrom: bigint): readonly string[] => {
      const rules: Rule[] = [{ kinds: ['sale'], collections: null, filter: { priceFrom, rankAtMost: 500 } }];
      const always = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };
      const rankOf = (record: LedgerRecord): number => (record === rare ? 1 : 3_000);
      return alertUnitsOf(sold).map((unit) =>
        expectationOf(
          [{ ...always, rules, delaysAlerts: false }],
          unit,
          { readAtMs: nowMs, matchedByMs: nowMs },
          rankOf,
        ),
      );
    };
    expect(owedFrom(price)).toEqual(['expected', 'expected', 'expected']);
    expect(owedFrom(price + 1n)).toEqual(['no', 'no', 'no']);
  });
});
