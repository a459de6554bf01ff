import { english as inEnglish } from './en/index.ts';
import { DEFAULT_LANGUAGE, type Language } from './languages.ts';
import { type CommandIds, createWriter, type Writer } from './writer.ts';

/** Every sentence that users read, and how the language writes numbers and lists. */
export type Messages = ReturnType<typeof inEnglish> & { readonly writer: Writer };

/** The messages of a language. @param commandIds with them, commands in sentences can be clicked */
export type MessagesFor = (language: Language, commandIds?: CommandIds) => Messages;

/** @param writer what writes them, for example one of a pseudo-language */
export function messagesWith(writer: Writer): Messages {
  return { ...inEnglish(writer), writer };
}

const NO_IDS: CommandIds = new Map();
const known = new WeakMap<CommandIds, Map<Language, Messages>>();

export const messagesFor: MessagesFor = (language, commandIds = NO_IDS) => {
  const byLanguage = known.get(commandIds) ?? new Map<Language, Messages>();
  known.set(commandIds, byLanguage);
  const messages = byLanguage.get(language) ?? messagesWith(createWriter(language, commandIds));
  byLanguage.set(language, messages);
  return messages;
};

/** What Discord shows to everybody, whatever a server's language: names and descriptions of commands. */
export const english = messagesFor(DEFAULT_LANGUAGE);
