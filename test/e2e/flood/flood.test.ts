import { describe, expect, it } from 'vitest';
import { PERSON } from '../../../src/discord/flood-limits.ts';
import { startBotWorld } from '../../support/bot-world.ts';

const FLOOD = 500;
/** Lookups of one token take a few requests at most. */
const REQUESTS_A_LOOKUP = 10;

describe('a member who asks for 500 tokens at once', () => {
  it('keeps nobody else waiting, and costs the marketplace no more than one person may', async () => {
    await using world = await startBotWorld();
    await world.start();
    const elsewhere = world.addServer('elsewhere');
    const usual = await elsewhere.member.command('collection info', { collection: 'lantern-foxes' });
    expect(usual.message?.embeds[0]?.title).toContain('Lantern Foxes');
    const before = world.marketplace.requests.total;
    const startedAt = performance.now();

    const flood = Array.from({ length: FLOOD }, (_unused, number) =>
      world.home.member.command('token', { collection: 'lantern-foxes', token: String(number + 1) }),
    );
    const lookups = await Promise.all([
      world.home.admin.command('collection traits', { collection: 'lantern-foxes' }),
      elsewhere.member.command('collection holders', { collection: 'lantern-foxes' }),
    ]);
    const replies = await Promise.all(flood);

    for (const { message, acknowledgedAfterMs } of lookups) {
      expect(message?.embeds).toHaveLength(1);
      expect(acknowledgedAfterMs).toBeLessThan(2_500);
    }
    const refilled = Math.ceil((performance.now() - startedAt) / PERSON.everyMs);
    const answered = replies.filter(({ message }) => (message?.embeds.length ?? 0) > 0).length;
    expect(answered).toBeLessThanOrEqual(PERSON.atOnce + refilled);
    expect(
      replies.filter(({ message }) => message?.content.startsWith('That was a lot at once.')),
    ).toHaveLength(1);
    expect(world.marketplace.requests.total - before).toBeLessThanOrEqual(
      (PERSON.atOnce + refilled + lookups.length) * REQUESTS_A_LOOKUP,
    );
  });
});
