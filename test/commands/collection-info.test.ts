import { describe, expect, it } from 'vitest';
import { collection } from '#commands/collection/command.ts';
import { bareCollection } from '../discord/bare-collection.ts';
import { startCommandBot } from '../discord/command-bot.ts';
import { inMemoryServices, summary, type TestData } from '../discord/command-services.ts';
import { address } from '../support/build-activity.ts';

async function startBot(known: Partial<TestData> = {}) {
  const { services } = inMemoryServices(known);
  return startCommandBot({ commands: [collection], services });
}

describe('/collection info', () => {
  it('asks the marketplace for the collection that was named and shows it to everybody', async () => {
    const asked: string[] = [];
    await using bot = await startBot({
      load: async (addressOrPath) => {
        asked.push(addressOrPath);
        return bareCollection({ verified: true });
      },
    });
    const reply = await bot.member.command('collection info', { collection: 'Punks' });
    expect(asked).toEqual([address(0xc0)]);
    expect(reply.ephemeral).toBe(false);
    expect(reply.message?.embeds[0]?.title).toBe('Punks ✓');
  });

  it('shows the time of stale numbers', async () => {
    const oldAsOf = Date.UTC(2026, 0, 1, 12);
    await using bot = await startBot({ load: async () => bareCollection(), oldAsOf });
    const reply = await bot.member.command('collection info', { collection: 'Punks' });
    expect(reply.message?.embeds[0]?.description).toContain(`<t:${oldAsOf / 1_000}:R>`);
  });

  it('says in one sentence that the marketplace does not answer', async () => {
    await using bot = await startBot();
    const reply = await bot.member.command('collection info', { collection: 'Punks' });
    expect(reply.message?.content).toBe('The marketplace is not responding. Try again in a minute.');
  });

  it('names what is near, harmlessly, where it knows no such collection', async () => {
    const near = ['Punks *one*', 'Punks two', 'Punks three', 'Punks four'].map((name, number) =>
      summary({ name, address: address(number + 1) }),
    );
    await using bot = await startBot({ collections: near });
    const reply = await bot.member.command('collection info', { collection: 'punks' });
    expect(reply.message?.content).toBe(
      'No collection “punks” found. Did you mean “Punks \\*one\\*”, “Punks two”, or “Punks three”?',
    );
  });
});
