import { type APIMessage, ComponentType } from 'discord-api-types/v10';
import type { Person, Reply } from '../discord/local-discord.ts';
import type { OptionValues } from '../discord/person/options.ts';

/** What `/alerts add` and `/alerts edit` take; the menus and forms of their preview ask for the rest of a rule. */
const IN_COMMAND: ReadonlySet<string> = new Set([
  'channel',
  'alert',
  'alerts',
  'collection',
  'price_from',
  'price_to',
  'below_floor',
  'rank',
  'ping_role',
]);
/** What `/alerts add` posts by default. */
const DEFAULT_ALERTS = 'sales';

/** What the second form of a preview asks for; the third has what its menus have not. */
const IN_SECOND_FORM: ReadonlySet<string> = new Set(['traits', 'trait_mode', 'wallets', 'amount']);
/** What a preview asks for in the form of its button Exclude. */
const EXCLUDED = /^not_/;

/** The menu of a preview that offers a choice. */
function menuWith(choice: string, { components = [] }: APIMessage): string | undefined {
  return components
    .flatMap((row) => (row.type === ComponentType.ActionRow ? row.components : []))
    .filter((one) => one.type === ComponentType.StringSelect)
    .find(({ options }) => options.some(({ value }) => value === choice))?.custom_id;
}

/** The button for a form that asks for an option; one that asks for the hour of a recap alone is named differently. */
function buttonFor(key: string, { components = [] }: APIMessage): string {
  if (EXCLUDED.test(key)) return 'Exclude';
  if (IN_SECOND_FORM.has(key)) return 'Traits & wallets';
  const buttons = components
    .flatMap((row) => (row.type === ComponentType.ActionRow ? row.components : []))
    .flatMap((one) => (one.type === ComponentType.Button && 'label' in one ? [one.label] : []));
  return buttons.includes('Time') ? 'Time' : 'More filters';
}

/** Chooses and types into a preview what the command does not take. Returns the last reply: a refusal, or the preview. */
async function completed(
  person: Person,
  preview: Reply,
  values: readonly (readonly [string, string])[],
): Promise<Reply> {
  let reply = preview;
  const forms = new Map<string, Record<string, string>>();
  for (const [key, value] of values) {
    if (reply.message === null) return reply;
    const choice = `${key}=${value}`;
    const menu = menuWith(choice, reply.message);
    if (menu === undefined) {
      const button = buttonFor(key, reply.message);
      forms.set(button, { ...forms.get(button), [key]: value });
    } else reply = await person.select(reply.message, menu, [choice]);
  }
  for (const [button, texts] of forms) {
    if (reply.message === null) return reply;
    const { modal, ...answer } = await person.press(reply.message, button);
    if (modal === null) return { ...answer, modal };
    reply = await person.submit(modal, texts);
  }
  return reply;
}

/**
 * Has the preview of a rule shown as a person would: with what the command takes as its options, and everything else in the
 * menus and forms of the preview. Where the command opens a form, it is submitted as it is.
 * @returns the reply with the preview, or the first one that is none: a refusal, or an alert that is saved already
 */
export async function previewRule(
  person: Person,
  command: 'alerts add' | 'alerts edit',
  values: OptionValues,
): Promise<Reply> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const taken = Object.fromEntries(given.filter(([name]) => IN_COMMAND.has(name)));
  const others = given
    .filter(([name]) => !IN_COMMAND.has(name))
    .map(([name, value]) => {
      if (typeof value !== 'string') throw new Error(`The preview asks for ${name} as a text.`);
      return [name, value] as const;
    });
  // With a channel and a collection alone, there would be no preview that asks for the others.
  const options =
    command === 'alerts add' && others.length > 0 ? { alerts: DEFAULT_ALERTS, ...taken } : taken;
  const asked = await person.command(command, options);
  const reply = asked.modal === null ? asked : await person.submit(asked.modal, {});
  // The preview of an edit has no Confirm before something is changed.
  const isPreview = command === 'alerts edit' || (reply.message !== null && isDraft(reply.message));
  return isPreview ? completed(person, reply, others) : reply;
}

/** Whether a reply asks for a confirmation; the simplest alerts are saved without one. */
export function isDraft({ components = [] }: APIMessage): boolean {
  return components
    .flatMap((row) => (row.type === ComponentType.ActionRow ? row.components : []))
    .some((one) => one.type === ComponentType.Button && 'label' in one && one.label === 'Confirm');
}
