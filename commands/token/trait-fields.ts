import { escapeMarkdownLine } from '#src/discord/text.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { isShare, shareText } from '#src/discord/views/rarity.ts';
import type { TokenAttribute } from '#src/marketplace/resources/item.ts';

const TEXT_LENGTH = 60;

/** Formats a value according to its display type (ERC-721 metadata: display_type). */
function valueText({ value, displayType }: TokenAttribute): string {
  const moment = displayType === 'date' ? momentText(Number(value), 'D') : null;
  if (moment !== null) return moment;
  const shown = escapeMarkdownLine(value, TEXT_LENGTH);
  if (shown === '') return '';
  const percent = displayType === 'boost_percentage' && /^[\d.]+$/.test(value);
  return `**${shown}${percent ? '%' : ''}**`;
}

function line(attribute: TokenAttribute, context: ViewContext): string | null {
  const type = escapeMarkdownLine(attribute.type, TEXT_LENGTH);
  const value = valueText(attribute);
  if (value === '') return null;
  const share = shareText(attribute.rarity, context);
  return `${type === '' ? '' : `${type}: `}${value}${share === null ? '' : ` · ${share}`}`;
}

/**
 * Returns the sort key of a trait. Numbers come after other traits, because their rarity says little: hardly any two
 * tokens share one. Traits without a share come last.
 */
function order({ rarity, displayType }: TokenAttribute): number {
  const share = rarity === null || !isShare(rarity) ? 101 : rarity;
  return share + (displayType === null ? 0 : 1_000);
}

/**
 * Formats a token's traits with their rarity, rarest first: as many lines as fit, and how many more there are; `null`
 * without traits to show.
 * @param room in UTF-16 units
 */
export function traitLines(
  attributes: readonly TokenAttribute[],
  room: number,
  context: ViewContext,
): string | null {
  const lines = attributes
    .toSorted((a, b) => order(a) - order(b))
    .map((attribute) => line(attribute, context))
    .filter((text) => text !== null);
  const rest = (kept: number) =>
    kept === lines.length ? [] : [context.messages.rarity.moreTraits(lines.length - kept)];
  let kept = lines.length;
  const textOf = () => [...lines.slice(0, kept), ...rest(kept)].join('\n');
  while (kept > 0 && textOf().length > room) kept -= 1;
  return lines.length === 0 ? null : textOf();
}
