import type { APIEmbed } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { alertUnitsOf, expectationOf, type Rule } from '../../../sandbox/demo/expected-alerts.ts';
import { PAGE_TEMPLATES } from '../../../sandbox/demo/page-links.ts';
import type { LedgerRecord } from '../../../sandbox/marketplace/ledger.ts';
import { alert, FOOTER, first, page, useCheckScene } from './check-scene.ts';

const scene = useCheckScene();

describe('the check of the feed', () => {
  const ALL = 'Auction House #all-sales';

  it('counts each kind where a rule asks for it', () => {
    const favourite = { collection: scene.marketplace.collections()[0]?.address };
    scene.marketplace.cause.sale({ ...favourite, withTransfer: true, price: 10n });
    scene.marketplace.cause.listing(favourite);
    scene.marketplace.cause.collectionOffer();
    scene.marketplace.cause.mint(2);
    scene.marketplace.cause.transfers(3, favourite);
    expect(scene.check.result().kinds).toMatchObject({
      sale: { due: 3 },
      listing: { due: 1 },
      offer: { due: 1 },
      mint: { due: 2 },
      transfer: { due: 3 },
    });
  });

  it('does not count command answers and test posts as alerts', async () => {
    const sale = first(scene.marketplace.cause.sale({ price: 10n }));
    for (const footer of [undefined, { text: 'Embedded Market · only a test' }]) {
      const { footer: _mark, ...embed } = alert(sale, 'Fox sold for 1 S');
      await scene.post(ALL, footer === undefined ? embed : { ...embed, footer });
    }
    expect(scene.check.result()).toMatchObject({ alertsPosted: 0, twice: 0 });
  });

  it('counts an alert wherever its mark stands: in a button, a menu, its URL or its footer', async () => {
    const { footer: _footer, ...unmarked } = alert(
      first(scene.marketplace.cause.sale({ price: 10n })),
      'Sold',
    );
    const postWith = (embed: APIEmbed, component?: object) =>
      scene.ask(
        'POST',
        `${scene.channel(ALL)}/messages`,
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
    expect(scene.check.result()).toMatchObject({ alertsPosted: 0, twice: 0 });

    await postWith(unmarked, button('k3x9f2ab'));
    expect(scene.check.result()).toMatchObject({ alertsPosted: 1, twice: 0 });
    await postWith(unmarked, { type: 3, custom_id: 'of.k3x9f2ab', options: [{ label: 'x', value }] });
    await postWith({ ...unmarked, url: `${unmarked.url}#alert-k3x9f2ab` });
    await postWith({ ...unmarked, footer: FOOTER });
    expect(scene.check.result()).toMatchObject({ alertsPosted: 1, twice: 3 });
  });

  it('recognises posts by token, transaction and time, in any wording', async () => {
    const collection = 'night-market-cats';
    const sale = first(scene.marketplace.cause.sale({ price: 10n, collection }));
    scene.advance(5_000);
    const again = first(scene.marketplace.cause.sale({ price: 10n, collection, tokenId: sale.tokenId }));
    await scene.post(ALL, alert(again, 'Katze Nr. 7 für 1.234,5 S verkauft'));
    expect(scene.check.result().kinds.sale).toEqual({ due: 2, posted: 1, lost: 1, twice: 0 });
    expect(scene.check.result().missing).toEqual([
      expect.stringMatching(
        `^${ALL}: sale of ${sale.collection}/${sale.tokenId} in ${sale.txHash}, shown at `,
      ),
    ]);
    await scene.post(ALL, alert(sale, 'Katze Nr. 7 für 1.234,5 S verkauft'));
    expect(scene.check.result().kinds.sale).toEqual({ due: 2, posted: 2, lost: 0, twice: 0 });
  });

  it('reads a summary in any language, without hiding losses', async () => {
    const target = { collection: 'night-market-cats', price: 10n };
    const lost = first(scene.marketplace.cause.sale(target));
    scene.advance(1_000);
    const named = first(scene.marketplace.cause.sale(target));
    await scene.post(ALL, alert(named, 'Sold'));
    scene.advance(1_000);
    for (let count = 0; count < 1_204; count += 1) scene.marketplace.cause.sale(target);
    scene.advance(1_000);
    const summary = (count: string): APIEmbed => ({
      title: `${count} Meldungen in 3 s`,
      description: `💰 ${count} Verkäufe · **2,5 S**\n-# Night Market Cats (${count})`,
      footer: { text: 'Embedded Market · Meldung k3x9f2ab' },
    });

    await scene.post(ALL, summary('1.204'));
    expect(scene.check.result()).toMatchObject({
      missing: [expect.stringContaining(lost.txHash ?? '-')],
      kinds: { sale: { due: 1_206, posted: 1_205, lost: 1, twice: 0 } },
      undecided: 0,
    });
  });

  it('counts surplus of a summary as undecided, never as lost', async () => {
    const target = { collection: 'night-market-cats', price: 10n };
    const early = first(scene.marketplace.cause.sale(target));
    scene.advance(1_000);
    await scene.post(ALL, alert(first(scene.marketplace.cause.sale(target)), 'Sold'));
    scene.advance(1_000);
    scene.marketplace.cause.sale(target);
    const counting = { title: '2', description: '💰 2 sales · **2 S**', footer: FOOTER };
    scene.advance(1_000);

    await scene.post(ALL, counting);
    expect(scene.check.result()).toMatchObject({ lost: 0, undecided: 1 });
    expect(scene.check.result().undecidedTexts[0]).toContain(early.txHash);
    await scene.post(ALL, counting);
    expect(scene.check.result().undecidedTexts).toContainEqual(
      expect.stringContaining('2 sale that a summary counts and that nothing due stands for'),
    );
  });

  it('counts repeat trades with all their trades', async () => {
    const trades = scene.marketplace.cause.wash(5, { price: 10n, collection: 'night-market-cats' });
    for (const trade of trades.slice(0, 2)) await scene.post(ALL, alert(trade, 'Cat sold for 1 S'));
    await scene.post(
      ALL,
      alert(first(trades), 'Cat traded 5 times between two wallets', { description: 'ada ⇄ ben' }),
    );
    expect(scene.check.result().kinds.sale).toEqual({ due: 5, posted: 5, lost: 0, twice: 0 });
  });

  it('finds the first two of repeat trades among the sales of a summary, and only the others among its repeats', async () => {
    const collection = 'night-market-cats';
    scene.marketplace.cause.wash(5, { price: 10n, collection });
    for (let count = 0; count < 3; count += 1) scene.marketplace.cause.sale({ collection });
    scene.advance(1_000);
    const description = '💰 5 sales · **2 S**\n🌀 1 token traded back and forth · **1 S**';
    await scene.post(ALL, { title: '6 alerts in 1 s', description, footer: FOOTER });
    expect(scene.check.result()).toMatchObject({
      undecided: 0,
      kinds: { sale: { due: 8, posted: 8, lost: 0, twice: 0 } },
    });
  });

  it('counts a sweep that was posted in two messages, whichever tokens the first of them leaves unnamed', async () => {
    const sold = scene.marketplace.cause.sweep(5, { collection: 'night-market-cats' });
    const [one, two, three, ...unnamed] = sold;
    const named = (records: readonly (LedgerRecord | undefined)[]): string =>
      records.flatMap((record) => (record ? [`[Cat](${page(PAGE_TEMPLATES.item, record)})`] : [])).join('\n');
    const sweep = (description: string): APIEmbed => ({
      title: '3 Cats swept for 3 S',
      url: page(PAGE_TEMPLATES.transaction, first(sold)),
      description,
      footer: FOOTER,
    });
    await scene.post(ALL, sweep(`${named(unnamed)}\nand 1 more in the same transaction`));
    await scene.post(ALL, sweep(named([one, two])));
    expect(scene.check.result().kinds.sale).toEqual({ due: 5, posted: 5, lost: 0, twice: 0 });
    await scene.post(ALL, sweep(named([three])));
    expect(scene.check.result().kinds.sale).toMatchObject({ lost: 0, twice: 1 });
  });

  it('counts a sweep that the feed showed in two parts, each a line of a summary that names no token', async () => {
    const sold = scene.marketplace.cause.sweep(7, { collection: 'night-market-cats' });
    const line = (count: number) =>
      `🧹 [${count} × Cats](${page(PAGE_TEMPLATES.transaction, first(sold))}) · **3 S**`;
    const summary = (...lines: readonly string[]): APIEmbed => ({
      title: '3 alerts in 1 s',
      description: lines.join('\n'),
      footer: FOOTER,
    });
    await scene.post(ALL, summary(line(4)));
    expect(scene.check.result().kinds.sale).toEqual({ due: 7, posted: 4, lost: 3, twice: 0 });
    await scene.post(ALL, summary(line(3)));
    expect(scene.check.result().kinds.sale).toEqual({ due: 7, posted: 7, lost: 0, twice: 0 });
    await scene.post(ALL, summary(line(3)));
    expect(scene.check.result()).toMatchObject({
      twice: 1,
      unexpected: [expect.stringMatching(/: 1 sale of some in 0x/)],
    });
  });

  it('counts what a summary names, and of its totals what it does not name', async () => {
    const target = { collection: 'night-market-cats', price: 10n };
    const sales = Array.from({ length: 4 }, () => first(scene.marketplace.cause.sale(target)));
    scene.marketplace.cause.sweep(3, { collection: 'night-market-cats' });
    const head = [
      '-# <t:1800000000:f> – <t:1800000001:f>',
      '💰 3 sales · **3 S** · 0.5 S to 2 S',
      '🧹 1 sweep · **3 S**',
      '',
      'Night Market Cats: **4** · 6 S',
      '',
      '**Top 1**',
      `💰 [Cat](${page(PAGE_TEMPLATES.item, first(sales))}) · **1 S**`,
    ];
    await scene.post(ALL, { title: '4 alerts in 1 s', description: head.join('\n'), footer: FOOTER });
    expect(scene.check.result().kinds.sale).toEqual({ due: 7, posted: 6, lost: 1, twice: 0 });
  });

  it('identifies the sale of a token that a summary names by those that other messages name', async () => {
    const target = { collection: 'night-market-cats', tokenId: '7', price: 10n };
    const sold = [1, 2, 3].map(() => {
      scene.advance(1_000);
      return first(scene.marketplace.cause.sale(target));
    });
    const line = `💰 [Cat](${page(PAGE_TEMPLATES.item, first(sold))}) · **1 S**`;
    scene.advance(1_000);
    await scene.post(ALL, { title: '2 alerts', description: `${line}\n${line}`, footer: FOOTER });
    expect(scene.check.result().kinds.sale).toEqual({ due: 3, posted: 2, lost: 1, twice: 0 });
    await scene.post(ALL, alert(first(sold), 'Cat sold for 1 S'));
    expect(scene.check.result().kinds.sale).toEqual({ due: 3, posted: 3, lost: 0, twice: 0 });
    await scene.post(ALL, { title: '1 alert', description: line, footer: FOOTER });
    expect(scene.check.result().kinds.sale).toMatchObject({ lost: 0, twice: 1 });
  });

  it('takes the token that a summary names for what was sold since the messages before, not for what an earlier summary counts', async () => {
    const again = { collection: 'night-market-cats', tokenId: '7', price: 10n };
    const sold = first(scene.marketplace.cause.sale(again));
    scene.advance(1_000);
    await scene.post(ALL, { title: '1', description: '💰 1 sale · **1 S**', footer: FOOTER });
    const other = first(scene.marketplace.cause.sale({ ...again, tokenId: '8' }));
    scene.advance(1_000);
    await scene.post(ALL, alert(other, 'Sold'));
    scene.marketplace.cause.sale(again);
    scene.advance(1_000);
    const line = `💰 [Cat](${page(PAGE_TEMPLATES.item, sold)}) · **1 S**`;
    await scene.post(ALL, { title: '1 alert', description: line, footer: FOOTER });
    expect(scene.check.result()).toMatchObject({
      kinds: { sale: { due: 3, posted: 3, lost: 0, twice: 0 } },
      undecided: 0,
    });
  });

  it('expects expensive and rare tokens in a filtered channel', () => {
    const collection = scene.marketplace.collections()[0]?.address ?? '';
    const ranked = (wanted: (rank: number) => boolean): string =>
      Array.from({ length: 4000 }, (_, index) => String(index + 1)).find((tokenId) =>
        wanted(scene.marketplace.rankOf(collection, tokenId) ?? 0),
      ) ?? '';
    const rare = ranked((rank) => rank < 100);
    const common = ranked((rank) => rank > 3000);
    const due = (): number => scene.check.result().alertsDue;
    scene.marketplace.cause.sale({ collection, tokenId: rare, price: 10n ** 18n });
    expect(due()).toBe(3 + 1);
    scene.marketplace.cause.sale({ collection, tokenId: rare, price: 10n ** 18n - 1n });
    scene.marketplace.cause.sale({ collection, tokenId: common, price: 10n ** 19n });
    expect(due()).toBe(4 + 6);
  });

  it('does not expect the transfer of a sale, and allows it where the feed shows the sale later', () => {
    const transfer = first(scene.marketplace.cause.transfers(1, { collection: 'night-market-cats' }));
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
    const sold = scene.marketplace.cause.sweep(3, { collection: 'night-market-cats' });
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
          { readAtMs: scene.now(), matchedByMs: scene.now() },
          rankOf,
        ),
      );
    };
    expect(owedFrom(price)).toEqual(['expected', 'expected', 'expected']);
    expect(owedFrom(price + 1n)).toEqual(['no', 'no', 'no']);
  });
});
