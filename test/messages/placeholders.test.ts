import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { english } from '#src/messages/messages.ts';

/** What a menu on a phone shows before it is cut, characters. */
const SHOWN = 40;
/** As long as the bot lets the name of a channel be in a placeholder. */
const NAME = 'n'.repeat(24);

/** The placeholder of every menu. */
const PLACEHOLDERS = {
  'channel: role': english.channelSettings.choosePingRole,
  'channel: switches': english.channelSettings.chooseSwitches,
  'import: channel': english.alertFiles.chooseChannelFor(NAME),
  'list: copy': english.alertList.chooseChannel,
  'list: open': english.alertList.open,
  'list: other': english.alertList.openOther,
  'health: held': english.alertHealth.heldChoose,
  'draft: topics': english.setUp.topics,
  'help: commands': english.help.menu,
  'settings: channel': english.serverSettings.chooseDefaultChannel,
  'settings: role': english.serverSettings.chooseManagerRole,
  'log: alert': english.alertLog.chooseAlert,
  'log: channel': english.alertLog.chooseChannel,
  'template: parts': english.templates.cardParts,
  'alert: details': english.layouts.detailsOf,
};

describe('the placeholder of a menu', () => {
  it.each(Object.entries(PLACEHOLDERS))('is not cut on a phone: %s', (_menu, text) => {
    expect(text.length).toBeLessThanOrEqual(SHOWN);
  });

  it('is in this list, wherever it is', () => {
    const sources = globSync(['commands/**/*.ts', 'src/discord/**/*.ts']);
    const used = sources.flatMap(
      (path) => readFileSync(path, 'utf8').match(/placeholder: .*(?:words|messages)\./g) ?? [],
    );
    expect(used).toHaveLength(Object.keys(PLACEHOLDERS).length);
  });
});
