import type { Gateway } from './gateway.ts';
import { APPLICATION_ID, byAdmin, byPerson, channelPayload, permissionsIn } from './payloads.ts';
import type { InteractionAnswer } from './server.ts';
import type { DiscordState, SimulatedChannel } from './state.ts';

/** A value of a slash command's option. */
export interface CommandOption {
  readonly name: string;
  readonly value: string | boolean | number;
  readonly type: 'text' | 'channel' | 'yes or no' | 'number' | 'role';
}

/** What the bot showed in the end. */
export interface AdminScreen {
  readonly text: string;
  /** Custom ids of its buttons by their labels. */
  readonly buttons: ReadonlyMap<string, string>;
  /** The form that the bot opened. */
  readonly form: Form | null;
}

/** A form with its inputs of text and of roles, as the bot filled them. */
interface Form {
  readonly customId: string;
  readonly inputs: readonly {
    readonly customId: string;
    readonly value: string;
    /** Ids of the chosen roles, in a menu of roles. */
    readonly roles: readonly string[] | null;
  }[];
}

/** `/command subcommand`, or `/command` alone, and then a press of the first of the buttons with one of these labels. */
interface CommandRun {
  readonly command: string;
  readonly subcommand: string | null;
  readonly options: readonly CommandOption[];
  readonly press?: readonly string[];
  /** What is typed into the form behind a button before that, by the ids of its inputs. */
  readonly form?: { readonly button: string; readonly texts: Readonly<Record<string, string>> };
}

/** Somebody who is no admin, and where they use a command. */
export interface CommandUser {
  readonly userId: string;
  readonly where: 'server' | 'direct messages';
}

/** People of the server who give commands and press buttons. */
export interface Admin {
  /**
   * Does so as an admin.
   * @param done called with what the bot showed last
   */
  run(what: CommandRun, done: (screen: AdminScreen) => void): void;
  /**
   * Does so as somebody else. Returns whether the bot was there.
   * @param on.done called with what the bot showed last
   * @param on.followedUp called with what the bot said after the answer to the command, or to the press
   */
  runAs(
    user: CommandUser,
    what: CommandRun,
    on: { readonly done: (screen: AdminScreen) => void; readonly followedUp: (screen: AdminScreen) => void },
  ): boolean;
  answered(answer: InteractionAnswer): void;
  /** The bot's process ended: no answer comes any more. */
  forget(): void;
}

const OPTION_TYPES = { text: 3, number: 4, 'yes or no': 5, channel: 7, role: 8 } as const;
const COMMAND = 2;
const COMPONENT = 3;
const FORM = 5;
const LABEL = 18;
const TEXT_INPUT = 4;
const ROLE_SELECT = 6;
/** Callbacks that only say that an answer comes later. */
const DEFERRED = new Set([5, 6]);

interface Shown {
  readonly content?: string;
  readonly embeds?: readonly {
    readonly title?: string;
    readonly description?: string;
    readonly fields?: readonly { readonly name: string; readonly value: string }[];
  }[];
  /** Of a form. */
  readonly custom_id?: string;
  readonly components?: readonly {
    readonly components?: readonly { readonly label?: string; readonly custom_id?: string }[];
    readonly component?: {
      readonly type?: number;
      readonly custom_id?: string;
      readonly value?: string;
      readonly default_values?: readonly { readonly id: string }[];
    };
  }[];
}

function screenOf({ content = '', embeds = [], components = [], custom_id: formId }: Shown): AdminScreen {
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
  const inputs = components.flatMap(({ component }) =>
    component?.custom_id === undefined
      ? []
      : [
          {
            customId: component.custom_id,
            value: component.value ?? '',
            roles:
              component.type === ROLE_SELECT ? (component.default_values ?? []).map(({ id }) => id) : null,
          },
        ],
  );
  const form = formId === undefined ? null : { customId: formId, inputs };
  return { text: [content, ...texts].join('\n'), buttons: new Map(buttons), form };
}

/** @param deps.onInteraction called with the token of each interaction */
export function createAdmin(deps: {
  readonly state: DiscordState;
  readonly gateway: Gateway;
  readonly onInteraction: (token: string) => void;
}): Admin {
  const { state, gateway, onInteraction } = deps;
  let commands = 0;
  /** What follows the answer to an interaction, and further ones, by its token. */
  const open = new Map<string, (screen: AdminScreen) => void>();
  const answered = new Map<string, (screen: AdminScreen) => void>();

  /** Where an interaction is made and by whom, and what is done with what the bot says after its answer. */
  interface Acting {
    readonly channel: SimulatedChannel;
    readonly by: object;
    readonly followedUp: (screen: AdminScreen) => void;
  }

  function interact(
    type: number,
    { by, followedUp }: Acting,
    fields: object,
    then: (screen: AdminScreen) => void,
  ): void {
    const id = state.newId();
    const token = `token-${id}`;
    open.set(token, then);
    answered.set(token, followedUp);
    onInteraction(token);
    gateway.dispatch('INTERACTION_CREATE', {
      id,
      application_id: APPLICATION_ID,
      type,
      token,
      version: 1,
      locale: 'en-US',
      entitlements: [],
      attachment_size_limit: 10_485_760,
      ...by,
      ...fields,
    });
  }

  /** An answer of the bot, whose components are used. */
  const answerIn = ({ channel }: Acting) => ({
    id: state.newId(),
    channel_id: channel.id,
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
  });

  function press(acting: Acting, customId: string, done: (screen: AdminScreen) => void): void {
    const data = { custom_id: customId, component_type: 2 };
    interact(COMPONENT, acting, { data, message: answerIn(acting) }, done);
  }

  function submit(
    acting: Acting,
    { customId, inputs }: Form,
    texts: Readonly<Record<string, string>>,
    done: (screen: AdminScreen) => void,
  ): void {
    const components = inputs.map((input, at) => ({
      type: LABEL,
      id: 2 * at + 1,
      component: {
        id: 2 * at + 2,
        custom_id: input.customId,
        ...(input.roles === null
          ? { type: TEXT_INPUT, value: texts[input.customId] ?? input.value }
          : { type: ROLE_SELECT, values: input.roles }),
      },
    }));
    const data = { custom_id: customId, components };
    interact(FORM, acting, { data, message: answerIn(acting) }, done);
  }

  /** Presses the first of the buttons that the screen has. */
  function pressFirst(
    acting: Acting,
    labels: readonly string[],
    screen: AdminScreen,
    done: (screen: AdminScreen) => void,
  ): void {
    const label = labels.find((wanted) => screen.buttons.has(wanted));
    const customId = label === undefined ? undefined : screen.buttons.get(label);
    if (customId === undefined) done(screen);
    else press(acting, customId, done);
  }

  function use(
    { command, subcommand, options, press: labels = [], form }: CommandRun,
    acting: Acting,
    done: (screen: AdminScreen) => void,
  ): void {
    const channels = options
      .filter(({ type }) => type === 'channel')
      .map(({ value }) => state.channel(String(value)));
    const given = options.map(({ name, type, value }) => ({ name, type: OPTION_TYPES[type], value }));
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
      options: subcommand === null ? given : [{ type: 1, name: subcommand, options: given }],
    };
    interact(COMMAND, acting, { data }, (screen) => {
      if (form === undefined) return pressFirst(acting, labels, screen, done);
      pressFirst(acting, [form.button], screen, (opened) => {
        if (opened.form === null) done(opened);
        else submit(acting, opened.form, form.texts, (changed) => pressFirst(acting, labels, changed, done));
      });
    });
  }

  return {
    run(what, done) {
      const [channel] = state.channels.values();
      if (channel === undefined || !gateway.isReady) return;
      // Another one each time: the bot limits how much one of them may ask for at once.
      commands += 1;
      use(what, { channel, by: byAdmin(channel, commands), followedUp: () => undefined }, done);
    },
    runAs({ userId, where }, what, { done, followedUp }) {
      const [inServer] = state.channels.values();
      const channel = where === 'server' ? inServer : state.directMessageChannel(userId);
      if (channel === undefined || !gateway.isReady) return false;
      use(what, { channel, by: byPerson(channel, userId), followedUp }, done);
      return true;
    },
    answered({ token, body }) {
      const { type, data } = body as { readonly type?: number; readonly data?: Shown };
      if (type !== undefined && DEFERRED.has(type)) return;
      const then = open.get(token) ?? answered.get(token);
      if (then === undefined) return;
      open.delete(token);
      then(screenOf(data ?? {}));
    },
    forget() {
      open.clear();
      answered.clear();
    },
  };
}
