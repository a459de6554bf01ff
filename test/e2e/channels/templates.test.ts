import { describe, expect, it } from 'vitest';
import type { Person, Reply } from '../../../sandbox/discord/local-discord.ts';
import { allComponents } from '../../../sandbox/discord/person/components.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { screenText } from '../../support/screen-text.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { messagesIn } from './channel.ts';

const SECOND_MS = 1_000;

/** Types texts into the modal behind a button of an answer. */
async function edit(
  person: Person,
  { message }: Reply,
  texts: Readonly<Record<string, string>>,
  button = 'Edit',
): Promise<Reply> {
  const opened = await person.press(message ?? { id: '' }, button);
  if (opened.modal === null) throw new Error(`${button} opened no modal: ${opened.outcome}`);
  return person.submit(opened.modal, texts);
}

/** The custom id of a component of an answer that leads there. */
function customIdOf({ message }: Reply, link: string): string {
  const ids = allComponents(message?.components).map((component) => String(component['custom_id']));
  const found = ids.find((id) => id.includes(`.${link}.`));
  if (found === undefined) throw new Error(`No component leads to ${link}: ${ids.join(' ')}`);
  return found;
}

/** Starts a bot whose channel follows a collection, and which has posted one sale. */
async function startWithSale() {
  const world = await startBotWorld();
  const { home } = world;
  const bot = await world.start();
  await home.follow(home.channelId, FOXES);
  const sell = async (): Promise<void> => {
    world.clock.advance(SECOND_MS);
    world.marketplace.cause.sale({ collection: FOXES });
    await bot.app.poll();
  };
  await sell();
  await world.untilPosted(home.channelId, 1);
  return { world, home, sell };
}

/** The last message of a channel, as it is read. */
const lastText = (world: BotWorld, channelId: string): string =>
  screenText(messagesIn(world, channelId).at(-1) ?? null);

describe('/template', () => {
  it('shows the latest event and the worst case, and posts alerts in these words', async () => {
    const { world, home, sell } = await startWithSale();
    await using _ = world;
    const { admin, channelId } = home;

    const begun = await admin.command('template', { channel: channelId });
    const saved = await edit(admin, begun, {
      message: '🦊 {token} has a new home[ at rank {rank}]',
      title: '{collection|token} for {price|"an unknown price"}',
      text: '{seller|"someone"} → {buyer|"someone"}',
    });
    await sell();
    await world.untilPosted(channelId, 2);

    expect(screenText(begun.message)).toContain(
      `**Template for sales** in <#${channelId}>\nNo template yet.`,
    );
    expect(screenText(saved.message)).toMatch(
      /✅ Saved\.[\s\S]*\*\*Latest event:\*\*\n🦊 Lantern Fox #\d+ has a new/,
    );
    expect(screenText(saved.message)).toMatch(
      /very long names\):\*\*\n🦊 The Longest Name[\s\S]*for an unknown price/,
    );
    expect(lastText(world, channelId)).toMatch(/^🦊 .+ has a new home/);
    expect(lastText(world, channelId)).toMatch(/Lantern Foxes for [\d.]+ S\n.* → /);
  });

  it('names a mistake with its place, keeps what was typed, and saves it once it is mended', async () => {
    const { world, home } = await startWithSale();
    await using _ = world;
    const { admin } = home;

    const begun = await admin.command('template', {});
    const refused = await edit(admin, begun, { title: '{token} for {pric}', text: '[{rank}' });
    const again = await admin.press(refused.message ?? { id: '' }, 'Edit again');
    const mended = await edit(
      admin,
      refused,
      { title: '{token} for {price}', text: '[{rank}]' },
      'Edit again',
    );

    expect(screenText(refused.message)).toContain(
      '❌ Nothing was saved.\n**Title**: There is no placeholder `{pric}` (character 14). Did you mean `{price}`?',
    );
    expect(screenText(refused.message)).toContain(
      '```\n{token} for {pric}\n             ▲\n```\n**Text**: `[` at character 1 is not closed. Close it or remove it.',
    );
    expect(JSON.stringify(again.modal)).toContain('"value":"{token} for {pric}"');
    expect(screenText(mended.message)).toContain('✅ Saved.');
  });

  it('lists the placeholders in the modal and in the choices', async () => {
    const { world, home } = await startWithSale();
    await using _ = world;
    const { admin } = home;

    const begun = await admin.command('template', { topic: 'floor' });
    const opened = await admin.press(begun.message ?? { id: '' }, 'Edit');
    const choices = await admin.autocomplete(
      'template',
      { topic: 'floor', placeholder: 'flo' },
      'placeholder',
    );
    const found = await admin.command('template', { topic: 'floor', placeholder: '{floor}' });

    expect(JSON.stringify(opened.modal)).toContain('`{floor}` 2.5 S · `{floor.change}` +10%');
    expect(choices).toContainEqual({
      name: '{floor}: collection floor, for example 2.5 S',
      value: '{floor}',
    });
    expect(screenText(found.message)).toMatch(/^`\{floor\}`: collection floor, for example 2\.5 S\n/);
  });

  it('counts for the nearest place, and gives it up when it is reset', async () => {
    const { world, home } = await startWithSale();
    await using _ = world;
    const { admin, channelId } = home;

    await edit(admin, await admin.command('template', {}), { title: 'of the server' });
    const inherited = await admin.command('template', { channel: channelId });
    const ofRule = await edit(admin, await admin.command('template', { alert: '1' }), {
      title: 'of the alert',
    });
    const reset = await admin.press(ofRule.message ?? { id: '' }, 'Reset');
    const server = await admin.command('template', {});

    expect(screenText(inherited.message)).toMatch(
      /New messages use the server’s template\.[\s\S]*\nof the server\n/,
    );
    expect(screenText(ofRule.message)).toMatch(
      /from alert #1 in <#\d+>\nNew messages use this[\s\S]*\nof the alert\n/,
    );
    expect(screenText(reset.message)).toMatch(
      /^✅ Reset\.[\s\S]*use the server’s template\.[\s\S]*\nof the server\n/,
    );
    expect(screenText(server.message)).not.toContain('own template');
  });

  it('leaves parts of the cards of a channel out', async () => {
    const { world, home, sell } = await startWithSale();
    await using _ = world;
    const { admin, channelId } = home;

    const begun = await admin.command('template', { channel: channelId });
    const menu = customIdOf(begun, 'template-parts');
    const chosen = await admin.select(begun.message ?? { id: '' }, menu, ['traits', 'price context']);
    await sell();
    await world.untilPosted(channelId, 2);

    expect(screenText(chosen.message)).toContain('✅ Card parts changed.');
    const [before, after] = messagesIn(world, channelId);
    expect([before?.components?.length, before?.embeds[0]?.image === undefined]).toEqual([1, false]);
    expect([after?.components?.length ?? 0, after?.embeds[0]?.image]).toEqual([0, undefined]);
  });

  it('is only for members who manage alerts', async () => {
    const { world, home } = await startWithSale();
    await using _ = world;
    const { message } = await home.member.command('template', {});
    expect(screenText(message)).toContain('Manage Server');
  });

  it('refuses places and topics that do not fit', async () => {
    const { world, home } = await startWithSale();
    await using _ = world;
    const { admin, channelId } = home;
    const answer = async (options: Record<string, string>) =>
      screenText((await admin.command('template', options)).message);

    expect(await answer({ alert: '1', channel: channelId })).toBe('Choose either **channel** or **alert**.');
    expect(await answer({ alert: '1', topic: 'mint' })).toBe('Alert #1 does not post mints.');
    expect(await answer({ placeholder: 'weather' })).toBe('Choose a placeholder from the list.');
  });
});
