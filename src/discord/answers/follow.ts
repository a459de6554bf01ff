import type { Address } from '../../domain/address.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, placeButton } from '../components/buttons.ts';
import { followChannel, lackText } from '../follow-channel.ts';
import type { Place } from '../place.ts';
import { UserError } from '../user-error.ts';
import { collectionTitle } from '../views/collection-heading.ts';

/** Whether the channel is told of the collection's sales already. */
async function isFollowed(
  collection: Address,
  { services, guildId, channelId }: AnswerContext,
): Promise<boolean> {
  const subscriptions = await services.subscriptions.of(guildId);
  return subscriptions.some(
    (one) => one.channelId === channelId && (one.collection === null || one.collection === collection),
  );
}

/** What following a collection in this channel would do, with the button that does it for who may. */
export async function answerFollow(
  { collection }: Extract<Place, { at: 'follow' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { channelId, mayManage, services } = context;
  const name = collectionTitle(collection, services.view);
  if (await isFollowed(collection, context)) {
    return {
      content: `<#${channelId}> follows the sales of **${name}** already. \`/alerts list\` shows it.`,
    };
  }
  if (!mayManage) {
    return {
      content: `The sales of **${name}** can be posted in this channel as they happen. Ask somebody who may manage this server: they press “Follow here” too, or run \`/alerts add\`.`,
    };
  }
  const lack = lackText(channelId, services);
  if (lack !== null) return { content: lack };
  return {
    content: `I will post every sale of **${name}** in <#${channelId}> as it happens. \`/alerts remove\` ends it.`,
    components: buttonRows([
      placeButton('Follow in this channel', { at: 'follow-here', collection }, context, { primary: true }),
    ]),
  };
}

/**
 * Lets this channel follow a collection.
 * @throws UserError for who may not manage the server, and where the bot may not post
 */
export async function answerFollowHere(
  { collection }: Extract<Place, { at: 'follow-here' }>,
  { asker, guildId, channelId, mayManage, services }: AnswerContext,
): Promise<Answer> {
  if (!mayManage) {
    throw new UserError('You need the permission “Manage Server” in this server to do that.');
  }
  return { content: await followChannel({ guildId, channelId, collection, by: asker }, services) };
}
