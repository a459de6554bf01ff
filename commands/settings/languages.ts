import type { Choices } from '../../src/discord/command.ts';
import { type Typed, unreadable } from '../../src/discord/rule-input/refusal.ts';
import { languageName } from '../../src/discord/views/settings.ts';
import { findable, findBest, foldText } from '../../src/domain/finding.ts';

const MAX_CHOICES = 25;
/** Those that Discord itself is translated into (Discord docs: Locales), and some more ways of writing numbers. */
const TAGS = [
  'en-US',
  'en-GB',
  'de-DE',
  'fr-FR',
  'es-ES',
  'it-IT',
  'pt-BR',
  'ja-JP',
  'ko-KR',
  'zh-CN',
  'zh-TW',
  'ru-RU',
  'tr-TR',
  'id-ID',
  'da-DK',
  'es-419',
  'hr-HR',
  'lt-LT',
  'hu-HU',
  'nl-NL',
  'nb-NO',
  'pl-PL',
  'ro-RO',
  'fi-FI',
  'sv-SE',
  'vi-VN',
  'cs-CZ',
  'el-GR',
  'bg-BG',
  'uk-UA',
  'hi-IN',
  'th-TH',
  'ar-EG',
  'de-AT',
  'de-CH',
  'en-AU',
  'en-CA',
  'en-IN',
  'fa-IR',
  'fr-CA',
  'fr-CH',
  'he-IL',
  'pt-PT',
] as const;
const ownName = (tag: string) => new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? '';
const FINDABLE = TAGS.map((tag) => findable(tag, [languageName(tag), ownName(tag), tag]));

/** Languages by their English or own name, or their tag. */
export function languageChoices(typed: string): Choices {
  return findBest(FINDABLE, typed, MAX_CHOICES).map((tag) => ({
    name: `${languageName(tag)} (${tag})`,
    value: tag,
  }));
}

/** The tag in its usual form where `Intl` can write numbers in it; `null` for what is none. */
function supported(text: string): string | null {
  try {
    // What a tag says beyond language, script and region has no name that could be shown.
    const { baseName } = new Intl.Locale(text.replaceAll('_', '-'));
    return Intl.NumberFormat.supportedLocalesOf(baseName)[0] ?? null;
  } catch {
    return null;
  }
}

/** The tag of a language by what it is called, in English or by itself. */
function called(text: string): string | null {
  const wanted = foldText(text);
  const whole = TAGS.find((tag) => foldText(languageName(tag)) === wanted);
  if (whole !== undefined) return whole;
  const languages = TAGS.map((tag) => new Intl.Locale(tag).language);
  return (
    languages.find((tag) => [languageName(tag), ownName(tag)].some((name) => foldText(name) === wanted)) ??
    null
  );
}

/**
 * A language by its tag or its name: `de-DE`, `German (Germany)`, `Deutsch`.
 * @throws UserError
 */
export function readLanguage(typed: Typed): string {
  const text = typed.text.trim();
  const tag = called(text) ?? (text.length <= 35 ? supported(text) : null);
  if (tag === null) throw unreadable(typed, 'Pick one of the suggestions while you type, such as de-DE.');
  return tag;
}
