import { describe, expect, it } from 'vitest';
import {
  type AlertTemplate,
  MAX_TEMPLATES,
  type TemplatePlace,
} from '#src/alerts/templates/alert-template.ts';
import { ruleFor, SALES } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const { guildId: GUILD } = ruleFor(SALES);
const ELSEWHERE = '800000000000000009';

const place = (changes: Partial<TemplatePlace> = {}): TemplatePlace => ({
  guildId: GUILD,
  scope: 'server',
  target: '',
  topic: 'sale',
  ...changes,
});
const titled = (title: string): AlertTemplate => ({ message: null, title, text: null });

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
