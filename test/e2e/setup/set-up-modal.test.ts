import { ComponentType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import type { Modal } from '../../../sandbox/discord/person/reply.ts';
import { type BotWorld, startBotWorld } from '../../support/bot-world.ts';
import { FOXES } from '../../support/sell-foxes.ts';
import { messageOf } from '../lookups/reading.ts';
import { allow, customIdOf, deny, listOf, textOf } from './set-up.ts';

interface Input {
  readonly type: number;
  readonly custom_id: string;
  readonly value?: string;
  readonly required?: boolean;
  readonly options?: readonly {
    readonly label: string;
    readonly value: string;
    readonly default?: boolean;
  }[];
  readonly default_values?: readonly { readonly id: string }[];
}

function modalOf(reply: Reply): Modal {
  if (reply.modal === null) throw new Error(`There is no modal: ${textOf(reply)}`);
  return reply.modal;
}

/** The inputs of a modal by the labels above them. */
function inputsOf(modal: Modal): ReadonlyMap<string, Input> {
  const labels = modal.components as readonly { readonly label: string; readonly component: Input }[];
  return new Map(labels.map(({ label, component }) => [label, component]));
}

/** What is chosen in a menu. */
const chosenIn = (input: Input | undefined): readonly string[] =>
  (input?.options ?? []).filter((option) => option.default === true).map(({ label }) => label);

/** The value of a choice by its label. */
function valueOf(input: Input | undefined, label: string): string {
  const found = input?.options?.find((option) => option.label.startsWith(label));
  if (found === undefined) throw new Error(`There is no choice “${label}”.`);
  return found.value;
}

/** The modal for the server's channel, a role, and the choice of a collection. */
async function openModal({ discord, home }: BotWorld) {
  const { admin, channelId, guildId } = home;
  const { id: role } = discord.createRole({ guildId, name: 'Collectors', mentionable: true });
  const modal = modalOf(await admin.command('alerts add', { channel: channelId }));
  const known = valueOf(inputsOf(modal).get('Collections'), 'Lantern Foxes');
  return { admin, channelId, role, modal, known };
}

describe('/alerts add with nothing but a channel', () => {
  it('asks in a modal of five labelled inputs', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;

    const modal = modalOf(await admin.command('alerts add', { channel: channelId }));

    const inputs = inputsOf(modal);
    expect(modal.title).toBe('New alert');
    expect([...inputs].map(([label, { type }]) => [label, type])).toEqual([
      ['What to post', ComponentType.StringSelect],
      ['Collections', ComponentType.StringSelect],
      ['Other collections', ComponentType.TextInput],
      ['Price', ComponentType.TextInput],
      ['Role to ping', ComponentType.RoleSelect],
    ]);
    expect(chosenIn(inputs.get('What to post'))).toEqual(['Sales']);
    expect(chosenIn(inputs.get('Collections'))).toEqual([]);
    expect(inputs.get('Collections')?.options?.length).toBeLessThanOrEqual(25);
  });

  it('offers the collections with alerts in this server first', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { home } = world;
    const before = inputsOf(modalOf(await home.admin.command('alerts add'))).get('Collections')?.options;
    const last = before?.at(-1);
    if (last === undefined) throw new Error('No collection is offered.');
    await home.follow(home.channelId, last.value);

    const after = inputsOf(modalOf(await home.admin.command('alerts add'))).get('Collections')?.options;

    expect(after?.map(({ value }) => value)).toEqual([
      last.value,
      ...(before ?? []).slice(0, -1).map(({ value }) => value),
    ]);
  });

  it('shows the preview of what was asked for, which Confirm sets up', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId, role, modal, known } = await openModal(world);

    const draft = await admin.submit(modal, {
      topics: ['sale', 'listing'],
      known: [known],
      others: 'deep-sea-post',
      price: '1 - 5.5',
      role: [role],
    });
    const confirmed = await admin.press(messageOf(draft), 'Confirm');

    expect(textOf(draft)).toContain(`**New alert in <#${channelId}>**`);
    expect(textOf(draft)).toMatch(/Sales, Listings · .*Lantern Foxes.* · 1 S to 5\.5 S/);
    expect(textOf(draft)).toContain('Deep Sea Post');
    expect(textOf(draft)).toContain(`<@&${role}>`);
    expect(draft.ephemeral).toBe(true);
    expect(textOf(confirmed)).toMatch(/^✅/);
    expect(await listOf(admin)).toContain('#1');
  });

  it('leads to a preview whose buttons open modals with what was asked for', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const modal = modalOf(await admin.command('alerts add', { channel: channelId }));
    const draft = messageOf(await admin.submit(modal, { others: FOXES, price: '100' }));

    const filter = await admin.press(draft, 'Edit filter');

    const shown = JSON.stringify(modalOf(filter).components);
    expect(shown).toContain('"value":"Lantern Foxes"');
    expect(shown).toContain('"value":"100"');
    expect(customIdOf(draft, 'Confirm')).toMatch(/^do\.draft-confirm\./);
  });

  it.each([
    ['-5', 'up to 5 S'],
    ['2–', '2 S and up'],
    ['3', '3 S and up'],
    ['1.5k-2k', '1,500 S to 2,000 S'],
  ])('reads the price %s', async (price, words) => {
    await using world = await startBotWorld();
    await world.start();
    const { admin } = world.home;
    const modal = modalOf(await admin.command('alerts add'));
    expect(textOf(await admin.submit(modal, { price }))).toContain(`Sales · all collections · ${words}`);
  });

  it('says what it cannot read, and opens again with what was typed', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, role, modal, known } = await openModal(world);

    const refused = await admin.submit(modal, {
      topics: ['listing'],
      known: [known],
      others: 'no such collection',
      price: '1-cheap',
      role: [role],
    });
    const again = modalOf(await admin.press(messageOf(refused), 'Try again'));
    const inputs = inputsOf(again);
    const draft = await admin.submit(again, { others: '', price: '1-5' });

    expect(textOf(refused)).toContain('no such collection');
    expect(textOf(refused)).toContain('“cheap” in **Price**');
    expect(chosenIn(inputs.get('What to post'))).toEqual(['Listings']);
    expect(chosenIn(inputs.get('Collections')).join()).toContain('Lantern Foxes');
    expect(inputs.get('Other collections')?.value).toBe('no such collection');
    expect(inputs.get('Price')?.value).toBe('1-cheap');
    expect(inputs.get('Role to ping')?.default_values?.map(({ id }) => id)).toEqual([role]);
    expect(textOf(draft)).toContain('Listings · Lantern Foxes · 1 S to 5 S');
    expect(draft.outcome).toBe('updated');
    expect(textOf(await admin.press(messageOf(draft), 'Confirm'))).toMatch(/^✅/);
  });

  it('names the channel where it cannot post before it asks anything, and checks it again', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, channelId } = world.home;
    const modal = modalOf(await admin.command('alerts add', { channel: channelId }));
    deny(world, channelId, 0x4000n);

    const refused = await admin.command('alerts add', { channel: channelId });
    const late = await admin.submit(modal, {});
    allow(world, channelId);
    const again = await admin.press(messageOf(late), 'Try again');

    expect(refused.modal).toBeNull();
    expect(textOf(refused)).toContain('Embed Links');
    expect(textOf(late)).toContain('Embed Links');
    expect(textOf(await admin.submit(modalOf(again), {}))).toContain('Sales · all collections');
  });

  it('is for those who may manage alerts', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin, member } = world.home;
    const modal = modalOf(await admin.command('alerts add'));
    expect(textOf(await member.command('alerts add'))).toContain('You need the “Manage Server” permission');
    expect(textOf(await member.submit(modal, {}))).toContain('You need the “Manage Server” permission');
  });

  it('is left out for those who type options', async () => {
    await using world = await startBotWorld();
    await world.start();
    const { admin } = world.home;
    const draft = await admin.command('alerts add', { alerts: 'mints' });
    expect(draft.modal).toBeNull();
    expect(textOf(draft)).toContain('Mints · all collections');
  });
});
