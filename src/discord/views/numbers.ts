import type { GuildSettings } from '../../domain/settings.ts';
import type { ViewContext } from './context.ts';

/** Building a format takes forty times as long as using one. */
const formats = new WeakMap<GuildSettings, Map<string, Intl.NumberFormat>>();

function formatOf(settings: GuildSettings, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = formats.get(settings) ?? new Map<string, Intl.NumberFormat>();
  formats.set(settings, known);
  const name = JSON.stringify(options);
  const format = known.get(name) ?? new Intl.NumberFormat(settings.locale, options);
  known.set(name, format);
  return format;
}

/** What of a context says how numbers are written. */
export type NumberContext = Pick<ViewContext, 'settings'>;

/** A number as the server writes them: `12,345`. */
export function numberText(
  value: number | bigint,
  { settings }: NumberContext,
  maximumFractionDigits = 3,
): string {
  return formatOf(settings, { maximumFractionDigits }).format(value);
}

/**
 * A percentage as the server writes them: `12.5%`, `12,5 %`.
 * @param percent 12.5 for an eighth
 */
export function percentText(
  percent: number,
  { settings }: NumberContext,
  options: { readonly digits: number; readonly signed?: boolean },
): string {
  return formatOf(settings, {
    style: 'unit',
    unit: 'percent',
    maximumFractionDigits: options.digits,
    ...(options.signed === true ? { signDisplay: 'exceptZero' } : {}),
  }).format(percent);
}
