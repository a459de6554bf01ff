import type { Gateway } from './gateway.ts';
import { APPLICATION_ID, channelPayload, memberNumbered, permissionsIn } from './payloads.ts';
import type { InteractionAnswer } from './server.ts';
import { type DiscordState, GUILD_ID, type SimulatedChannel } from './state.ts';

/** A value of a slash command's option. */
export interface CommandOption {
  readonly name: string;
  readonly value: string | boolean | number;
  readonly type: 'text' | 'channel' | 'yes or no' | 'number';
}

/** What the bot showed in the end. */
export interface AdminScreen {
  readonly text: string;
  /** Custom ids of its buttons by their labels. */
  readonly buttons: ReadonlyMap<string, string>;
}

/** An admin of the server who gives commands and presses buttons. */
export interface Admin {
  /**
   * Runs `/command subcommand` in a channel and then presses the first of the buttons with one of these labels.
   * @param done called with what the bot showed last
   */
  run(
    what: {
      readonly command: string;
      readonly subcommand: string;
      readonly options: readonly CommandOption[];
      readonly press?: readonly string[];
    },
    done: (screen: AdminScreen) => void,
  ): void;
  answered(answer: InteractionAnswer): void;
  /** The bot's process ended: no answer comes any more. */
  forget(): void;
}

const OPTION_TYPES = { text: 3, number: 4, 'yes or no': 5, channel: 7 } as const;
const COMMAND = 2;
const COMPONENT = 3;
/** Callbacks that only say that an answer comes later. */
const DEFERRED = new Set([5, 6]);

interface Shown {
  readonly content?: string;
  readonly embeds?: readonly {
    readonly title?: string;
    readonly description?: string;
    readonly fields?: readonly { readonly name: string; readonly value: string }[];
  }[];
  readonly components?: readonly {
    readonly components?: readonly { readonly label?: string; readonly custom_id?: string }[];
  }[];
}

function screenOf({ content = '', embeds = [], components = [] }: Shown): AdminScreen {
  const texts = embeds.flatMap(({ title = '', description = '', fields = [] }) => [
    title,
    description,
    ...fields.map(({ name, value }) => `${name}: ${value}`),
  ]);
  const buttons = components.flatMap(({ components: row = [] }) =>
    row.flatMap(({ label, custom_id }) =>
      label === undefined || custom_id === undefined ? [] : [[label, custom_id] as const],
    ),
  );
  return { text: [content, ...texts].join('\n'), buttons: new Map(buttons) };
}

export function createAdmin(deps: { readonly state: DiscordState; readonly gateway: Gateway }): Admin {
  const { state, gateway } = deps;
  /** What follows the answer to an interaction, by its token. */
  let commands = 0;
  const open = new Map<string, (screen: AdminScreen) => void>();

  function interact(
    type: number,
    channel: SimulatedChannel,
    fields: object,
    member: object,
    then: (screen: AdminScreen) => void,
  ): void {
    const id = state.newId();
    const token = `token-${id}`;
    open.set(token, then);
    gateway.dispatch('INTERACTION_CREATE', {
      id,
      application_id: APPLICATION_ID,
      type,
      token,
      version: 1,
      guild_id: GUILD_ID,
      guild: { id: GUILD_ID, locale: 'en-US', features: [] },
      guild_locale: 'en-US',
      channel_id: channel.id,
      channel: { ...channelPayload(channel), permissions: permissionsIn(channel) },
      member,
      app_permissions: permissionsIn(channel),
      locale: 'en-US',
      entitlements: [],
      authorizing_integration_owners: { '0': GUILD_ID },
      context: 0,
      attachment_size_limit: 10_485_760,
      ...fields,
    });
  }

  return {
    run({ command, subcommand, options, press = [] }, done) {
      const [first] = state.channels.values();
      if (first === undefined || !gateway.isReady) return;
      const channels = options
        .filter(({ type }) => type === 'channel')
        .map(({ value }) => state.channel(String(value)));
      const data = {
        id: '930000',
        name: command,
        type: 1,
        resolved: {
          channels: Object.fromEntries(
            channels.map((channel) => [
              channel.id,
              { ...channelPayload(channel), permissions: permissionsIn(channel) },
            ]),
          ),
        },
        options: [
          {
            type: 1,
            name: subcommand,
            options: options.map(({ name, type, value }) => ({ name, type: OPTION_TYPES[type], value })),
          },
        ],
      };
      // Another one each time: the bot limits how much one of them may ask for at once.
      commands += 1;
      const member = memberNumbered(commands);
      interact(COMMAND, first, { data }, member, (screen) => {
        const label = press.find((wanted) => screen.buttons.has(wanted));
        const customId = label === undefined ? undefined : screen.buttons.get(label);
        if (customId === undefined) {
          done(screen);
          return;
        }
        const message = {
          id: state.newId(),
          channel_id: first.id,
          type: 20,
          content: '',
          embeds: [],
          components: [],
          author: { id: APPLICATION_ID, username: 'gavel', discriminator: '0', avatar: null, bot: true },
          timestamp: new Date().toISOString(),
          edited_timestamp: null,
          attachments: [],
          mentions: [],
          mention_roles: [],
          mention_everyone: false,
          pinned: false,
          tts: false,
        };
        interact(
          COMPONENT,
          first,
          { data: { custom_id: customId, component_type: 2 }, message },
          member,
          done,
        );
      });
    },
    answered({ token, body }) {
      const { type, data } = body as { readonly type?: number; readonly data?: Shown };
      if (type !== undefined && DEFERRED.has(type)) return;
      const then = open.get(token);
      if (then === undefined) return;
      open.delete(token);
      then(screenOf(data ?? {}));
    },
    forget: () => open.clear(),
  };
}
