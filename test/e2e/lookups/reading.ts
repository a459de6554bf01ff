import { type APIMessage, ComponentType } from 'discord-api-types/v10';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { withPlainCommands } from '../../support/plain-commands.ts';

/** The message of a reply. */
export function messageOf({ message, outcome }: Reply): APIMessage {
  if (message === null) throw new Error(`There is no message: ${outcome}.`);
  return message;
}

/** The text of a reply's embed, with commands as their names. */
export function description(reply: Reply): string {
  return withPlainCommands(reply.message?.embeds[0]?.description ?? reply.message?.content ?? '');
}

function componentsOf({ message }: Reply) {
  return (message?.components ?? []).flatMap((row) =>
    row.type === ComponentType.ActionRow ? row.components : [],
  );
}

/** The options of a menu. */
export function optionsOf(reply: Reply, menu: string) {
  return componentsOf(reply).flatMap((component) =>
    component.type === ComponentType.StringSelect && component.custom_id === menu ? component.options : [],
  );
}

/** Labels of a menu's options. */
export function labelsOf(reply: Reply, menu: string): readonly string[] {
  return optionsOf(reply, menu).map(({ label }) => label);
}

/** Labels of the enabled buttons. */
export function enabledButtons(reply: Reply): readonly string[] {
  return componentsOf(reply).flatMap((component) =>
    component.type === ComponentType.Button && 'label' in component && component.disabled !== true
      ? [component.label ?? '']
      : [],
  );
}

/** The value of the option with a label. */
export function choiceOf(reply: Reply, menu: string, label: string): string {
  const found = optionsOf(reply, menu).find((option) => option.label === label);
  if (found === undefined) throw new Error(`The menu ${menu} has no “${label}”.`);
  return found.value;
}
