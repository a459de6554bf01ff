import { describe, expect, it } from 'vitest';
import type { BotWorld } from '../../../support/bot-world.ts';
import { description, messageOf } from '../reading.ts';
import { FOXES, startReadyWorld, titleOf } from './foxes.ts';

/** The foxes as the marketplace reports them. */
function foxes({ marketplace }: BotWorld) {
  const found = marketplace.collections().find(({ path }) => path === FOXES);
  if (found === undefined) throw new Error('There are no foxes.');
  return found;
}

describe('/collection info', () => {
  it('opens the other screens of the collection in the same message', async () => {
    await using world = await startReadyWorld();
    const { member } = world.home;
    const card = await member.command('collection info', { collection: FOXES });
    const message = messageOf(card);

    const seen: string[] = [];
    for (const label of ['Tokens', 'Collection', 'Traits', 'Holders', 'Activity', 'Collection']) {
      const reply = await member.press(message, label);
      expect(reply.outcome).toBe('updated');
      expect(messageOf(reply).id).toBe(message.id);
      seen.push(titleOf(reply));
    }

    expect(seen).toEqual([
      'Lantern Foxes tokens',
      'Lantern Foxes ✓',
      'Lantern Foxes traits',
      'Lantern Foxes holders',
      'Lantern Foxes activity',
      'Lantern Foxes ✓',
    ]);
  });

  it('shows exact amounts only to the member who asks for them', async () => {
    await using world = await startReadyWorld();
    const { admin, member } = world.home;
    const card = await member.command('collection info', { collection: FOXES });

    const exact = await member.press(messageOf(card), 'Exact numbers');

    expect(exact.ephemeral).toBe(true);
    expect(titleOf(exact)).toBe('Lantern Foxes: exact amounts');
    const { floor, address } = foxes(world);
    const digits = `${floor / 10n ** 18n}.${(floor % 10n ** 18n).toString().padStart(18, '0')}`.replace(
      /\.?0+$/,
      '',
    );
    expect(description(exact)).toContain(`Floor: \`${digits} S\``);
    expect(description(exact)).toContain(`Contract: \`${address}\``);
    expect(admin.messages().map(({ id }) => id)).not.toContain(messageOf(exact).id);
  });
});
