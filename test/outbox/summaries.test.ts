import { describe, expect, it } from 'vitest';
import { auctionAlert, saleAlert, soldItem } from '../support/build-alert.ts';
import type { Behaviour } from '../support/model-channel.ts';
import { CHANNEL, createScenario, keysOf, type Scenario, sales } from './scenario.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The scene's clock begins at midnight UTC. */
const FIRST_HOUR = { from: 0, to: 60 };

const ending = (number: number) =>
  auctionAlert({
    topic: 'auction_ending',
    key: `auction_ending:a-${number}:10`,
    auction: `a-${number}`,
    liveKey: `auction:a-${number}`,
  });
const rich = (messages: number, alerts: number) => Array.from({ length: messages }, () => ['card', alerts]);
const layouts = (scenario: Scenario) =>
  scenario.channel.messages.map(({ layout, keys }) => [layout, keys.length]);

describe('quiet hours', () => {
  it('hold everything back until they end, and then post it in one summary', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ quiet: FIRST_HOUR });
    await scenario.enqueue(...sales(3));
    await scenario.clock.advance(30 * MINUTE);
    await scenario.enqueue(saleAlert(4));
    await scenario.clock.advance(30 * MINUTE - 1);
    expect(scenario.channel.requests).toEqual([]);
    await scenario.clock.advance(1);
    expect(layouts(scenario)).toEqual([['summary', 4]]);
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(4)));
  });

  it('hold auctions about to end back as well', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ quiet: FIRST_HOUR });
    await scenario.enqueue(saleAlert(1), ending(1));
    await scenario.clock.advance(HOUR);
    expect(layouts(scenario)).toEqual([['summary', 2]]);
  });

  it('lose nothing, however long they are', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ quiet: { from: 0, to: 1_439 } });
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(24 * HOUR);
    expect(scenario.channel.postedKeys()).toEqual(['sale:id:1']);
  });

  it('end at once when the channel chooses so', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ quiet: FIRST_HOUR });
    await scenario.enqueue(saleAlert(1));
    await scenario.choose({});
    expect(layouts(scenario)).toEqual([['summary', 1]]);
  });

  it('begin for what waits for Discord, too', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('rate limit');
    await scenario.enqueue(saleAlert(1));
    await scenario.choose({ quiet: FIRST_HOUR });
    await scenario.clock.advance(HOUR);
    expect(layouts(scenario)).toEqual([['summary', 1]]);
  });

  it('outlast a restart', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ quiet: FIRST_HOUR });
    await scenario.enqueue(...sales(2));
    await scenario.restart();
    await scenario.clock.advance(HOUR);
    expect(layouts(scenario)).toEqual([['summary', 2]]);
  });
});

describe('at most n messages an hour', () => {
  it('are posted as always; what is beyond waits for the hour and goes into a summary', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ hourlyLimit: 3 });
    for (let number = 1; number <= 8; number += 1) {
      await scenario.enqueue(saleAlert(number));
      await scenario.clock.advance(MINUTE);
    }
    expect(layouts(scenario)).toEqual(rich(3, 1));
    await scenario.clock.advance(52 * MINUTE + 1_000);
    expect(layouts(scenario)).toEqual([...rich(3, 1), ['summary', 5]]);
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(8)));
  });

  it('count summaries too, and are never more in any hour', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ hourlyLimit: 2 });
    for (let number = 1; number <= 60; number += 1) {
      await scenario.enqueue(saleAlert(number));
      await scenario.clock.advance(5 * MINUTE);
    }
    await scenario.clock.advance(3 * HOUR);
    const times = scenario.channel.messages.map(({ at }) => at);
    const busiest = times.map((from) => times.filter((at) => at >= from && at < from + HOUR).length);
    expect(Math.max(...busiest)).toBe(2);
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(60)));
  });

  it('are posted at once when the channel chooses a higher limit', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ hourlyLimit: 1 });
    await scenario.enqueue(saleAlert(1));
    await scenario.enqueue(saleAlert(2));
    await scenario.choose({ hourlyLimit: 2 });
    expect(layouts(scenario)).toEqual([
      ['card', 1],
      ['summary', 1],
    ]);
  });
});

describe('a backlog', () => {
  it('of up to thirty is posted with all its embeds', async () => {
    await using scenario = await createScenario();
    await scenario.enqueue(...sales(30));
    expect(layouts(scenario)).toEqual(rich(3, 10));
  });

  it('of more is posted in summaries of up to five hundred, in order', async () => {
    await using scenario = await createScenario();
    await scenario.enqueue(...sales(1_203));
    expect(layouts(scenario)).toEqual([
      ['summary', 500],
      ['summary', 500],
      ['summary', 203],
    ]);
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(1_203)));
  });

  it('lets what comes later go by itself again', async () => {
    await using scenario = await createScenario();
    await scenario.enqueue(...sales(31));
    await scenario.enqueue(saleAlert(32));
    expect(layouts(scenario)).toEqual([
      ['summary', 31],
      ['card', 1],
    ]);
  });

  it('lets an auction go first that is about to end', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('rate limit');
    await scenario.enqueue(...sales(40));
    await scenario.enqueue(ending(1));
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.messages.map(({ keys }) => keys[0])).toEqual([
      'auction_ending:a-1:10',
      'sale:id:1',
    ]);
    expect(scenario.channel.postedKeys()).toHaveLength(41);
  });
});

describe('a backlog that comes together with an auction about to end', () => {
  it('is posted after it', async () => {
    await using scenario = await createScenario();
    await scenario.enqueue(...sales(40), ending(1));
    await scenario.clock.advance(0);
    expect(layouts(scenario)).toEqual([
      ['card', 1],
      ['summary', 40],
    ]);
    expect(scenario.channel.postedKeys()[0]).toBe('auction_ending:a-1:10');
  });

  it('of such auctions themselves is posted in a summary', async () => {
    await using scenario = await createScenario();
    await scenario.enqueue(...Array.from({ length: 40 }, (_, number) => ending(number)));
    await scenario.clock.advance(0);
    expect(layouts(scenario)).toEqual([['summary', 40]]);
  });
});

describe('a summary', () => {
  it('whose answer was lost is found in the channel by its first alert, and not posted twice', async () => {
    await using scenario = await createScenario();
    scenario.channel.plan('lose the answer', ...Array<Behaviour>(20).fill('fail before accepting'));
    await scenario.enqueue(...sales(40));
    await scenario.clock.advance(5 * MINUTE);
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(40)));
  });

  it('that Discord refuses is halved until the alert is alone that it does not like', async () => {
    await using scenario = await createScenario();
    const refusing = scenario.channel.notifier.send;
    scenario.channel.notifier.send = (post, target, charts) => {
      const bad = post.alerts.some(({ key }) => key === 'sale:id:23') && post.layout === 'summary';
      return bad ? Promise.resolve({ type: 'invalid', detail: '400' }) : refusing(post, target, charts);
    };
    await scenario.enqueue(...sales(40));
    await scenario.clock.advance(MINUTE);
    expect(scenario.channel.postedKeys()).toEqual(keysOf(sales(40)));
    expect(scenario.channel.messages.find(({ keys }) => keys.includes('sale:id:23'))).toMatchObject({
      layout: 'text',
      keys: ['sale:id:23'],
    });
  });

  it('of five hundred at which Discord fails for ever is halved, and its first alert given up, within five minutes', async () => {
    await using scenario = await createScenario();
    const all = sales(500);
    scenario.channel.poison('sale:id:1');
    await scenario.enqueue(...all);
    await scenario.takeIn({ alerts: [saleAlert(501)], to: ['beside'] });

    await scenario.clock.advance(5 * MINUTE);

    expect(scenario.channel.postedKeys()).toEqual(keysOf(all.slice(1)));
    expect(await scenario.store.deadDeliveries([CHANNEL], 0)).toMatchObject([
      { count: 1, reason: 'refused' },
    ]);
  });

  it('stays whole where Discord fails at every message, of this channel and of others', async () => {
    await using scenario = await createScenario();
    const all = sales(100);
    const plan = Array.from({ length: 60 }, () => 'fail before accepting' as const);
    scenario.channel.plan(...plan);
    scenario.channelOf('beside').plan(...plan);
    await scenario.enqueue(...all);
    await scenario.takeIn({ alerts: [saleAlert(501)], to: ['beside'] });

    await scenario.clock.advance(30 * MINUTE);

    expect(scenario.channel.messages.map(({ layout, keys }) => [layout, keys.length])).toEqual([
      ['summary', 100],
    ]);
    expect(scenario.channelOf('beside').messages.map(({ layout }) => layout)).toEqual(['card']);
  });

  it('is no live message', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ quiet: FIRST_HOUR });
    await scenario.enqueue(auctionAlert());
    await scenario.choose({});
    await scenario.takeIn({ topics: [{ key: 'auction:a-1', state: auctionAlert({ bidCount: 9 }) }] });
    expect(scenario.channel.requests).toEqual(['send']);
  });
});

describe('a ping', () => {
  const ping = { roleId: '77', minimum: 10n ** 18n, coolDownMinutes: 10 };
  const cheap = (number: number) => saleAlert(number, { item: soldItem({ price: 1n }) });
  const pings = (scenario: Scenario) => scenario.channel.messages.map(({ pingRoleIds }) => pingRoleIds);

  it('goes with what costs enough, and then rests', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ ping });
    for (const alert of [cheap(1), saleAlert(2), saleAlert(3)]) await scenario.enqueue(alert);
    await scenario.clock.advance(10 * MINUTE);
    await scenario.enqueue(saleAlert(4));
    expect(pings(scenario)).toEqual([[], ['77'], [], ['77']]);
  });

  it('that was refused with its message goes with the next try', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ ping });
    scenario.channel.plan('rate limit');
    await scenario.enqueue(saleAlert(1));
    await scenario.clock.advance(MINUTE);
    expect(pings(scenario)).toEqual([['77']]);
  });

  it('never goes with a summary', async () => {
    await using scenario = await createScenario();
    await scenario.choose({ ping });
    await scenario.enqueue(...sales(50));
    expect(pings(scenario)).toEqual([[]]);
  });
});
