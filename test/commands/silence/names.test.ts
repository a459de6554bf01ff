import { describe, expect, it } from 'vitest';
import { screenText } from '../../support/screen-text.ts';
import { startManageBot, textOf } from '../alerts/manage-bot.ts';

const CALLED = { extras: { name: 'Big *sales*', endsAt: null } };
const NAME = String.raw`Alert Big \*sales\*`;

describe('a silence of an alert with a name', () => {
  it('is called by that name when it is added, listed and ended', async () => {
    await using managing = await startManageBot();
    const { owner } = managing.bot;
    managing.keep(CALLED);
    const added = await owner.command('silence add', { duration: '1 hour', alert: '1' });
    const list = await owner.command('silence list');
    const ended = await owner.press(list.message ?? { id: '' }, 'End silence 1');

    for (const screen of [added, list, ended]) expect(screenText(screen.message)).toContain(NAME);
  });

  it('is called by its number without a name', async () => {
    await using managing = await startManageBot();
    managing.keep();
    const added = await managing.bot.owner.command('silence add', { duration: '1 hour', alert: '1' });
    expect(textOf(added)).toContain(': **Alert #1 in');
  });

  it('is refused by that name for another channel', async () => {
    await using managing = await startManageBot();
    const { bot } = managing;
    const channel = bot.discord.createChannel({ guildId: bot.guildId, name: 'other' }).id;
    managing.keep(CALLED);
    const refused = await bot.owner.command('silence add', { duration: '1 hour', alert: '1', channel });
    expect(textOf(refused)).toContain(`${NAME} is posted in`);
  });
});
