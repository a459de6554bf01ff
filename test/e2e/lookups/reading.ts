import { type APIMessage, ComponentType } from 'discord-api-types/v10';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';

/** The message of a reply. */
export function messageOf({ message, outcome }: Reply): APIMessage {
  if (message === null) throw new Error(`There is no message: ${outcome}.`);
  return message;
}

/** The text of a reply's embed. */
export function description(reply: Reply): string {
  return reply.message?.embeds[0]?.description ?? reply.message?.content ?? '';
}

function componentsOf({ message }: Reply) {
  return (message?.components ?? []).flatMap((row) =>
    row.type === ComponentType.ActionRow ? row.components : [],
  );
}

function optionsOf(reply: Reply, menu: string) {
  return componentsOf(reply).flatMap((component) =>
    component.type === ComponentType.StringSelect && component.custom_id === menu ? component.options : [],
  );
}

/** Labels of a menu's choices. */
export function labelsOf(reply: Reply, menu: string): readonly string[] {
  return optionsOf(reply, menu).map(({ label }) => label);
}

/** Labels of the buttons that can be pressed. */
export function pressable(reply: Reply): readonly string[] {
  return componentsOf(reply).flatMap((component) =>
    component.type === ComponentType.Button && 'label' in component && component.disabled !== true
      ? [component.label ?? '']
      : [],
  );
}

/** The value behind a label of a menu. */
export function choiceOf(reply: Reply, menu: string, label: string): string {
  const found = optionsOf(reply, menu).find((option) => option.label === label);
  if (found === undefined) throw new Error(`The menu ${menu} has no “${label}”.`);
  return found.value;
}
