import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AlertTemplate,
  MAX_TEMPLATES,
  nearestTemplate,
  type TemplatePlace,
} from '#src/alerts/templates/alert-template.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import type { Post } from '#src/store/model/delivery.ts';
import { auctionAlert, listingAlert } from '../../support/build-alert.ts';
import {
  addressed,
  begin,
  ingestionOf,
  prune,
  QUIET,
  ruleFor,
  SALES,
  sale,
  salesFor,
  send,
  statesOf,
  to,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const { guildId: GUILD } = ruleFor(SALES);
const ELSEWHERE = '800000000000000009';
/** When nothing of the tests is kept any more, epoch ms. */
const AFTER_RETENTION = 10_000_000 + 200 * DAY_MS;

const place = (changes: Partial<TemplatePlace> = {}): TemplatePlace => ({
  guildId: GUILD,
  scope: 'server',
  target: '',
  topic: 'sale',
  ...changes,
});
const titled = (title: string): AlertTemplate => ({ message: null, title, text: null });

/** Some of them begin or end like others. */
const RULES = [1, 2, 11, 12, 21, 112] as const;
const CHANNELS = [SALES, QUIET] as const;
const TOPICS = ['sale', 'listing'] as const;

const anyPlace: fc.Arbitrary<TemplatePlace> = fc
  .tuple(
    fc.constantFrom(GUILD, ELSEWHERE),
    fc.constantFrom(...TOPICS),
    fc.oneof(
      fc.constant({ scope: 'server' as const, target: '' }),
      fc.record({ scope: fc.constant('channel' as const), target: fc.constantFrom(...CHANNELS) }),
      fc.record({ scope: fc.constant('rule' as const), target: fc.constantFrom(...RULES.map(String)) }),
    ),
  )
  .map(([guildId, topic, where]) => ({ guildId, topic, ...where }));

const anyDelivery = fc.record({
  topic: fc.constantFrom(...TOPICS),
  channelId: fc.constantFrom(...CHANNELS),
  ruleIds: fc.subarray([...RULES]),
});

/** The contract of `TemplateStore`. */
export function describeTemplates(harness: StoreHarness): void {
  describe('a template', () => {
    const given = storeForEachTest(harness);
    const saved = async () =>
      (await given.store.templates.ofGuild(GUILD)).map(({ template }) => template.title);

    it('comes back as it was saved, in its server alone', async () => {
      const template = { message: 'é **{token}**', title: null, text: '\n\\[' };
      expect(await given.store.templates.save(place(), template)).toBe('saved');
      expect(await given.store.templates.ofGuild(GUILD)).toEqual([{ ...place(), template }]);
      expect(await given.store.templates.ofGuild(ELSEWHERE)).toEqual([]);
    });

    it('replaces the one of its place, and no other', async () => {
      const { templates } = given.store;
      await templates.save(place(), titled('server'));
      await templates.save(place({ topic: 'listing' }), titled('listing'));
      await templates.save(place({ scope: 'channel', target: SALES }), titled('channel'));
      await templates.save(place({ guildId: ELSEWHERE }), titled('elsewhere'));
      await templates.save(place(), titled('again'));
      expect(await saved()).toEqual(['listing', 'channel', 'again']);
    });

    it('is removed once, also by an empty one', async () => {
      const { templates } = given.store;
      await templates.save(place(), titled('server'));
      expect(await templates.remove(place({ topic: 'listing' }))).toBe(false);
      expect(await templates.remove(place())).toBe(true);
      expect(await templates.remove(place())).toBe(false);
      await templates.save(place(), titled('again'));
      await templates.save(place(), { message: null, title: null, text: null });
      expect(await saved()).toEqual([]);
    });

    it('is one of a limited number', async () => {
      const { templates } = given.store;
      for (let at = 1; at <= MAX_TEMPLATES; at += 1)
        await templates.save(place({ scope: 'rule', target: String(at) }), titled(String(at)));
      expect(await templates.save(place(), titled('one more'))).toBe('full');
      expect(await templates.save(place({ scope: 'rule', target: '7' }), titled('other'))).toBe('saved');
      expect(await saved()).toHaveLength(MAX_TEMPLATES);
    });

    it('is refused if a text is too long', async () => {
      await expect(given.store.templates.save(place(), titled('x'.repeat(257)))).rejects.toThrow();
      expect(await saved()).toEqual([]);
    });

    const titlesOf = ({ templates = [] }: Pick<Post, 'templates'>) =>
      templates.map((template) => template?.title ?? null);

    it('is given to a message when that is composed: that of a rule, else of the channel, else of the server', async () => {
      const { store } = given;
      const { subscription } = await store.addSubscription(ruleFor(SALES));
      const ofRule = { ...to(SALES), subscriptionIds: [subscription.id] };
      await store.ingest(
        ingestionOf(
          ['a', 'b', 'c', 'd'].map((key) => ({
            alert: sale(key),
            channels: [key === 'b' ? ofRule : to(SALES)],
          })),
        ),
      );
      await store.templates.save(place({ topic: 'listing' }), titled('listing'));
      expect((await store.channelWork(SALES, 10)).pending.map(({ template }) => template)).toEqual([
        null,
        null,
        null,
        null,
      ]);
      await store.templates.save(place(), titled('server'));
      await store.templates.save(place({ guildId: ELSEWHERE }), titled('elsewhere'));
      expect(titlesOf(await send(store, SALES, 1))).toEqual(['server']);
      await store.templates.save(place({ scope: 'channel', target: SALES }), titled('channel'));
      await store.templates.save(place({ scope: 'channel', target: QUIET }), titled('other channel'));
      await store.templates.save(place({ scope: 'rule', target: String(subscription.id) }), titled('rule'));
      await store.templates.save(
        place({ scope: 'rule', target: `${subscription.id}${subscription.id}` }),
        titled('other rule'),
      );
      const { pending } = await store.channelWork(SALES, 10);
      expect(pending.map(({ template }) => template?.title)).toEqual(['rule', 'channel', 'channel']);
      expect(titlesOf(await begin(store, SALES, 2))).toEqual(['rule', 'channel']);
    });

    it('is the one that `nearestTemplate` finds, for any templates and any rules', {
      timeout: 120_000,
    }, async () => {
      const { store } = given;
      for (const channelId of CHANNELS) await store.addSubscription(ruleFor(channelId));
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyPlace, { maxLength: 12 }),
          fc.array(anyDelivery, { minLength: 1, maxLength: 6 }),
          async (places, deliveries) => {
            run += 1;
            for (const one of await store.templates.ofGuild(GUILD)) await store.templates.remove(one);
            for (const one of await store.templates.ofGuild(ELSEWHERE)) await store.templates.remove(one);
            for (const [at, one] of places.entries()) await store.templates.save(one, titled(`${run}.${at}`));
            const alerts = deliveries.map(({ topic, channelId, ruleIds }, at) => {
              const key = `${run}.${at}`;
              const alert = topic === 'sale' ? sale(key) : listingAlert({ key });
              return { alert, channels: [{ ...to(channelId), subscriptionIds: ruleIds }] };
            });
            await store.ingest(ingestionOf(alerts));
            const all = await store.templates.ofGuild(GUILD);
            for (const channelId of CHANNELS) {
              const ofChannel = deliveries.filter((one) => one.channelId === channelId);
              const expected = ofChannel.map((one) => nearestTemplate(all, one)?.template.title ?? null);
              const { pending } = await store.channelWork(channelId, 10);
              expect(pending.map(({ template }) => template?.title ?? null)).toEqual(expected);
              if (expected.length === 0) continue;
              expect(titlesOf(await send(store, channelId, 10))).toEqual(expected);
            }
          },
        ),
        { numRuns: 25 },
      );
    });

    it('stays with a message that was composed with it, however it is changed', async () => {
      const { store } = given;
      await store.addSubscription(ruleFor(SALES));
      await store.templates.save(place(), titled('first'));
      await store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      const post = await begin(store, SALES, 1);
      await store.templates.save(place(), titled('second'));
      await store.templates.remove(place());
      await store.markAmbiguous(post.id);
      const { unsettled } = await store.channelWork(SALES, 10);
      expect(unsettled === null ? null : titlesOf(unsettled)).toEqual(['first']);
      const again = await store.retryPost(post.id, { at: 2_000_001, newWindow: false, layout: 'card' });
      expect(titlesOf(again)).toEqual(['first']);
      await store.release(post.id, { notBefore: 0, alone: false });
      expect(titlesOf(await begin(store, SALES, 1))).toEqual([null]);
    });

    it('stays with a live message', async () => {
      const { store } = given;
      await store.addSubscription(ruleFor(SALES));
      await store.templates.save(place({ topic: 'auction_started' }), titled('first'));
      const alert = auctionAlert();
      await store.ingest(
        ingestionOf([addressed(alert, SALES)], { topics: [{ key: 'auction:a-1', state: alert }] }),
      );
      await send(store, SALES, 1);
      await store.templates.save(place({ topic: 'auction_started' }), titled('second'));
      await store.ingest(statesOf({ key: 'auction:a-1', state: auctionAlert({ bidCount: 9 }) }));
      const { staleMessages } = await store.channelWork(SALES, 10);
      expect(staleMessages.map(titlesOf)).toEqual([['first']]);
    });

    it('that was replaced is deleted once no message has it', async () => {
      const { store } = given;
      await store.addSubscription(ruleFor(SALES));
      await store.templates.save(place(), titled('first'));
      await store.ingest(ingestionOf(salesFor(['a'], SALES)));
      await send(store, SALES, 1);
      await store.templates.save(place(), titled('second'));
      expect(await prune(store, 3_000_000)).toBe(0);
      // The delivery, its post, its alert, its record keys, and the template.
      const before = await prune(store, AFTER_RETENTION);
      expect(await prune(store, AFTER_RETENTION)).toBe(before === 0 ? -1 : 0);
      expect(await saved()).toEqual(['second']);
    });

    it('is saved with the rules of an import, and counted if there is no room', async () => {
      const { store } = given;
      const templates = [{ topic: 'sale' as const, template: titled('of a rule') }];
      const channel = { scope: 'channel' as const, target: SALES, topic: 'sale' as const };
      const revised = await store.reviseSubscriptions(
        GUILD,
        {
          add: [{ ...ruleFor(SALES), templates }],
          templates: [{ ...channel, template: titled('of a channel') }],
        },
        1,
      );
      if (revised.type === 'over') throw new Error('There is no room for a rule.');
      const target = String(revised.added[0]?.subscription.id);
      expect(await store.templates.ofGuild(GUILD)).toEqual([
        { guildId: GUILD, ...channel, template: titled('of a channel') },
        { ...place({ scope: 'rule', target }), template: titled('of a rule') },
      ]);
      const many = Array.from({ length: MAX_TEMPLATES }, (_, at) => ({
        ...channel,
        target: String(at),
        template: titled('x'),
      }));
      expect(await store.reviseSubscriptions(GUILD, { templates: many }, 1)).toMatchObject({
        templatesLeftOut: 2,
      });
    });

    it('goes with its rule and with its server', async () => {
      const { store } = given;
      const { subscription } = await store.addSubscription(ruleFor(SALES));
      const ofRule = place({ scope: 'rule', target: String(subscription.id) });
      await store.templates.save(ofRule, titled('rule'));
      await store.templates.save(place({ scope: 'channel', target: SALES }), titled('channel'));
      await store.removeSubscription(GUILD, subscription.id);
      expect(await saved()).toEqual(['channel']);
      await store.eraseGuild(GUILD);
      expect(await saved()).toEqual([]);
    });
  });
}
