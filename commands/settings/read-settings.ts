import { TOPICS, type Topic } from '#src/alerts/kinds/registry.ts';
import type { GuildSettings } from '#src/alerts/settings.ts';
import { requireWritable } from '#src/discord/access/member-permissions.ts';
import { missingPermissionsText } from '#src/discord/access/missing-permissions.ts';
import { requireRights } from '#src/discord/access/rights.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { isCleared, type OptionInput, unreadable } from '#src/discord/refusal.ts';
import { UserError } from '#src/discord/user-error.ts';
import { normaliseText } from '#src/marketplace/text-search.ts';
import type { Messages } from '#src/messages/messages.ts';
import { readColour } from './colour-names.ts';

/**
 * Checks that the member and the bot may post in the default channel, and returns it.
 * @throws UserError
 */
export async function requireDefaultChannel(channelId: string, context: AnswerContext): Promise<string> {
  await requireWritable(channelId, context);
  const missing = missingPermissionsText(channelId, context.services);
  if (missing !== null) throw new UserError(missing);
  return channelId;
}

/**
 * Checks the manager role and returns it.
 * @throws UserError for @everyone, and for members who may not choose it
 */
export function requireManagerRole(roleId: string, context: AnswerContext): string {
  requireRights('manage-server', context, context.services.view.settings);
  if (roleId === context.guildId) {
    throw new UserError(({ serverSettings }) => serverSettings.everybodyManages);
  }
  return roleId;
}

function topicNamed(text: string, { topics }: Messages): Topic | undefined {
  const name = normaliseText(text);
  return TOPICS.find((topic) => [topics.plural[topic], topic].some((one) => normaliseText(one) === name));
}

/**
 * Parses colours of alerts, one per line: `sales: gold`.
 * @throws UserError for an invalid line
 */
export function readColours({ option, text }: OptionInput, messages: Messages): GuildSettings['colours'] {
  const colours: Partial<Record<Topic, number>> = {};
  const lines = isCleared(text) ? [] : text.split(/[\n,;]/).filter((line) => line.trim() !== '');
  for (const line of lines) {
    const at = line.lastIndexOf(':');
    const topic = topicNamed(line.slice(0, Math.max(0, at)), messages);
    if (topic === undefined) {
      throw unreadable({ option, text: line.trim() }, ({ serverSettings }) => serverSettings.writeColours);
    }
    colours[topic] = readColour({ option, text: line.slice(at + 1) });
  }
  return colours;
}
