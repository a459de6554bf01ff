import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { Person, Reply } from '../../../sandbox/discord/local-discord.ts';
import { allComponents } from '../../../sandbox/discord/person/components.ts';
import type { LocalFile } from '../../../sandbox/discord/person/files.ts';

type Component = ReturnType<typeof allComponents>[number];

/** Something that a person can do with an answer. */
export interface Step {
  /** The same for the same thing on another token, page or rule. */
  readonly like: string;
  readonly title: string;
  /** `null` when the answer no longer has it. */
  readonly take: (person: Person, reply: Reply) => Promise<Reply | null>;
}

/** What can be chosen as a channel, role, user or file. */
export interface Choosable {
  readonly channelId: string;
  readonly voiceChannelId: string;
  readonly roleId: string;
  readonly userId: string;
  readonly files: readonly LocalFile[];
  /** Submits modals with the longest texts that they take, too. */
  readonly longest?: boolean;
}

const MAX_VALUES = 30;

const text = (component: Component, field: string): string => {
  const value = component[field];
  return typeof value === 'string' ? value : '';
};

/** The kind of a custom id: the action, or the screen that it opens. */
const kindOf = (customId: string): string => customId.split('.').slice(0, 2).join('.');

function nameOf(component: Component): string {
  const { emoji } = component;
  const sign = typeof emoji === 'object' && emoji !== null && 'name' in emoji ? String(emoji.name) : '';
  return `${sign}${text(component, 'label')}${text(component, 'placeholder')}`;
}

/** The components of one type that has a custom id of this kind, at the same place. */
function find(reply: Reply, like: string): Component | undefined {
  return allComponents(reply.message?.components).find(
    (component) => component['disabled'] !== true && likeOf(component) === like,
  );
}

const likeOf = (component: Component): string =>
  `${text(component, 'custom_id') === '' ? '' : kindOf(text(component, 'custom_id'))} ${nameOf(component)}`;

function pressOf(button: Component): readonly Step[] {
  const isLink = button['style'] === ButtonStyle.Link;
  if (isLink || button['disabled'] === true) return [];
  const like = likeOf(button);
  return [
    {
      like,
      title: `presses ${nameOf(button)}`,
      async take(person, reply) {
        const found = find(reply, like);
        if (found === undefined || reply.message === null) return null;
        return person.press(reply.message, text(found, 'custom_id'));
      },
    },
  ];
}

function valuesOf(menu: Component, of: Choosable): readonly string[] {
  switch (menu['type']) {
    case ComponentType.ChannelSelect:
      return [of.channelId];
    case ComponentType.RoleSelect:
      return [of.roleId];
    case ComponentType.UserSelect:
    case ComponentType.MentionableSelect:
      return [of.userId];
    default: {
      const options = Array.isArray(menu['options']) ? (menu['options'] as readonly Component[]) : [];
      return options.slice(0, MAX_VALUES).map((option) => text(option, 'value'));
    }
  }
}

function choicesOf(menu: Component, of: Choosable): readonly Step[] {
  return valuesOf(menu, of).map((value) => ({
    like: `${likeOf(menu)} ${/^[\w-]{1,30}$/.test(value) ? value : ''}`,
    title: `chooses ${value} of ${nameOf(menu)}`,
    async take(person, reply) {
      const found = find(reply, likeOf(menu));
      if (found === undefined || reply.message === null) return null;
      // Numbers of rules come and go: any other will do.
      const offered = valuesOf(found, of);
      const chosen = offered.includes(value) ? value : offered[0];
      return chosen === undefined ? null : person.select(reply.message, text(found, 'custom_id'), [chosen]);
    },
  }));
}

/** Discord: the most of a text input without a limit of its own. */
const MAX_INPUT = 4_000;

const longest = (field: Component): string => {
  const most = field['max_length'];
  return '9'.repeat(typeof most === 'number' ? most : MAX_INPUT);
};

function submissionsOf({ modal }: Reply, of: Choosable): readonly Step[] {
  if (modal === null) return [];
  const fields = allComponents(modal.components).filter(({ type }) => type === ComponentType.TextInput);
  const filled = (value: string) =>
    Object.fromEntries(fields.map((field) => [text(field, 'custom_id'), value]));
  const full = Object.fromEntries(fields.map((field) => [text(field, 'custom_id'), longest(field)]));
  const given = [{}, ...['?!', '1', '-'].map(filled), ...(of.longest === true ? [full] : [])];
  return given.map((values) => ({
    like: `${kindOf(modal.customId)} ${JSON.stringify(values)}`,
    title: `submits ${JSON.stringify(values)}`,
    take: (person, reply) =>
      reply.modal === null ? Promise.resolve(null) : person.submit(reply.modal, values),
  }));
}

/** Everything that a person can do with an answer. */
export function stepsOf(reply: Reply, of: Choosable): readonly Step[] {
  const components = allComponents(reply.message?.components);
  return [
    ...submissionsOf(reply, of),
    ...components
      .filter(({ disabled }) => disabled !== true)
      .flatMap((component) =>
        component['type'] === ComponentType.Button
          ? pressOf(component)
          : text(component, 'custom_id') === ''
            ? []
            : choicesOf(component, of),
      ),
  ];
}
