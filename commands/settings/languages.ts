import type { Choices } from '#src/discord/command.ts';
import { UserError } from '#src/discord/user-error.ts';
import { normaliseText, searchItems, toSearchItem } from '#src/marketplace/text-search.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language, languageOfTag } from '#src/messages/languages.ts';

const MAX_CHOICES = 25;
const FINDABLE = LANGUAGES.map((language) => toSearchItem(language, [LANGUAGE_NAMES[language], language]));

/** Builds choices of languages that match the text by name or tag. */
export function languageChoices(typed: string): Choices {
  return searchItems(FINDABLE, typed, MAX_CHOICES).map((language) => ({
    name: LANGUAGE_NAMES[language],
    value: language,
  }));
}

/** Finds a language by its name or tag. `English` and `en` mean its first region. */
function languageOfName(text: string): Language | null {
  const wanted = normaliseText(text);
  const names = (language: Language) => [
    LANGUAGE_NAMES[language],
    LANGUAGE_NAMES[language].replace(/ \(.*/, ''),
    new Intl.Locale(language).language,
  ];
  return LANGUAGES.find((language) => names(language).some((name) => normaliseText(name) === wanted)) ?? null;
}

/**
 * Parses a language by its tag or name: `en-GB`, `English (United Kingdom)`, `English`.
 * @throws UserError
 */
export function readLanguage(typed: string): Language {
  const text = typed.trim();
  const language = languageOfTag(text) ?? languageOfName(text);
  if (language === null) throw new UserError(({ language: words }) => words.notSpoken);
  return language;
}
