import type { Check } from './checks.ts';
import { isAbsent, isRecord, object } from './checks.ts';

/** Discord docs: Locales, with Arabic and Hebrew, which its OpenAPI document lists as well. */
const LOCALES = new Set([
  'ar',
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en-GB',
  'en-US',
  'es-419',
  'es-ES',
  'fi',
  'fr',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'nl',
  'no',
  'pl',
  'pt-BR',
  'ro',
  'ru',
  'sv-SE',
  'th',
  'tr',
  'uk',
  'vi',
  'zh-CN',
  'zh-TW',
]);

/** A text in several languages: known locales, each text as the field that it translates. */
export function localized(check: Check): Check {
  return (value, report) => {
    object({})(value, report);
    if (!isRecord(value)) return;
    for (const [locale, translation] of Object.entries(value)) {
      if (!LOCALES.has(locale)) {
        report
          .at(locale)
          .add({ code: 'ENUM_TYPE_COERCE', message: `Value "${locale}" is not a valid enum value.` });
      } else if (!isAbsent(translation)) {
        check(translation, report.at(locale));
      }
    }
  };
}
