import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Books, createBooks } from '../../../sandbox/demo/books.ts';
import { PAGES } from '../../../sandbox/demo/pages.ts';
import { createScene, type Scene } from '../../../sandbox/demo/scene.ts';
import { type LocalDiscord, startLocalDiscord } from '../../../sandbox/discord/local-discord.ts';
import type { LedgerRecord } from '../../../sandbox/marketplace/ledger.ts';
import { type EmbeddedMarketplace, startMarketplace } from '../../../sandbox/marketplace/marketplace.ts';

const HALF_A_MINUTE_MS = 30_000;

let stack: AsyncDisposableStack;
let marketplace: EmbeddedMarketplace;
let discord: LocalDiscord;
let scene: Scene;
let books: Books;
let nowMs: number;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  nowMs = 1_800_000_000_000;
  const now = (): number => nowMs;
  marketplace = stack.use(await startMarketplace({ salesPerMinute: 0, startPaused: true, now }));
  discord = stack.use(await startLocalDiscord({ rateLimits: false, now }));
  scene = createScene(discord, marketplace);
  books = createBooks(discord, marketplace, scene, now);
});
afterEach(() => stack.disposeAsync());

function channel(name: string): string {
  return scene.channels.find((candidate) => candidate.name === name)?.id ?? '';
}

/** A sale, a second after the one before, in the collection that most channels follow. */
function sell(): LedgerRecord {
  nowMs += 1_000;
  const [sale] = marketplace.cause.sale({ collection: marketplace.collections()[0]?.address });
  if (sale === undefined) throw new Error('Nothing was sold.');
  return sale;
}

/** An alert as the demo's bot would post it: with links to the item and the transaction. */
async function tell(channelId: string, sale: LedgerRecord): Promise<void> {
  const link = (template: string): string =>
    template
      .replace('{collection}', sale.collection)
      .replace('{tokenId}', sale.tokenId)
      .replace('{txHash}', sale.txHash ?? '');
  const embed = {
    url: link(PAGES.item),
    title: `${sale.tokenName} sold for 1 S`,
    footer: { text: 'Embedded Market · alert k3x9f2ab' },
    description: `[Transaction](${link(PAGES.transaction)})`,
  };
  const response = await fetch(`${discord.apiUrl}/v10/channels/${channelId}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${scene.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ embeds: [embed] }),
  });
  expect(response.status).toBe(200);
}

async function tellEverywhere(sale: LedgerRecord): Promise<void> {
  for (const { channelId } of scene.followings) await tell(channelId, sale);
}

const add = (channelId: string, outcome: 'message' | 'did-not-respond' = 'message'): void =>
  books.heard(
    { channel: channelId, name: 'alerts add', options: { channel: channelId, collection: 'Lantern Foxes' } },
    { outcome },
  );

const remove = (channelId: string): void =>
  books.heard(
    { channel: channelId, name: 'alerts remove', options: { subscription: '1' } },
    { outcome: 'message' },
  );

describe('the books of the demo', () => {
  it('expect each sale once in every channel that follows', async () => {
    const sale = sell();
    expect(books.audit()).toMatchObject({ salesListed: 1, alertsDue: 3, alertsPosted: 0, lost: 3, twice: 0 });

    nowMs += 2_000;
    await tellEverywhere(sale);

    expect(books.audit()).toMatchObject({ alertsDue: 3, alertsPosted: 3, lost: 0, twice: 0 });
    expect(books.tally()).toMatchObject({ lost: 0, lagMs: 2_000 });
  });

  it('count what was told again, also where nobody is known to follow', async () => {
    const sale = sell();
    await tellEverywhere(sale);
    await tell(channel('Night Market #sales'), sale);
    await tell(channel('Auction House #general'), sale);
    expect(books.tally().twice).toBe(1);

    await tell(channel('Auction House #general'), sale);
    expect(books.tally().twice).toBe(2);
  });

  it('call lost, for those who watch, what later alerts have overtaken half a minute ago', async () => {
    sell();
    await tellEverywhere(sell());
    expect(books.tally()).toMatchObject({ alertsDue: 6, alertsPosted: 3, lost: 0 });

    nowMs += HALF_A_MINUTE_MS;
    expect(books.tally().lost).toBe(3);
  });

  it('do not call lost what is merely late', () => {
    sell();
    nowMs += 10 * HALF_A_MINUTE_MS;

    expect(books.tally()).toMatchObject({ alertsDue: 3, alertsPosted: 0, lost: 0, lagMs: null });
    expect(books.audit().lost).toBe(3);
  });
});

describe('a following that a person set up', () => {
  it('counts from its first alert to its last one', async () => {
    const general = channel('Auction House #general');
    await tellEverywhere(sell());
    add(general);
    const sales = [sell(), sell(), sell(), sell()];
    for (const sale of sales) await tellEverywhere(sale);
    expect(books.audit()).toMatchObject({ alertsDue: 15, alertsPosted: 15, lost: 0 });

    for (const sale of [sales[0], sales[1], sales[3]]) if (sale !== undefined) await tell(general, sale);
    expect(books.audit()).toMatchObject({ alertsDue: 19, alertsPosted: 18, lost: 1 });
  });

  it('is none when the bot did not answer, or there is no such collection', async () => {
    const general = channel('Auction House #general');
    add(general, 'did-not-respond');
    books.heard(
      { channel: general, name: 'alerts add', options: { channel: general, collection: 'nonsense' } },
      { outcome: 'message' },
    );
    const sale = sell();
    await tellEverywhere(sale);
    await tell(general, sale);

    expect(books.audit()).toMatchObject({ alertsDue: 3, alertsPosted: 3, twice: 0 });
  });

  it('changes nothing where the channel follows that already', () => {
    add(channel('Night Market #sales'));
    sell();

    expect(books.audit().lost).toBe(3);
  });
});

describe('a following that a person may have removed', () => {
  it('is owed nothing from then on but what comes between two alerts', async () => {
    const sales = channel('Night Market #sales');
    await tellEverywhere(sell());
    remove(sales);
    const later = [sell(), sell(), sell()];
    expect(books.audit()).toMatchObject({ alertsDue: 3 + 6, lost: 6 });

    for (const sale of [later[0], later[2]]) if (sale !== undefined) await tell(sales, sale);
    expect(books.audit()).toMatchObject({ alertsDue: 3 + 6 + 3, alertsPosted: 3 + 2, lost: 6 + 1 });
  });

  it('is owed nothing for the time until it was set up again', async () => {
    const sales = channel('Night Market #sales');
    await tellEverywhere(sell());
    remove(sales);
    sell();
    nowMs += 1_000;
    add(sales);
    await tell(sales, sell());

    expect(books.audit()).toMatchObject({ alertsDue: 3 + 4 + 1, lost: 4 });
  });

  it('leaves the other server’s as they were', () => {
    remove(channel('Night Market #sales'));
    sell();

    expect(books.audit()).toMatchObject({ alertsDue: 2, lost: 2 });
  });
});

describe('a channel that is deleted', () => {
  it('keeps what was counted, and is owed nothing more', async () => {
    const sales = channel('Night Market #sales');
    await tellEverywhere(sell());
    sell();
    books.close(sales);
    discord.deleteChannel(sales);
    sell();

    expect(books.audit()).toMatchObject({ alertsDue: 3 + 2 * 2, alertsPosted: 3, lost: 4, twice: 0 });
  });
});
