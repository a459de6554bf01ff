import { describe, expect, it } from 'vitest';
import { auctionAlert, saleAlert, soldItem } from '../../support/build-alert.ts';
import type { Behaviour } from '../../support/model-channel.ts';
import { CHANNEL, createScene, keysOf, type Scene, sales } from './scene.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The scene's clock begins at midnight UTC. */
const FIRST_HOUR = { from: 0, to: 60 };

const ending = (number: number) =>
  auctionAlert({
    kind: 'auction_ending',
    key: `auction_ending:a-${number}:10`,
    auction: `a-${number}`,
    topic: `auction:a-${number}`,
  });
const rich = (messages: number, alerts: number) => Array.from({ length: messages }, () => ['rich', alerts]);
const forms = (scene: Scene) => scene.channel.messages.map(({ form, keys }) => [form, keys.length]);

describe('quiet hours', () => {
  it('hold everything back until they end, and then tell it in one summary', async () => {
    await using scene = await createScene();
    await scene.choose({ quiet: FIRST_HOUR });
    await scene.enqueue(...sales(3));
    await scene.clock.advance(30 * MINUTE);
    await scene.enqueue(saleAlert(4));
    await scene.clock.advance(30 * MINUTE - 1);
    expect(scene.channel.requests).toEqual([]);
    await scene.clock.advance(1);
    expect(forms(scene)).toEqual([['digest', 4]]);
    expect(scene.channel.told()).toEqual(keysOf(sales(4)));
  });

  it('hold auctions about to end back as well', async () => {
    await using scene = await createScene();
    await scene.choose({ quiet: FIRST_HOUR });
    await scene.enqueue(saleAlert(1), ending(1));
    await scene.clock.advance(HOUR);
    expect(forms(scene)).toEqual([['digest', 2]]);
  });

  it('lose nothing, however long they are', async () => {
    await using scene = await createScene();
    await scene.choose({ quiet: { from: 0, to: 1_439 } });
    await scene.enqueue(saleAlert(1));
    await scene.clock.advance(24 * HOUR);
    expect(scene.channel.told()).toEqual(['sale:id:1']);
  });

  it('end at once when the channel chooses so', async () => {
    await using scene = await createScene();
    await scene.choose({ quiet: FIRST_HOUR });
    await scene.enqueue(saleAlert(1));
    await scene.choose({});
    expect(forms(scene)).toEqual([['digest', 1]]);
  });

  it('begin for what waits for Discord, too', async () => {
    await using scene = await createScene();
    scene.channel.order('rate limit');
    await scene.enqueue(saleAlert(1));
    await scene.choose({ quiet: FIRST_HOUR });
    await scene.clock.advance(HOUR);
    expect(forms(scene)).toEqual([['digest', 1]]);
  });

  it('outlast a restart', async () => {
    await using scene = await createScene();
    await scene.choose({ quiet: FIRST_HOUR });
    await scene.enqueue(...sales(2));
    await scene.restart();
    await scene.clock.advance(HOUR);
    expect(forms(scene)).toEqual([['digest', 2]]);
  });
});

describe('at most n messages an hour', () => {
  it('are told as always; what is beyond waits for the hour and goes into a summary', async () => {
    await using scene = await createScene();
    await scene.choose({ hourlyLimit: 3 });
    for (let number = 1; number <= 8; number += 1) {
      await scene.enqueue(saleAlert(number));
      await scene.clock.advance(MINUTE);
    }
    expect(forms(scene)).toEqual(rich(3, 1));
    await scene.clock.advance(52 * MINUTE + 1_000);
    expect(forms(scene)).toEqual([...rich(3, 1), ['digest', 5]]);
    expect(scene.channel.told()).toEqual(keysOf(sales(8)));
  });

  it('count summaries too, and are never more in any hour', async () => {
    await using scene = await createScene();
    await scene.choose({ hourlyLimit: 2 });
    for (let number = 1; number <= 60; number += 1) {
      await scene.enqueue(saleAlert(number));
      await scene.clock.advance(5 * MINUTE);
    }
    await scene.clock.advance(3 * HOUR);
    const times = scene.channel.messages.map(({ at }) => at);
    const busiest = times.map((from) => times.filter((at) => at >= from && at < from + HOUR).length);
    expect(Math.max(...busiest)).toBe(2);
    expect(scene.channel.told()).toEqual(keysOf(sales(60)));
  });

  it('are told at once when the channel chooses a higher limit', async () => {
    await using scene = await createScene();
    await scene.choose({ hourlyLimit: 1 });
    await scene.enqueue(saleAlert(1));
    await scene.enqueue(saleAlert(2));
    await scene.choose({ hourlyLimit: 2 });
    expect(forms(scene)).toEqual([
      ['rich', 1],
      ['digest', 1],
    ]);
  });
});

describe('a backlog', () => {
  it('of up to thirty is told with all its embeds', async () => {
    await using scene = await createScene();
    await scene.enqueue(...sales(30));
    expect(forms(scene)).toEqual(rich(3, 10));
  });

  it('of more is told in summaries of up to five hundred, in order', async () => {
    await using scene = await createScene();
    await scene.enqueue(...sales(1_203));
    expect(forms(scene)).toEqual([
      ['digest', 500],
      ['digest', 500],
      ['digest', 203],
    ]);
    expect(scene.channel.told()).toEqual(keysOf(sales(1_203)));
  });

  it('lets what comes later go by itself again', async () => {
    await using scene = await createScene();
    await scene.enqueue(...sales(31));
    await scene.enqueue(saleAlert(32));
    expect(forms(scene)).toEqual([
      ['digest', 31],
      ['rich', 1],
    ]);
  });

  it('lets an auction go first that is about to end', async () => {
    await using scene = await createScene();
    scene.channel.order('rate limit');
    await scene.enqueue(...sales(40));
    await scene.enqueue(ending(1));
    await scene.clock.advance(MINUTE);
    expect(scene.channel.messages.map(({ keys }) => keys[0])).toEqual(['auction_ending:a-1:10', 'sale:id:1']);
    expect(scene.channel.told()).toHaveLength(41);
  });
});

describe('a backlog that comes together with an auction about to end', () => {
  it('is told after it', async () => {
    await using scene = await createScene();
    await scene.enqueue(...sales(40), ending(1));
    await scene.clock.advance(0);
    expect(forms(scene)).toEqual([
      ['rich', 1],
      ['digest', 40],
    ]);
    expect(scene.channel.told()[0]).toBe('auction_ending:a-1:10');
  });

  it('of such auctions themselves is told in a summary', async () => {
    await using scene = await createScene();
    await scene.enqueue(...Array.from({ length: 40 }, (_, number) => ending(number)));
    await scene.clock.advance(0);
    expect(forms(scene)).toEqual([['digest', 40]]);
  });
});

describe('a summary', () => {
  it('whose answer was lost is found in the channel by its first alert, and not told twice', async () => {
    await using scene = await createScene();
    scene.channel.order('lose the answer', ...Array<Behaviour>(20).fill('fail before accepting'));
    await scene.enqueue(...sales(40));
    await scene.clock.advance(5 * MINUTE);
    expect(scene.channel.told()).toEqual(keysOf(sales(40)));
  });

  it('that Discord refuses is halved until the alert is alone that it does not like', async () => {
    await using scene = await createScene();
    const refusing = scene.channel.notifier.send;
    scene.channel.notifier.send = (post) => {
      const bad = post.alerts.some(({ key }) => key === 'sale:id:23') && post.form === 'digest';
      return bad ? Promise.resolve({ type: 'invalid', detail: '400' }) : refusing(post);
    };
    await scene.enqueue(...sales(40));
    await scene.clock.advance(MINUTE);
    expect(scene.channel.told()).toEqual(keysOf(sales(40)));
    expect(scene.channel.messages.find(({ keys }) => keys.includes('sale:id:23'))).toMatchObject({
      form: 'plain',
      keys: ['sale:id:23'],
    });
  });

  it('of five hundred at which Discord fails for ever is halved, and its first alert given up, within five minutes', async () => {
    await using scene = await createScene();
    const all = sales(500);
    scene.channel.poison('sale:id:1');
    await scene.enqueue(...all);
    await scene.takeIn({ alerts: [saleAlert(501)], to: ['beside'] });

    await scene.clock.advance(5 * MINUTE);

    expect(scene.channel.told()).toEqual(keysOf(all.slice(1)));
    expect(await scene.store.deadDeliveries([CHANNEL], 0)).toMatchObject([{ count: 1, reason: 'refused' }]);
  });

  it('stays whole where Discord fails at every message, of this channel and of others', async () => {
    await using scene = await createScene();
    const all = sales(100);
    const order = Array.from({ length: 60 }, () => 'fail before accepting' as const);
    scene.channel.order(...order);
    scene.channelOf('beside').order(...order);
    await scene.enqueue(...all);
    await scene.takeIn({ alerts: [saleAlert(501)], to: ['beside'] });

    await scene.clock.advance(30 * MINUTE);

    expect(scene.channel.messages.map(({ form, keys }) => [form, keys.length])).toEqual([['digest', 100]]);
    expect(scene.channelOf('beside').messages.map(({ form }) => form)).toEqual(['rich']);
  });

  it('is no live message', async () => {
    await using scene = await createScene();
    await scene.choose({ quiet: FIRST_HOUR });
    await scene.enqueue(auctionAlert());
    await scene.choose({});
    await scene.takeIn({ topics: [{ key: 'auction:a-1', state: auctionAlert({ bidCount: 9 }) }] });
    expect(scene.channel.requests).toEqual(['send']);
  });
});

describe('a ping', () => {
  const ping = { roleId: '77', minimum: 10n ** 18n, coolDownMinutes: 10 };
  const cheap = (number: number) => saleAlert(number, { item: soldItem({ price: 1n }) });
  const pings = (scene: Scene) => scene.channel.messages.map(({ pingRoleId }) => pingRoleId);

  it('goes with what costs enough, and then rests', async () => {
    await using scene = await createScene();
    await scene.choose({ ping });
    for (const alert of [cheap(1), saleAlert(2), saleAlert(3)]) await scene.enqueue(alert);
    await scene.clock.advance(10 * MINUTE);
    await scene.enqueue(saleAlert(4));
    expect(pings(scene)).toEqual([null, '77', null, '77']);
  });

  it('that was refused with its message goes with the next try', async () => {
    await using scene = await createScene();
    await scene.choose({ ping });
    scene.channel.order('rate limit');
    await scene.enqueue(saleAlert(1));
    await scene.clock.advance(MINUTE);
    expect(pings(scene)).toEqual(['77']);
  });

  it('never goes with a summary', async () => {
    await using scene = await createScene();
    await scene.choose({ ping });
    await scene.enqueue(...sales(50));
    expect(pings(scene)).toEqual([null]);
  });
});
