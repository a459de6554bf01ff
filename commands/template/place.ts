import { placeholdersOf, TOPICS, type Topic } from '#src/alerts/kinds/registry.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import { TEMPLATE_SCOPES, type TemplatePlace } from '#src/alerts/templates/alert-template.ts';
import { requireWritable, requireWriteAccess } from '#src/discord/access/member-permissions.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { idField, oneOfField, textField } from '#src/discord/components/field.ts';
import { UserError } from '#src/discord/user-error.ts';
import { alertName } from '#src/discord/views/rule-words.ts';
import { loadSubscription } from '../alerts/alert-option.ts';

/** The topics that have templates. */
export const TEMPLATE_TOPICS: readonly Topic[] = TOPICS.filter((topic) => placeholdersOf(topic).length > 0);

/** A place in a custom id; read by `requirePlace`. */
export const PLACE_FIELDS = {
  topic: textField(24),
  scope: oneOfField(TEMPLATE_SCOPES),
  target: idField,
} as const;

/** A place as it is in a custom id. */
export type WrittenPlace = Pick<TemplatePlace, 'scope' | 'target'> & { readonly topic: string };

/** The place of a template that the member may change. */
export interface Place extends TemplatePlace {
  /** Of the channel or rule; `null` for a server. */
  readonly channelId: string | null;
  /** `null` for a server or channel. */
  readonly rule: Subscription | null;
}

/**
 * Checks that the member may change the template of a place.
 * @param written untrusted: a client can forge it
 * @throws UserError if the place does not exist, has no templates, or if the member may not write in its channel
 */
export async function requirePlace(written: WrittenPlace, context: AnswerContext): Promise<Place> {
  const { guildId, services } = context;
  const { scope, target } = written;
  const topic = TEMPLATE_TOPICS.find((one) => one === written.topic);
  if (topic === undefined) throw new UserError(({ templates }) => templates.unknownTopic);
  switch (scope) {
    case 'server':
      return { guildId, topic, scope, target: '', channelId: null, rule: null };
    case 'channel':
      await requireWritable(target, context);
      if (services.serverDirectory.channel(guildId, target) === null)
        throw new UserError(({ permissions }) => permissions.channelHidden);
      return { guildId, topic, scope, target, channelId: target, rule: null };
    case 'rule': {
      const rule = await loadSubscription(target, context);
      await requireWriteAccess(rule.channelId, context);
      if (!rule.topics.includes(topic)) {
        throw new UserError(({ templates, topics }) =>
          templates.notPosted(alertName(rule), topics.plural[topic]),
        );
      }
      return { guildId, topic, scope, target, channelId: rule.channelId, rule };
    }
    default:
      return scope satisfies never;
  }
}
