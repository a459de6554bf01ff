import type { Draft } from '../../domain/subscription.ts';
import type { RulePreview } from '../services.ts';
import { cut } from '../text.ts';
import type { ViewContext } from './context.ts';
import { numberText } from './numbers.ts';
import { ruleText } from './rule-words.ts';

/** Discord: 2,000 characters a message. */
const TEXT_ROOM = 2_000;

/** The same text with its first letter large. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function rehearsed(preview: RulePreview | null, context: ViewContext): string {
  if (preview === null) {
    return 'The marketplace does not answer right now, so I cannot show what would have been posted. You can confirm all the same.';
  }
  if (preview.auctionsOnly) return 'Auctions are told as they happen, so there is no example yet.';
  if (preview.of === 0) return 'Nothing has happened on the marketplace yet, so there is no example.';
  const looked = `of the last ${numberText(preview.of, context)} activities would have been posted`;
  const count = preview.matching.length;
  if (count === 0) return `None ${looked}.`;
  return `${numberText(count, context)} ${looked}. The newest would look like this:`;
}

/**
 * A set-up that waits for its confirmation, in a few lines.
 * @param warnings sentences
 * @param sample the example's own text, where it has one
 */
export function draftText(
  draft: Draft,
  {
    preview,
    warnings,
    sample,
  }: { readonly preview: RulePreview | null; readonly warnings: readonly string[]; readonly sample: string },
  context: ViewContext,
): string {
  const head =
    draft.changes === null
      ? `**New alert in <#${draft.channelId}>**`
      : `**Alert #${draft.changes} in <#${draft.channelId}>, changed**`;
  const lines = [
    head,
    sentence(ruleText(draft, context)),
    ...warnings.map((warning) => `⚠️ ${warning}`),
    rehearsed(preview, context),
  ];
  const whole = cut(lines.join('\n'), TEXT_ROOM);
  const shown = sample === '' ? '' : `\n> ${sample.replaceAll('\n', '\n> ')}`;
  return whole.length + shown.length <= TEXT_ROOM ? `${whole}${shown}` : whole;
}
