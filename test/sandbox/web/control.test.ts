import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Control, ControlAction } from '../../../sandbox/web/contract.ts';
import { connectBot, type PageWorld, startPageWorld, WATCHERS_WALLET } from './page-world.ts';
import { until } from './until.ts';

const stack = new AsyncDisposableStack();
let world: PageWorld;

beforeAll(async () => {
  world = stack.use(await startPageWorld());
});
afterAll(() => stack.disposeAsync());

async function control(action: ControlAction): Promise<Control> {
  const { status, body } = await world.post('/web/control', action);
  expect(status).toBe(200);
  return body as Control;
}

const cause = (cause: Extract<ControlAction, { do: 'cause' }>['cause'], channel?: string) =>
  control({ do: 'cause', cause, ...(channel === undefined ? {} : { channel }) });

const fault = (fault: Extract<ControlAction, { do: 'fault' }>['fault'], on: boolean, channel?: string) =>
  control({ do: 'fault', fault, on, ...(channel === undefined ? {} : { channel }) });

const feed = () => fetch(`${world.marketplace.url}/api/activities`);

const sold = () =>
  world.marketplace.ledger.records().filter(({ kind, history }) => kind === 'sale' && !history);

describe('the panel’s clock', () => {
  it('runs, pauses, and runs faster', async () => {
    const { body } = await world.get('/web/control');
    expect(body).toMatchObject({ clock: { paused: true, speed: 1, openForMs: 0 }, faults: [], notice: null });

    expect(await control({ do: 'speed', speed: 1_000 })).toMatchObject({
      clock: { paused: true, speed: 1_000 },
    });
    expect(await control({ do: 'resume' })).toMatchObject({ clock: { paused: false } });
    await until(() => world.marketplace.clock.worldMs() > 10_000);
    const stopped = await control({ do: 'pause' });

    expect(stopped.clock).toMatchObject({ paused: true, openForMs: expect.any(Number) });
    expect(stopped.clock.openForMs).toBeGreaterThan(10_000);
    expect((await world.get('/web/control')).body).toMatchObject({ clock: stopped.clock });
  });

  it.each([0, -1, 1e9])('refuses the speed %d', async (speed) => {
    expect((await world.post('/web/control', { do: 'speed', speed })).status).toBe(400);
  });
});

describe('the button that outbids the one who looks', () => {
  const outbid = (as: string) => control({ do: 'cause', cause: 'outbid', as });

  it('lets their wallet bid first', async () => {
    const { notice, caused } = await outbid(world.scenario.watcherId);
    expect(notice).toBeNull();
    expect(caused?.cause).toBe('outbid');
    const bids = world.marketplace.ledger.auctions().at(-1)?.bids ?? [];
    expect(bids.map(({ bidder }) => bidder)).toEqual([WATCHERS_WALLET]);
  });

  it('says what is missing where they watch no wallet of theirs', async () => {
    expect((await outbid(world.member)).notice).toContain('/watch me');
  });
});

describe('where a caused event was posted', () => {
  const page = (hash: string | null | undefined) => `https://explorer.example/tx/${hash}`;
  const posts = async () => {
    const { body } = await world.get('/web/control');
    return (body as Control).caused?.posts;
  };

  it('is the first message of each channel that links to it, also when one was edited', async () => {
    const { caused } = await cause('sale');
    expect(caused).toMatchObject({ cause: 'sale', posts: [] });
    const link = page(sold().at(-1)?.txHash);
    const [all, foxes] = ['Auction House #all-sales', 'Auction House #lantern-foxes'].map(world.channel);

    await world.say(all ?? '', `Another sale: ${page('0x1'.padEnd(66, '0'))}`);
    const { id: first } = await world.say(all ?? '', `Sold: ${link}`);
    await world.say(all ?? '', `Sold again: ${link}`);
    const { id: edited } = await world.say(foxes ?? '', 'Soon');
    await world.edit(foxes ?? '', edited, `Sold: ${link}`);

    expect(await posts()).toEqual([
      { channelId: all, messageId: first, change: 'created' },
      { channelId: foxes, messageId: edited, change: 'edited' },
    ]);
  });

  it('is not an answer to a command, and nothing of the event before', async () => {
    await using _bot = await connectBot(world);
    const { caused: former } = await cause('sale');
    const link = page(sold().at(-1)?.txHash);
    const channelId = world.channel('Night Market #general');
    await world.discord.person({ userId: world.admin, channelId }).command('shout', { text: link });
    expect(await posts()).toEqual([]);

    const { caused } = await cause('sale');
    await world.say(channelId, link);
    expect(caused?.turn).toBe((former?.turn ?? 0) + 1);
    expect(await posts()).toEqual([]);
  });
});

it('a bid is for the last running auction in view, or else for the newest', async () => {
  await cause('auction');
  const older = world.marketplace.ledger.auctions().at(-1);
  await cause('auction');
  const newer = world.marketplace.ledger.auctions().at(-1);
  const bids = (id: string | undefined) =>
    world.marketplace.ledger.auctions().find((auction) => auction.id === id)?.bids.length;
  const channel = world.channel('Night Market #general');
  const { id } = await world.say(
    channel,
    `https://market.example/auction/${older?.collection}/${older?.number}`,
  );

  await control({ do: 'cause', cause: 'bid', channel, inView: [id] });
  expect([bids(older?.id), bids(newer?.id)]).toEqual([2, 1]);
  await control({ do: 'cause', cause: 'bid', channel, inView: [] });
  expect([bids(older?.id), bids(newer?.id)]).toEqual([2, 2]);
});

/** Cancels an auction, unless it is over already. */
function cancel(auctionId: string): void {
  const over = world.marketplace.ledger.auctions().find(({ id }) => id === auctionId)?.close !== null;
  if (!over) world.marketplace.cause.cancelAuction(auctionId);
}

describe('what the panel causes', () => {
  it('is a sale', async () => {
    const before = sold().length;

    const { counters, notice } = await cause('sale');

    expect(sold()).toHaveLength(before + 1);
    expect({ sales: counters.sales, notice }).toEqual({ sales: before + 1, notice: null });
  });

  it('is a sweep of seven in one transaction, in the collection that most channels follow', async () => {
    const before = sold().length;
    const due = (await control({ do: 'pause' })).counters.alertsDue;

    expect((await cause('sweep')).counters.alertsDue).toBe(due + 3 * 7);
    const swept = sold().slice(before);
    expect(swept).toHaveLength(7);
    expect(new Set(swept.map(({ txHash }) => txHash)).size).toBe(1);
  });

  it('is an auction that ends in a minute, with a first bid, and further bids', async () => {
    const begun = Date.now();
    await cause('auction');
    const auction = world.marketplace.ledger.auctions().at(-1);

    expect(auction?.bids).toHaveLength(1);
    expect((auction?.endsAtMs ?? 0) - begun).toBeGreaterThanOrEqual(60_000);
    expect((auction?.endsAtMs ?? 0) - begun).toBeLessThan(65_000);

    await cause('bid');
    expect(world.marketplace.ledger.auctions().at(-1)?.bids).toHaveLength(2);
  });

  it('is a mint of three, in a collection that has tokens left', async () => {
    const minted = () =>
      world.marketplace.ledger.records().filter(({ kind, history }) => kind === 'mint' && !history);
    expect(await cause('mint')).toMatchObject({ notice: null });
    expect(minted()).toHaveLength(3);
  });

  it('is a burst of 200 sales', async () => {
    const before = sold().length;

    await cause('burst');

    expect(sold()).toHaveLength(before + 200);
  });

  it('is the end of every gateway socket, after which the bot comes back', async () => {
    await using _bot = await connectBot(world);

    await cause('drop-sockets');

    await until(() => world.discord.gateway.connected() === 0);
    await until(() => world.discord.gateway.connected() === 1);
    expect(world.discord.gateway.resumes()).toBe(1);
  });

  it('is the deletion of a channel, that of the page or the first that follows something', async () => {
    await using world = await startPageWorld();
    const remove = async (channel?: string): Promise<unknown> => {
      const named = channel === undefined ? {} : { channel };
      return (await world.post('/web/control', { do: 'cause', cause: 'delete-channel', ...named })).body;
    };
    const sales = world.channel('Night Market #sales');

    await remove(sales);
    expect(world.discord.channelExists(sales)).toBe(false);

    await remove();
    expect(world.discord.channelExists(world.channel('Auction House #all-sales'))).toBe(false);

    expect(await remove(sales)).toMatchObject({
      notice: 'There is no such channel any more.',
    });
  });

  it('is the death of the bot, by SIGKILL', async () => {
    expect(await cause('kill-bot')).toMatchObject({ counters: { botRestarts: 1 } });
    expect(world.signals).toEqual(['SIGKILL']);
  });

  it('has a notice when it cannot be, until something else is done', async () => {
    for (const { id } of world.marketplace.ledger.auctions()) cancel(id);

    expect(await cause('bid')).toMatchObject({ notice: 'There is no auction that has not ended.' });
    expect(await cause('sale')).toMatchObject({ notice: null });
  });
});

describe('the panel’s switches', () => {
  it('take the marketplace down and bring it back', async () => {
    expect(await fault('marketplace-down', true)).toMatchObject({ faults: ['marketplace-down'] });
    expect((await feed()).status).toBe(503);
    expect(await fault('marketplace-down', false)).toMatchObject({ faults: [] });
    expect((await feed()).status).toBe(200);
  });

  it('make the marketplace slow, also together with other faults', async () => {
    await fault('marketplace-slow', true);
    await fault('marketplace-down', true);

    expect(world.marketplace.faults.current()).toEqual({
      '*': {
        latencyMs: { logNormal: { median: 3_000, sigma: 0.5, most: 12_000 } },
        status: 503,
        body: 'html',
      },
    });
    await fault('marketplace-down', false);
    await fault('marketplace-slow', false);
    expect(world.marketplace.faults.current()).toEqual({});
  });

  it('make the marketplace answer a mix of garbage', async () => {
    await fault('marketplace-garbage', true);
    const seen = new Set<string>();
    for (let count = 0; count < 40; count += 1) {
      const response = await feed();
      const body = await response.text();
      const readable = body.trimEnd().endsWith('}');
      seen.add(response.status === 200 ? (readable ? 'with nonsense' : 'no JSON') : String(response.status));
    }

    expect(seen).toEqual(new Set(['with nonsense', 'no JSON', '502']));
    await fault('marketplace-garbage', false);
  });

  it('make Discord answer 500 to two of three messages, to one of them after it was posted', async () => {
    const channel = world.channel('Auction House #general');
    await fault('discord-500', true);
    const statuses: number[] = [];
    for (const text of ['one', 'two', 'three']) statuses.push((await world.say(channel, text)).status);

    expect(statuses).toEqual([500, 500, 200]);
    expect(world.discord.messages(channel).map(({ payload }) => payload.content)).toEqual(['two', 'three']);
    await fault('discord-500', false);
    expect((await world.say(channel, 'four')).status).toBe(200);
  });

  it('make Discord answer 429 to two of three messages', async () => {
    const channel = world.channel('Auction House #general');
    await fault('discord-429', true);
    const statuses: number[] = [];
    for (const text of ['one', 'two', 'three']) statuses.push((await world.say(channel, text)).status);

    expect(statuses).toEqual([429, 429, 200]);
    expect(await fault('discord-429', false)).toMatchObject({ counters: { discord429: 2 } });
  });

  it('take the bot’s permission in a channel and give it back', async () => {
    const channel = world.channel('Night Market #sales');
    await fault('permission-taken', true, channel);
    expect((await world.say(channel, 'hey')).status).toBe(403);
    expect((await world.say(world.channel('Auction House #all-sales'), 'hey')).status).toBe(200);

    await fault('permission-taken', false);
    expect((await world.say(channel, 'hey')).status).toBe(200);
  });

  it('may be turned on twice, and off when the channel is gone', async () => {
    const channel = world.channel('Auction House #lantern-foxes');
    await fault('permission-taken', true, channel);
    await fault('permission-taken', true, channel);
    await cause('delete-channel', channel);

    expect(await fault('permission-taken', false)).toMatchObject({ faults: [], notice: null });
  });
});

it.each([
  [{}],
  [{ do: 'dance' }],
  [{ do: 'cause', cause: 'earthquake' }],
  [{ do: 'fault', fault: 'discord-500' }],
  [{ do: 'fault', fault: 'discord-500', on: 'yes' }],
])('refuses the action %j', async (action) => {
  expect((await world.post('/web/control', action)).status).toBe(400);
});
