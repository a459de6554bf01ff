import type { Wei } from '#src/chain/wei.ts';
import type { Messages } from '#src/messages/messages.ts';
import { permissionList } from '../access/needed-permissions.ts';
import { truncate } from '../text.ts';
import { type ChannelProblem, channelProblem } from './channel-problem.ts';
import type { ViewContext } from './context.ts';
import { amountText } from './price.ts';

/** Discord's limit for the name of a channel, characters. */
const NAME_LENGTH = 100;
/** Discord's codes for a missing permission: Missing Access, Missing Permissions. */
const PERMISSION_CODES: ReadonlySet<number> = new Set([50_001, 50_013]);
const UNKNOWN_CHANNEL = 10_003;

/** Formats the name of a ticker's channel: `Floor: 0.89 S`. */
export function tickerName(floor: Wei | null, context: ViewContext): string {
  const { ticker: words } = context.messages;
  const name = floor === null ? words.nothingListed : words.name(amountText(floor, context));
  return truncate(name, NAME_LENGTH);
}

/**
 * Describes why Discord does not rename a ticker's channel, the same in notices, lists and health.
 * @param missing English names of the permissions that the bot lacks there; `null` if unknown
 */
export function tickerProblem(
  code: number,
  missing: readonly string[] | null,
  messages: Messages,
): ChannelProblem {
  const { ticker: words, channelProblems } = messages;
  if (code === UNKNOWN_CHANNEL)
    return { why: channelProblems.channelDeleted, remedy: words.deletedRemedy, goesOn: 'never' };
  if (!PERMISSION_CODES.has(code)) return channelProblem(code, null, messages);
  if (missing?.length === 0)
    return { why: channelProblems.nothingMissing(words.mayNotRename), remedy: null, goesOn: 'when resumed' };
  const remedy =
    missing === null
      ? words.mayNotRenameRemedy
      : channelProblems.givePermissions(permissionList(missing, messages));
  return { why: words.mayNotRename, remedy, goesOn: 'by itself' };
}

/** Formats problem and remedy together. */
export function tickerProblemText(
  code: number,
  missing: readonly string[] | null,
  messages: Messages,
): string {
  const { why, remedy, goesOn } = tickerProblem(code, missing, messages);
  const { channelProblems, ticker: words } = messages;
  if (remedy === null) return words.retriedHourly(why);
  return goesOn === 'by itself'
    ? channelProblems.untilRemedied(why, remedy)
    : channelProblems.withRemedy(why, remedy);
}
