import { type APIMessage, ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import { type Person, type Reply, UnavailableActionError } from '../../../sandbox/discord/local-discord.ts';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import type { BotWorld } from '../../support/bot-world.ts';
import { FOXES } from '../../support/sell-foxes.ts';

/** One interaction, what the bot sent as its response, and what the person saw. */
export interface Exchange {
  readonly kind: 'command' | 'autocomplete' | 'button' | 'menu' | 'modal';
  readonly what: string;
  /** The bot's requests with their bodies, and the person's view, as JSON. */
  readonly text: string;
  readonly hasFile: boolean;
}

const componentSchema = z.looseObject({
  type: z.number(),
  custom_id: z.string().optional(),
  label: z.string().optional(),
  disabled: z.boolean().optional(),
  options: z.array(z.looseObject({ value: z.string() })).default([]),
});
type Component = z.infer<typeof componentSchema>;

/** Between two interactions, so that the bot does not take them for a flood. */
const PAUSE_MS = 1_000;

/** Ids that the bot makes at random, as they stand in custom ids: 9 bytes in base64url, with the number of a menu behind some. */
const RANDOM_ID = /(?<=[.:])[\w-]{12}(?=[.:"\\~])/g;

function componentsOf(message: APIMessage): readonly Component[] {
  const rows = z
    .array(z.looseObject({ components: z.array(z.unknown()).default([]) }))
    .parse(message.components ?? []);
  return rows.flatMap(({ components }) => components.map((one) => componentSchema.parse(one)));
}

/**
 * Uses every command with its completions, and every button, menu and modal of each answer. All ids of the local Discord, and all
 * times, depend only on the order, provided that the world's clock stands still.
 */
export async function useEverything(world: BotWorld): Promise<readonly Exchange[]> {
  const { home, discord, marketplace } = world;
  const exchanges: Exchange[] = [];
  const requests: unknown[] = [];
  const randomIds = new Map<string, string>();
  discord.onRequest(({ method, route, body, fileNames, status }) => {
    if (route?.startsWith('/interactions/') === true || route?.startsWith('/webhooks/') === true)
      requests.push({ method, route, body, fileNames, status });
  });
  const { id: roleId } = discord.createRole({ guildId: home.guildId, name: 'whales', mentionable: true });
  const letters = home.addChannel('letters');

  /** What is different in every process: ports, and random ids in the order in which they appear. */
  function withoutChance(text: string): string {
    return text
      .replaceAll(marketplace.url, 'http://marketplace')
      .replaceAll(discord.url, 'http://discord')
      .replaceAll(RANDOM_ID, (id) => {
        const name = randomIds.get(id) ?? `random-${randomIds.size + 1}`;
        randomIds.set(id, name);
        return name;
      });
  }

  async function exchange<Seen>(
    kind: Exchange['kind'],
    what: string,
    act: () => Promise<Seen>,
    describe: (seen: Seen) => unknown,
  ): Promise<Seen | null> {
    requests.length = 0;
    world.clock.advance(PAUSE_MS);
    let seen: Seen | null = null;
    let view: unknown;
    try {
      seen = await act();
      view = describe(seen);
    } catch (error) {
      if (!(error instanceof UnavailableActionError)) throw error;
      view = error.message;
    }
    const text = withoutChance(JSON.stringify({ view, requests }));
    exchanges.push({ kind, what, text, hasFile: /"fileNames":\["/.test(text) });
    return seen;
  }

  function reply(person: Person, kind: Exchange['kind'], what: string, act: () => Promise<Reply>) {
    return exchange(kind, what, act, ({ outcome, ephemeral, message, modal }) => ({
      outcome,
      ephemeral,
      message,
      modal,
      files: (message?.attachments ?? []).map((file) => person.download(file).text),
    }));
  }

  /** The values to choose in a menu; `null` for a component that is none. */
  function valuesFor({ type, options }: Component): readonly string[] | null {
    switch (type) {
      case ComponentType.StringSelect:
        return options.slice(0, 1).map(({ value }) => value);
      case ComponentType.ChannelSelect:
        return [letters];
      case ComponentType.RoleSelect:
      case ComponentType.MentionableSelect:
        return [roleId];
      case ComponentType.UserSelect:
        return [home.adminId];
      default:
        return null;
    }
  }

  /** Presses every button of a message, chooses in every menu, and submits every modal as it is. */
  async function useComponents(person: Person, what: string, { message }: Reply): Promise<void> {
    if (message === null) return;
    for (const component of componentsOf(message)) {
      const { custom_id: customId, label, disabled } = component;
      if (customId === undefined || disabled === true) continue;
      const values = valuesFor(component);
      const name = `${what} › ${label ?? 'menu'}`;
      const answered = await reply(person, values === null ? 'button' : 'menu', name, () =>
        values === null ? person.press(message, customId) : person.select(message, customId, values),
      );
      const modal = answered?.modal ?? null;
      if (modal !== null) await reply(person, 'modal', name, () => person.submit(modal, {}));
    }
  }

  async function command(person: Person, name: string, options: OptionValues = {}): Promise<Reply | null> {
    const answered = await reply(person, 'command', name, () => person.command(name, options));
    if (answered !== null) await useComponents(person, name, answered);
    const modal = answered?.modal ?? null;
    if (modal !== null) {
      const submitted = await reply(person, 'modal', name, () => person.submit(modal, {}));
      if (submitted !== null) await useComponents(person, name, submitted);
    }
    return answered;
  }

  async function complete(
    person: Person,
    name: string,
    options: OptionValues,
    focused: string,
  ): Promise<void> {
    await exchange(
      'autocomplete',
      `${name} ${focused}`,
      () => person.autocomplete(name, options, focused),
      (choices) => choices,
    );
  }

  const { admin, member, channelId } = home;
  await complete(member, 'collection info', { collection: 'fox' }, 'collection');
  await command(member, 'collection info', { collection: FOXES });
  await command(member, 'collection info', { collection: 'nothing of the kind' });
  await command(member, 'collection chart', { collection: FOXES, what: 'volume', period: '24h' });
  await command(member, 'collection list');
  await command(member, 'collection tokens', { collection: FOXES });
  await complete(member, 'collection tokens', { collection: FOXES, trait: '' }, 'trait');
  await complete(member, 'collection tokens', { collection: FOXES, trait: 'Background', value: '' }, 'value');
  await command(member, 'collection traits', { collection: FOXES });
  await command(member, 'collection holders', { collection: FOXES, minimum: 2 });
  await command(member, 'collection top', { collection: FOXES });
  await complete(member, 'token', { token: '1' }, 'token');
  await command(member, 'token', { token: '12', collection: FOXES });
  await command(member, 'profile show', { who: `0x${'d'.repeat(40)}` });
  await command(member, 'profile nfts', { who: `0x${'d'.repeat(40)}` });
  await complete(member, 'auction show', { auction: '' }, 'auction');
  await command(member, 'auction list');
  await command(member, 'auction show', { auction: 'Deep Sea Post' });
  await command(member, 'auction list', { status: 'ended' });
  await command(member, 'activity');
  await command(member, 'activity', { collection: FOXES });
  await command(member, 'collection tokens', { collection: FOXES, sort: 'rarest', listed: true });
  await command(member, 'token', { token: '999999', collection: FOXES });
  await command(member, 'status');
  await command(member, 'help');
  await command(member, 'alerts list');

  await command(member, 'watch add', { when: 'collection.floor_falls', what: FOXES, price: '5' });
  await command(member, 'watch add', { when: 'wallet.outbid' });
  await complete(member, 'watch add', { when: 'collection.floor_falls', what: 'lan' }, 'what');
  await command(member, 'watch me', { add: `0x${'d'.repeat(40)}` });
  await command(member, 'watch list');
  await command(member, 'watch pause', { watch: '1' });
  await complete(member, 'watch resume', { watch: '' }, 'watch');
  await command(member, 'watch resume', { watch: '1' });
  await command(member, 'watch quiet', { from: '22:00', to: '08:00', time_zone: 'Europe/Berlin' });
  await command(member, 'watch export');
  await command(member, 'watch silence', { duration: '1 hour' });
  await command(member, 'watch silence');
  await command(member, 'watch remove', { watch: 'all' });
  await command(member, 'watch forget');

  await complete(admin, 'alerts add', { channel: channelId, collection: 'fox' }, 'collection');
  await complete(admin, 'alerts add', { channel: channelId, alerts: 'sal' }, 'alerts');
  await command(admin, 'alerts add', { channel: channelId });
  await command(admin, 'alerts add', { channel: channelId, collection: FOXES });
  await command(admin, 'alerts add', { channel: letters, alerts: 'Sales, Auctions', price_from: '2' });
  await command(admin, 'alerts add', { channel: letters, collection: 'nothing of the kind' });
  await command(admin, 'alerts add', { channel: letters, price_from: 'a lot' });
  await command(admin, 'alerts recap', { channel: letters, recap_hour: '9' });
  await complete(admin, 'alerts edit', { alert: '' }, 'alert');
  await command(admin, 'alerts edit', { alert: '1', price_from: '1.5' });
  await command(admin, 'alerts list');
  await command(admin, 'alerts pause', { alert: '1' });
  await command(admin, 'alerts resume', { alert: '1' });
  await command(admin, 'alerts copy', { alert: '1', channel: letters });
  await command(admin, 'alerts test', { alert: '1' });
  await command(admin, 'alerts channel', { channel: letters });
  await command(admin, 'alerts channel', { channel: letters, ping_role: roleId, look: 'compact' });
  await command(admin, 'alerts health');
  const exported = await command(admin, 'alerts export');
  const [file] = exported?.message?.attachments ?? [];
  const content = file === undefined ? '' : admin.download(file).text;
  await command(admin, 'alerts import', { file: { name: 'alerts.json', content }, mode: 'replace' });
  await command(admin, 'alerts import', { file: { name: 'alerts.json', content: '{' } });
  await command(admin, 'alerts remove', { alert: '1' });
  await complete(admin, 'silence add', { duration: '8' }, 'duration');
  await command(admin, 'silence add', { duration: '4 hours', collection: FOXES });
  await command(admin, 'silence add', { duration: 'soon' });
  await command(admin, 'silence list');
  await complete(admin, 'template', { placeholder: 'price' }, 'placeholder');
  await command(admin, 'template', { channel: letters });
  await command(admin, 'template', { topic: 'floor', placeholder: '{floor}' });
  await command(admin, 'why');
  await command(admin, 'why', { what: 'nothing like it' });
  await command(admin, 'settings view');
  await command(admin, 'settings ticker');
  await command(admin, 'settings set', { language: 'en-IN', currency: 'before' });
  await complete(admin, 'settings set', { time_zone: 'zur' }, 'time_zone');
  await command(admin, 'settings export');
  await command(admin, 'settings reset');
  await command(admin, 'settings erase');
  return exchanges;
}
