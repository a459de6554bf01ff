import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelSelectMenuBuilder,
  type ChatInputCommandInteraction,
  Client,
  GatewayIntentBits,
  type Interaction,
  InteractionContextType,
  LabelBuilder,
  ModalBuilder,
  type ModalSubmitInteraction,
  PermissionFlagsBits,
  RoleSelectMenuBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { makeRequest } from '#src/discord/rest/request.ts';
import { createLedgerCheck } from '../../../sandbox/demo/ledger-check.ts';
import { createScenario, type Scenario } from '../../../sandbox/demo/scenario.ts';
import { type LocalDiscord, startLocalDiscord } from '../../../sandbox/discord/local-discord.ts';
import { type EmbeddedMarketplace, startMarketplace } from '../../../sandbox/marketplace/marketplace.ts';
import type { PageEvent } from '../../../sandbox/web/contract.ts';
import { createControlPanel, type PanelDeps } from '../../../sandbox/web/control/panel.ts';
import { type ServedPage, servePage } from '../../../sandbox/web/server.ts';

/** An answer over HTTP; the body is parsed JSON. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The events that a page receives. */
export interface EventStream extends Disposable {
  readonly heard: readonly PageEvent[];
  /** The first matching event, past or to come. Rejects after five seconds. */
  first(meant: (event: PageEvent) => boolean): Promise<PageEvent>;
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
}

/** The demo's servers and users, a paused market, and the page over real HTTP. */
export interface PageWorld extends AsyncDisposable {
  readonly discord: LocalDiscord;
  readonly marketplace: EmbeddedMarketplace;
  readonly scenario: Scenario;
  readonly page: ServedPage;
  readonly admin: string;
  readonly member: string;
  /** Signals that the panel sent to the bot's process. */
  readonly signals: readonly string[];
  channel(name: string): string;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  listen(as: string): Promise<EventStream>;
  /** Replaces the text of a message of the bot. */
  edit(channelId: string, messageId: string, content: string): Promise<void>;
  /** Posts a message, or its text alone, as the bot, over the REST API; returns the status and the message's id. */
  say(
    channelId: string,
    message: string | Readonly<Record<string, unknown>>,
  ): Promise<{ readonly status: number; readonly id: string }>;
}

const WAIT_MS = 5_000;
/** Of the one who watches. */
export const WATCHERS_WALLET = '0x00000000000000000000000000000000000000a1';

async function parsed(response: Response): Promise<Answer> {
  return { status: response.status, body: await response.json() };
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<PageEvent> {
  let text = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks)
      if (block.startsWith('data: ')) yield JSON.parse(block.slice('data: '.length));
  }
}

async function listenTo(url: string): Promise<EventStream> {
  const stop = new AbortController();
  const { body } = await fetch(url, { signal: stop.signal });
  if (body === null) throw new Error('The events have no body.');
  const heard: PageEvent[] = [];
  const waiting = new Set<() => void>();
  const follow = async (): Promise<void> => {
    for await (const event of eventsOf(body)) {
      heard.push(event);
      for (const look of waiting) look();
    }
  };
  const ended = follow().catch(() => undefined);
  return {
    heard,
    ended,
    first: (meant) =>
      new Promise((resolve, reject) => {
        const deadline = setTimeout(() => reject(new Error('No such event came.')), WAIT_MS);
        const look = (): void => {
          const found = heard.find(meant);
          if (found === undefined) return;
          clearTimeout(deadline);
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    [Symbol.dispose]: () => stop.abort(),
  };
}

/** Starts everything except the bot (see `connectBot`). @param nodes several bots, for the panel; left out, there is one */
export async function startPageWorld(nodes: PanelDeps['nodes'] = null): Promise<PageWorld> {
  const parts = new AsyncDisposableStack();
  const marketplace = parts.use(await startMarketplace({ salesPerMinute: 0, startPaused: true }));
  const discord = parts.use(await startLocalDiscord({ rateLimits: false }));
  const scenario = createScenario(discord, marketplace);
  const signals: string[] = [];
  const panel = parts.use(
    createControlPanel({
      discord,
      marketplace,
      check: createLedgerCheck(discord, marketplace, scenario, Date.now),
      bot: { restarts: () => signals.length, kill: (signal) => void signals.push(signal) },
      nodes,
      botId: scenario.botId,
      outbidWallets: (userId) => (userId === scenario.watcherId ? [WATCHERS_WALLET] : []),
      suggestedWallet: WATCHERS_WALLET,
      channelIds: scenario.ruleSetups.map(({ channelId }) => channelId),
    }),
  );
  const page = parts.use(
    await servePage({
      port: 0,
      orAnyPort: false,
      discord,
      marketplaceUrl: marketplace.url,
      people: scenario.people,
      landingChannelId: null,
      applicationId: scenario.applicationId,
      panel,
      onVisit: () => undefined,
    }),
  );
  const [admin = '', member = ''] = scenario.people.map(({ id }) => id);
  return {
    discord,
    marketplace,
    scenario,
    page,
    admin,
    member,
    signals,
    channel(name) {
      const found = scenario.channels.find((channel) => channel.name === name);
      if (found === undefined) throw new Error(`The scene has no ${name}.`);
      return found.id;
    },
    get: async (path) => parsed(await fetch(`${page.url}${path}`)),
    post: async (path, body) =>
      parsed(
        await fetch(`${page.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    listen: (as) => listenTo(`${page.url}/web/events?as=${as}`),
    async edit(channelId, messageId, content) {
      await fetch(`${discord.apiUrl}/v10/channels/${channelId}/messages/${messageId}`, {
        method: 'PATCH',
        headers: { authorization: `Bot ${scenario.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ content }),
      });
    },
    async say(channelId, given) {
      const response = await fetch(`${discord.apiUrl}/v10/channels/${channelId}/messages`, {
        method: 'POST',
        headers: { authorization: `Bot ${scenario.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(typeof given === 'string' ? { content: given } : given),
      });
      const message: unknown = await response.json();
      const id = typeof message === 'object' && message !== null && 'id' in message ? String(message.id) : '';
      return { status: response.status, id };
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

const EVERYWHERE = {
  contexts: [
    InteractionContextType.Guild,
    InteractionContextType.BotDM,
    InteractionContextType.PrivateChannel,
  ],
  integrationTypes: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
};
const IN_SERVERS = {
  contexts: [InteractionContextType.Guild],
  integrationTypes: [ApplicationIntegrationType.GuildInstall],
};

const COMMANDS = [
  { name: 'Watch this', type: ApplicationCommandType.Message as const, ...EVERYWHERE },
  { name: 'whisper', description: 'Answers for one person only' },
  { name: 'form', description: 'Opens a form' },
  { name: 'silence', description: 'Is never answered' },
  { name: 'report', description: 'Gives a file' },
  {
    name: 'read',
    description: 'Reads a file',
    options: [
      {
        type: ApplicationCommandOptionType.Attachment as const,
        name: 'file',
        description: 'Which',
        required: true,
      },
    ],
  },
  { name: 'choose', description: 'Opens a form with menus' },
  {
    name: 'shout',
    description: 'Answers for all',
    options: [
      {
        type: ApplicationCommandOptionType.String as const,
        name: 'text',
        description: 'What to say',
        required: true,
        autocomplete: true,
      },
    ],
  },
  {
    name: 'rules',
    description: 'Only for whoever manages the server',
    ...IN_SERVERS,
    default_member_permissions: String(PermissionFlagsBits.ManageGuild),
  },
];

function controls() {
  const buttons = new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId('louder').setLabel('Louder').setStyle(ButtonStyle.Primary),
  );
  const menu = new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
    new StringSelectMenuBuilder()
      .setCustomId('tone')
      .addOptions({ label: 'Kind', value: 'kind' }, { label: 'Stern', value: 'stern' }),
  );
  return [buttons, menu];
}

function form(): ModalBuilder {
  const field = new TextInputBuilder().setCustomId('words').setLabel('Words').setStyle(TextInputStyle.Short);
  return new ModalBuilder()
    .setCustomId('form')
    .setTitle('A form')
    .addComponents(new ActionRowBuilder<TextInputBuilder>().addComponents(field));
}

function menus(): ModalBuilder {
  const role = new RoleSelectMenuBuilder().setCustomId('role');
  const where = new ChannelSelectMenuBuilder().setCustomId('where').setRequired(false);
  return new ModalBuilder()
    .setCustomId('menus')
    .setTitle('Menus')
    .addLabelComponents(
      new LabelBuilder().setLabel('Role').setRoleSelectMenuComponent(role),
      new LabelBuilder().setLabel('Place').setChannelSelectMenuComponent(where),
    );
}

async function readAloud({ options }: ChatInputCommandInteraction): Promise<string> {
  const { name, url } = options.getAttachment('file', true);
  return `${name}: ${await (await fetch(url)).text()}`;
}

function submitted({ customId, fields }: ModalSubmitInteraction): string {
  if (customId === 'form') return fields.getTextInputValue('words');
  const place = fields.getSelectedChannels('where')?.first()?.name ?? 'nowhere';
  return `${fields.getSelectedRoles('role', true).first()?.name} ${place}`;
}

async function answer(interaction: Interaction): Promise<unknown> {
  if (interaction.isAutocomplete()) return interaction.respond([{ name: 'Hello', value: 'hello' }]);
  if (interaction.isButton()) return interaction.update({ content: 'LOUDER' });
  if (interaction.isStringSelectMenu()) return interaction.update({ content: interaction.values.join() });
  if (interaction.isModalSubmit()) return interaction.reply({ content: submitted(interaction) });
  if (interaction.isMessageContextMenuCommand())
    return interaction.reply({
      content: `Watched: ${interaction.targetMessage.content}`,
      flags: ['Ephemeral'],
    });
  if (!interaction.isChatInputCommand()) return undefined;
  switch (interaction.commandName) {
    case 'whisper':
      return interaction.reply({ content: 'Psst', flags: ['Ephemeral'] });
    case 'form':
      return interaction.showModal(form());
    case 'choose':
      return interaction.showModal(menus());
    case 'read':
      return interaction.reply(await readAloud(interaction));
    case 'report': {
      const files = [new AttachmentBuilder(Buffer.from('{"alerts":[]}'), { name: 'alerts.json' })];
      return interaction.reply({ content: 'Here', files });
    }
    case 'shout':
      return interaction.reply({
        content: interaction.options.getString('text', true),
        components: controls(),
      });
    default:
      return undefined;
  }
}

/** A small bot with a command for each kind of interaction. */
export async function connectBot({ discord, scenario }: PageWorld): Promise<AsyncDisposable> {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: discord.apiUrl, makeRequest },
  });
  client.on('interactionCreate', (interaction) => void answer(interaction));
  const ready = new Promise<Client<true>>((resolve) => client.once('clientReady', resolve));
  await client.login(scenario.token);
  await (await ready).application.commands.set(COMMANDS);
  return { [Symbol.asyncDispose]: () => client.destroy() };
}
