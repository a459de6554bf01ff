import { Hono } from 'hono';
import type { Account } from './contract.ts';
import { accountAction, readBody } from './requests.ts';
import { accountOf, type PageSetting, personOf } from './visible-world.ts';

/** The routes for what a user decides about themselves, as in their settings. */
export function accountRoutes(setting: PageSetting): Hono {
  const { discord, applicationId } = setting;
  return new Hono().post('/account', async (context) => {
    const action = await readBody(context.req.raw, accountAction);
    const me = personOf(setting.people, action.as);
    switch (action.do) {
      case 'accept-direct-messages':
        discord.setAcceptsDirectMessages(me.id, action.on);
        break;
      case 'have-application':
        if (action.on) discord.installToAccount(me.id, applicationId);
        else discord.removeFromAccount(me.id, applicationId);
        break;
      case 'write-to-bot':
        discord.openDirectMessage(me.id, applicationId);
        break;
    }
    return context.json(accountOf(me, setting) satisfies Account);
  });
}
