import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { GivenOption, InteractionPayload, OptionValue } from './payload.ts';

/** A file that was attached to a command. */
export interface Attachment {
  readonly url: string;
  /** In bytes. */
  readonly size: number;
}

/** A channel or role that an option refers to. */
interface Named {
  readonly id: string;
}

/**
 * The options given with a command, by name. A required option is always present, except from unofficial clients;
 * reading it throws an error then.
 */
export interface CommandOptions {
  /** The given options of the command or subcommand. */
  readonly given: readonly GivenOption[];
  /** The payloads of the given channels and threads. */
  readonly channels: readonly unknown[];
  /** `null` for a command without subcommands. */
  readonly subcommand: string | null;
  getString(name: string, required: true): string;
  getString(name: string, required?: boolean): string | null;
  getInteger(name: string): number | null;
  getBoolean(name: string): boolean | null;
  getChannel(name: string, required: true): Named;
  getChannel(name: string, required?: boolean): Named | null;
  getRole(name: string): Named | null;
  getAttachment(name: string, required: true): Attachment;
  /** Returns the option that is being typed. */
  getFocused(): { readonly name: string; readonly value: string };
}

/** Discord may add unknown types, so an option's type is any number. */
const SUBCOMMAND: number = ApplicationCommandOptionType.Subcommand;

type CommandData = Extract<InteractionPayload, { data: { name: string } }>['data'];

const { Attachment, Boolean, Channel, Integer, Role, String } = ApplicationCommandOptionType;

const named = (id: string | null): Named | null => (id === null ? null : { id });

/** Reads the options of a command. */
export function readOptions({ options, resolved }: CommandData): CommandOptions {
  const [first] = options;
  const subcommand = first?.type === SUBCOMMAND ? first : null;
  const given = subcommand === null ? options : (subcommand.options ?? []);

  function valueOf(name: string, type: number, required: boolean): OptionValue | null {
    const option = given.find((one) => one.name === name);
    const value = option?.type === type ? option.value : undefined;
    if (value === undefined && required) throw new Error(`The option “${name}” is missing.`);
    return value ?? null;
  }

  function text(name: string, type: number, required = false): string | null {
    const value = valueOf(name, type, required);
    return typeof value === 'string' ? value : null;
  }

  function getString(name: string, required: true): string;
  function getString(name: string, required?: boolean): string | null;
  function getString(name: string, required = false): string | null {
    return text(name, String, required);
  }

  function getChannel(name: string, required: true): Named;
  function getChannel(name: string, required?: boolean): Named | null;
  function getChannel(name: string, required = false): Named | null {
    return named(text(name, Channel, required));
  }

  return {
    given,
    channels: Object.values(resolved?.channels ?? {}),
    subcommand: subcommand?.name ?? null,
    getString,
    getChannel,
    getRole: (name) => named(text(name, Role)),
    getInteger(name) {
      const value = valueOf(name, Integer, false);
      return typeof value === 'number' ? value : null;
    },
    getBoolean(name) {
      const value = valueOf(name, Boolean, false);
      return typeof value === 'boolean' ? value : null;
    },
    getAttachment(name) {
      const file = resolved?.attachments[text(name, Attachment, true) ?? ''];
      if (file === undefined) throw new Error(`The file of the option “${name}” is missing.`);
      return file;
    },
    getFocused() {
      const option = given.find(({ focused }) => focused === true);
      return { name: option?.name ?? '', value: `${option?.value ?? ''}` };
    },
  };
}
