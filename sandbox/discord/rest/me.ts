import { directMessageChannel } from '../state/channels.ts';
import { removeGuildMember } from '../state/guilds.ts';
import type { World } from '../state/world.ts';
import { applicationPayload } from '../wire/application.ts';
import { channelPayload } from '../wire/channel.ts';
import { textField } from '../wire/fields.ts';
import { ownGuildPayload } from '../wire/guild.ts';
import { ownUser } from '../wire/user.ts';
import { cannotMessageUser, invalidField, unknownUser } from './errors.ts';
import { accessibleGuild } from './permission-checks.ts';
import { botRoute, NO_CONTENT, ok, param, type Route } from './route.ts';

/** The bot itself, its application, and users. */
export function meRoutes(world: World): Route[] {
  return [
    botRoute('GET', '/users/@me', (_request, caller) => {
      const user = world.users.get(caller.botId);
      if (user === undefined) {
        throw unknownUser();
      }
      return ok(ownUser(user));
    }),
    botRoute('PATCH', '/users/@me', (request, caller) => {
      const user = world.users.get(caller.botId);
      if (user === undefined) {
        throw unknownUser();
      }
      const renamed = { ...user, username: textField(request.body, 'username') ?? user.username };
      world.users.set(user.id, renamed);
      return ok(ownUser(renamed));
    }),
    botRoute('GET', '/users/@me/guilds', (_request, caller) =>
      ok(
        [...world.guilds.values()]
          .filter((guild) => guild.members.has(caller.botId))
          .map((guild) => ownGuildPayload(guild, caller.botId)),
      ),
    ),
    botRoute('DELETE', '/users/@me/guilds/:guildId', (request, caller) => {
      removeGuildMember(world, accessibleGuild(world, caller, param(request, 'guildId')), caller.botId);
      return NO_CONTENT;
    }),
    botRoute('POST', '/users/@me/channels', (request, caller) => {
      const recipientId = textField(request.body, 'recipient_id');
      if (recipientId === undefined) {
        throw invalidField('recipient_id', 'BASE_TYPE_REQUIRED', 'This field is required');
      }
      const recipient = world.users.get(recipientId);
      if (recipient === undefined) {
        throw unknownUser();
      }
      if (recipient.bot === true) {
        throw cannotMessageUser();
      }
      return ok(channelPayload(world, directMessageChannel(world, caller.botId, recipientId)));
    }),
    botRoute('GET', '/users/:userId', (request) => {
      const user = world.users.get(param(request, 'userId'));
      if (user === undefined) {
        throw unknownUser();
      }
      return ok(user);
    }),
    botRoute('GET', '/applications/@me', (_request, caller) => ok(applicationPayload(world, caller))),
    botRoute('GET', '/oauth2/applications/@me', (_request, caller) => ok(applicationPayload(world, caller))),
  ];
}
