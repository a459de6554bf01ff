import { type OptionInput, unreadable } from '#src/discord/refusal.ts';
import { normaliseText } from '#src/marketplace/text-search.ts';

/** Colour names, with the values of Discord's role palette. */
const COLOURS: Readonly<Record<string, number>> = {
  aqua: 0x1abc9c,
  black: 0x000000,
  blue: 0x3498db,
  blurple: 0x5865f2,
  gold: 0xf1c40f,
  gray: 0x95a5a6,
  green: 0x2ecc71,
  grey: 0x95a5a6,
  orange: 0xe67e22,
  pink: 0xe91e63,
  purple: 0x9b59b6,
  red: 0xe74c3c,
  teal: 0x1abc9c,
  turquoise: 0x1abc9c,
  white: 0xffffff,
  yellow: 0xf1c40f,
};

/**
 * Parses a colour: `#2ecc71`, `2ecc71`, `#2c7`, `green`.
 * @returns 0 to 0xffffff
 * @throws UserError
 */
export function readColour(typed: OptionInput): number {
  const text = normaliseText(typed.text);
  if (Object.hasOwn(COLOURS, text)) return COLOURS[text] ?? 0;
  const [, long, short] = /^(?:#|0x)?(?:([0-9a-f]{6})|([0-9a-f]{3}))$/.exec(text) ?? [];
  const digits = long ?? short?.replaceAll(/./g, '$&$&');
  if (digits === undefined) {
    throw unreadable(typed, ({ serverSettings }) => serverSettings.writeColour);
  }
  return Number.parseInt(digits, 16);
}
