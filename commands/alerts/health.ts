import type { APIButtonComponent } from 'discord.js';
import type { Action } from '../../src/discord/actions/action.ts';
import { actionButton } from '../../src/discord/actions/action-button.ts';
import type { Answer, AnswerContext, Row } from '../../src/discord/answer.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { buttonRows, linkButton } from '../../src/discord/components/buttons.ts';
import { knownMissing, shortLack } from '../../src/discord/setup/channel-lack.ts';
import { demandWriting } from '../../src/discord/setup/person-lack.ts';
import { plainLine } from '../../src/discord/text.ts';
import { UserError } from '../../src/discord/user-error.ts';
import { healthEmbed } from '../../src/discord/views/health.ts';
import { HELD_SHOWN, placeInTime } from '../../src/discord/views/held-posts.ts';
import type { HeldPost, HeldVerdict } from '../../src/domain/held.ts';

/** Of a channel, on a button that says more than that. */
const NAME_LENGTH = 50;

/** Lets somebody say what became of a message that holds its channel. They say it where they may write themselves. */
function deciding(name: string, verdict: HeldVerdict, said: (channelId: string) => string): Action {
  return {
    name,
    requires: 'manage-alerts',
    answersBy: 'update',
    async run({ argument }, context) {
      const { guildId, services } = context;
      const { held } = await services.health(guildId);
      const post = held.find(({ postId }) => String(postId) === argument);
      if (post !== undefined) {
        await demandWriting(post.channelId, context);
        const channelId = await services.subscriptions.decideHeld(guildId, post.postId, verdict);
        if (channelId !== null) return { ...(await healthOf(context)), content: said(channelId) };
      }
      throw new UserError('That message is settled by now. `/alerts health` shows how things are.');
    },
  };
}

const wasPosted = deciding(
  'held-was-posted',
  'posted',
  (channelId) => `Good: it counts as posted, and <#${channelId}> goes on with what comes after it.`,
);
const postIt = deciding(
  'held-post-it',
  'absent',
  (channelId) => `I post it in <#${channelId}> now, and what waits after it.`,
);

function heldRow(post: HeldPost, context: AnswerContext): readonly Row[] {
  const { guildId, services } = context;
  const name = services.places.channel(guildId, post.channelId)?.name ?? 'the channel';
  const where = `#${plainLine(name, NAME_LENGTH)}`;
  const buttons: readonly APIButtonComponent[] = [
    actionButton(`${where}: it was posted`, wasPosted, String(post.postId), context, 'success'),
    actionButton(`${where}: post it`, postIt, String(post.postId), context, 'primary'),
    ...linkButton('Look there', placeInTime(post, guildId)),
  ];
  return buttonRows(buttons);
}

async function healthOf(context: AnswerContext): Promise<Answer> {
  const { guildId, services } = context;
  const [state, rules] = await Promise.all([services.health(guildId), services.subscriptions.of(guildId)]);
  const access = {
    lackIn: (channelId: string) => shortLack(channelId, services),
    missingIn: (channelId: string) => knownMissing(channelId, services.channelAccess),
  };
  return {
    embeds: [healthEmbed(state, rules, access, services.now(), services.view)],
    components: state.held.slice(0, HELD_SHOWN).flatMap((post) => heldRow(post, context)),
  };
}

/** `/alerts health`: how alerts fare in this server, what helps, and what only a person can say. */
export const health: Subcommand = {
  definition: {
    name: 'health',
    description: 'Shows how alerts fare here: feed, backlog, what is stopped and why',
  },
  answerTo: 'asker',
  requires: 'manage-alerts',
  execute: (_interaction, context) => healthOf(context),
  actions: [wasPosted, postIt],
};
