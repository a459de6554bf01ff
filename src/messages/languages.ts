import { ENGLISH } from './en/languages.ts';

/**
 * The languages of the setting *language*, by BCP 47 tag, each with its own name. A language determines words, numbers
 * and dates; its words are in the folder named after its first subtag.
 */
export const LANGUAGE_NAMES = { ...ENGLISH } as const;

export type Language = keyof typeof LANGUAGE_NAMES;

const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGE_NAMES, tag);

export const LANGUAGES: readonly Language[] = Object.keys(LANGUAGE_NAMES).filter(isLanguage);

export const DEFAULT_LANGUAGE: Language = 'en-US';

/** Returns the language of a tag such as `en-GB`, `en_gb` or `en-GB-u-nu-arab`; `null` if it is not supported. */
export function languageOfTag(tag: string): Language | null {
  try {
    const { baseName } = new Intl.Locale(tag.replaceAll('_', '-'));
    return isLanguage(baseName) ? baseName : null;
  } catch {
    return null;
  }
}
