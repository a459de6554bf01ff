import { describe, expect, it } from 'vitest';
import { USER_LIMIT } from '#src/discord/flood/flood-limits.ts';
import { startBotWorld } from '../../support/bot-world.ts';

const FLOOD = 500;
/** Upper bound of the requests for a lookup of one token. */
const MAX_REQUESTS_PER_LOOKUP = 10;

describe('a member who asks for 500 tokens at once', () => {
  it('does not delay others, and causes no more marketplace requests than one user may', async () => {
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
    const refilled = Math.ceil((performance.now() - startedAt) / USER_LIMIT.refillMs);
    const answered = replies.filter(({ message }) => (message?.embeds.length ?? 0) > 0).length;
    expect(answered).toBeLessThanOrEqual(USER_LIMIT.burst + refilled);
    expect(replies.filter(({ message }) => message?.content.startsWith('Too many requests.'))).toHaveLength(
      1,
    );
    expect(world.marketplace.requests.total - before).toBeLessThanOrEqual(
      (USER_LIMIT.burst + refilled + lookups.length) * MAX_REQUESTS_PER_LOOKUP,
    );
  });
});
