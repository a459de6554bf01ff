import { describe, expect, it } from 'vitest';
import { createDemoEndpoint } from '../../../sandbox/demo/demo-endpoint.ts';
import { startBotWorld } from '../../support/bot-world.ts';
import { startHttpWorld, startOverHttp } from '../interactions/http-world.ts';
import { FOXES } from '../lookups/collection/foxes.ts';
import { description } from '../lookups/reading.ts';

describe('who takes the app away', () => {
  it('is forgotten, and nobody else', async () => {
    await using http = await startHttpWorld();
    const bot = await startOverHttp(http);
    const { discord, home, applicationId } = http.world;
    const url = http.url.replace('/interactions', '/webhook-events');
    expect(await discord.webhookEvents.save(applicationId, url)).toBeNull();
    const wanted = { when: 'collection.listed_rank', what: FOXES, rank: 50 };
    await home.admin.command('watch add', wanted);
    await home.member.command('watch add', wanted);
    discord.installToAccount(home.adminId, applicationId);

    discord.removeFromAccount(home.adminId, applicationId);

    await bot.log.until('app deauthorized');
    expect(description(await home.admin.command('watch list'))).toContain('No watches yet');
    expect(description(await home.member.command('watch list'))).toContain('Lantern Foxes');
  });

  it('is forgotten in the demo over HTTP, too', async () => {
    await using world = await startBotWorld();
    const { discord, home, applicationId } = world;
    const endpoint = await createDemoEndpoint(discord, { applicationId });
    const bot = await world.start(endpoint.environment);
    await expect(endpoint.save()).resolves.toMatch(/\/interactions .*\/webhook-events$/);
    await home.admin.command('watch add', { when: 'collection.listed_rank', what: FOXES, rank: 50 });
    discord.installToAccount(home.adminId, applicationId);

    discord.removeFromAccount(home.adminId, applicationId);

    await bot.log.until('app deauthorized');
    expect(description(await home.admin.command('watch list'))).toContain('No watches yet');
  });
});
