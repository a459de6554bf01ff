import { type APIButtonComponent, ComponentType } from 'discord-api-types/v10';
import { requireWriteAccess } from '#src/discord/access/member-permissions.ts';
import { missingIfKnown, missingPermissionsSummary } from '#src/discord/access/missing-permissions.ts';
import type { Answer, Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows, linkButton } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent } from '#src/discord/components/component.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { idField } from '#src/discord/components/field.ts';
import { defineLink, type Link } from '#src/discord/components/link.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import { healthEmbed } from '#src/discord/views/health.ts';
import { heldLabel, MAX_HELD_SHOWN, messageUrlNear } from '#src/discord/views/held-posts.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { HeldPost, HeldVerdict } from '#src/store/model/held.ts';
import { activeSilences } from './active-silences.ts';
import { channelButtons } from './channel-buttons.ts';

/** Maximum length of the channel name in a button label. */
const NAME_LENGTH = 50;
/** Discord: characters of a menu's label. */
const LABEL_LENGTH = 100;

/** Records whether a held message was posted. It requires write access to the channel. */
function heldPostComponent(
  link: Link<{ readonly post: string }>,
  verdict: HeldVerdict,
  confirmation: (words: Messages['alertHealth'], channel: string) => string,
): Component {
  return defineComponent(link, {
    requires: 'manage-alerts',
    async run(values, context) {
      const { guildId, services } = context;
      const { held } = await services.health(guildId);
      const post = held.find(({ postId }) => String(postId) === values.post);
      if (post !== undefined) {
        await requireWriteAccess(post.channelId, context);
        const channelId = await services.subscriptions.resolveHeldPost(guildId, post.postId, verdict);
        if (channelId !== null) {
          const { alertHealth: words } = services.view.messages;
          return { ...(await renderHealth(context)), content: confirmation(words, `<#${channelId}>`) };
        }
      }
      throw new UserError(({ alertHealth }) => alertHealth.heldSettled);
    },
  });
}

const postedLink = defineLink('held-was-posted', { post: idField }, 'asker');
const absentLink = defineLink('held-post-it', { post: idField }, 'asker');
const chooseLink = defineLink('held-choose', {}, 'asker');

function heldRow(post: HeldPost, context: AnswerContext): readonly Row[] {
  const { guildId, services } = context;
  const { alertHealth: words } = services.view.messages;
  const name = services.serverDirectory.channel(guildId, post.channelId)?.name ?? words.unknownChannel;
  const where = sanitizeLine(name, NAME_LENGTH);
  const buttons: readonly APIButtonComponent[] = [
    button(words.itWasPosted(where), postedLink.to({ post: String(post.postId) }), context, 'success'),
    button(words.postIt(where), absentLink.to({ post: String(post.postId) }), context, 'primary'),
    ...linkButton(words.lookThere, messageUrlNear(post, guildId)),
  ];
  return buttonRows(buttons);
}

/** Builds the menu that chooses which of several held messages the buttons are about. */
function heldMenu(shown: readonly HeldPost[], chosen: HeldPost, context: AnswerContext): Row {
  const { guildId, services } = context;
  const { alertHealth: words } = services.view.messages;
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: writeCustomId(chooseLink.to({}), context),
        placeholder: words.heldChoose,
        options: shown.map((post) => {
          const name = services.serverDirectory.channel(guildId, post.channelId)?.name;
          return {
            label: sanitizeLine(heldLabel(name ?? words.unknownChannel, post, services.view), LABEL_LENGTH),
            value: String(post.postId),
            default: post.postId === chosen.postId,
          };
        }),
      },
    ],
  };
}

/** @param wanted id of the held message to decide on; by default the first */
async function renderHealth(context: AnswerContext, wanted: string | null = null): Promise<Answer> {
  const { guildId, services } = context;
  const [state, rules, silenced] = await Promise.all([
    services.health(guildId),
    services.store.subscriptionsOf(guildId),
    activeSilences(context),
  ]);
  const once = await services.store.oncePosts(rules.flatMap(({ onceDeliveryId }) => onceDeliveryId ?? []));
  const access = {
    missingSummaryIn: (channelId: string) => missingPermissionsSummary(channelId, services),
    missingIn: (channelId: string) => missingIfKnown(channelId, services.channelAccess),
    missingForTicker: services.channelAccess.missingForTicker,
    ...{ once, now: services.now() },
  };
  const shown = state.held.slice(0, MAX_HELD_SHOWN);
  const chosen = shown.find(({ postId }) => String(postId) === wanted) ?? shown[0];
  return {
    content: silenced,
    embeds: [healthEmbed(state, rules, access, services.view)],
    components: [
      ...(chosen === undefined
        ? []
        : [...(shown.length > 1 ? [heldMenu(shown, chosen, context)] : []), ...heldRow(chosen, context)]),
      ...buttonRows(await channelButtons(rules, context)),
    ],
  };
}

/**
 * `/alerts health`: the state of delivery in this server, its problems with their solutions, and held messages to
 * decide on.
 */
export const health: Subcommand = {
  name: 'health',
  definition: ({ alertCommands: words }) => ({
    description: words.healthDescription,
  }),
  answerTo: 'asker',
  requires: 'manage-alerts',
  execute: (_interaction, context) => renderHealth(context),
  components: [
    heldPostComponent(postedLink, 'posted', (words, channel) => words.heldWasPosted(channel)),
    heldPostComponent(absentLink, 'absent', (words, channel) => words.heldIsPosted(channel)),
    defineComponent(chooseLink, {
      requires: 'manage-alerts',
      run: (_values, context, { chosen: [chosen = null] }) => renderHealth(context, chosen),
    }),
  ],
};
