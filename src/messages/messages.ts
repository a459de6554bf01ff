import { english as inEnglish } from './en/index.ts';
import { DEFAULT_LANGUAGE, type Language } from './languages.ts';
import { type CommandIds, createWriter, type Writer } from './writer.ts';

type Words = ReturnType<typeof inEnglish>;

/** The first subtag of a language: its folder name. */
type Folder<L> = L extends `${infer First}-${string}` ? First : L;

/** The words of each folder. If `languages.ts` has a language whose folder is missing here, this does not compile. */
const WORDS: Readonly<Record<Folder<Language>, (writer: Writer) => Words>> = { en: inEnglish };

const wordsByFolder: ReadonlyMap<string, (writer: Writer) => Words> = new Map(Object.entries(WORDS));

/** Every sentence that users read, and how the language writes numbers and lists. */
export type Messages = Words & { readonly writer: Writer };

/** The words of rules and their filters. */
export type FilterMessages = Messages['filters'];

/** The words of topics. */
export type TopicMessages = Messages['topics'];

/**
 * Returns the messages of a language.
 * @param commandIds makes commands in sentences clickable
 */
export type MessagesFor = (language: Language, commandIds?: CommandIds) => Messages;

/** @param writer formats the sentences; may be one for a pseudo-language */
export function messagesWith(writer: Writer, language: Language = DEFAULT_LANGUAGE): Messages {
  const words = wordsByFolder.get(language.split('-')[0] ?? language) ?? inEnglish;
  return { ...words(writer), writer };
}

const NO_IDS: CommandIds = new Map();
const known = new WeakMap<CommandIds, Map<Language, Messages>>();

export const messagesFor: MessagesFor = (language, commandIds = NO_IDS) => {
  const byLanguage = known.get(commandIds) ?? new Map<Language, Messages>();
  known.set(commandIds, byLanguage);
  const messages = byLanguage.get(language) ?? messagesWith(createWriter(language, commandIds), language);
  byLanguage.set(language, messages);
  return messages;
};

/** Texts that are shown to everybody regardless of a server's language: names and descriptions of commands. */
export const english = messagesFor(DEFAULT_LANGUAGE);
