import type { Writer } from '../writer.ts';

/** `/settings`. */
export const serverSettingMessages = ({ text, count, command }: Writer) => ({
  description: text`Server settings`,
  viewDescription: text`Show this server’s settings`,
  setDescription: text`Change settings`,
  setTimeZone: text`Time zone for quiet hours and dates, for example Europe/Berlin`,
  setCurrency: text`Amount format`,
  setColourOf: text`Alerts this colour applies to`,
  setColour: text`Colour, for example #2ecc71 or green`,
  setDefaultChannel: text`Default channel for /alerts add`,
  setManagerRole: text`Role that may manage alerts, in addition to members with Manage Server`,
  resetDescription: text`Reset one setting, or all`,
  resetWhat: text`Setting to reset`,
  resetParts: {
    everything: text`everything`,
    'time zone': text`time zone`,
    language: text`language`,
    currency: text`currency`,
    colours: text`colours`,
    'default channel': text`default channel`,
    'manager role': text`manager role`,
  },
  resets: {
    everything: text`everything`,
    'time zone': text`time zone`,
    language: text`language`,
    currency: text`currency`,
    colours: text`colours`,
    'default channel': text`default channel`,
    'manager role': text`manager role`,
  },
  exportDescription: text`Export all of this server’s data as a file`,
  eraseDescription: text`Delete all of this server’s data`,

  title: text`**Server settings**`,
  /** The headings of the two columns. */
  formatTitle: text`Formats`,
  alertsTitle: text`Alerts`,
  timeZone: text`Time zone`,
  timeZoneNow: (timeZone: string, now: string) => text`${timeZone} (now ${now})`,
  currencyDisplays: {
    after: text`symbol after the number`,
    before: text`symbol before the number`,
    short: text`large amounts shortened`,
  },
  amounts: text`Amounts`,
  /** @param display one of `currencyDisplays` */
  amountsLike: (display: string, example: string) => text`${display}, for example ${example}`,
  colours: text`Colours`,
  defaultColours: text`default`,
  defaultChannel: text`Default channel`,
  noDefaultChannel: text`the channel where ${command('alerts add')} is used`,
  managers: text`Managers`,
  manageServer: text`members with “Manage Server”`,
  manageServerOrRole: (role: string) => text`members with “Manage Server” or the ${role} role`,
  changed: text`✅ Saved.`,

  /** @param display one of `currencyDisplays` */
  amountsAre: (display: string) => text`Amounts: ${display}`,
  chooseDefaultChannel: text`Default channel for new alerts`,
  chooseManagerRole: text`Role that may manage alerts`,
  more: text`Time zone, numbers, colours`,
  modalTitle: text`Time zone, numbers, colours`,
  /** Labels have at most 45 characters, their descriptions 100. */
  fields: {
    time_zone: { label: text`Time zone`, about: text`For example Europe/Berlin or UTC` },
    language: { label: text`Numbers and dates`, about: text`For example English (United Kingdom)` },
    colours: {
      label: text`Alert colours`,
      about: text`One colour per line, for example “sales: gold”. Leave empty for the defaults.`,
    },
  },
  writeColours: text`Enter one colour per line, for example **sales: gold**.`,
  resetDone: text`✅ Reset to default.`,

  nothingGiven: text`Choose a setting to change, for example **time_zone**.`,
  colourIncomplete: text`A new colour needs both **colour_of** (which alerts) and **colour**.`,
  writeColour: text`Enter a colour like #2ecc71, or a name like green, gold or purple.`,
  pickTimeZone: text`Enter the name of a time zone, for example Europe/Berlin.`,
  everybodyManages: text`@everyone can’t be the manager role. Choose another role.`,

  exported: text`Here is this server’s data, limited to channels that you can see. To delete all of the server’s data, use ${command('settings erase')}.`,
  eraseTitle: text`**Delete all of this server’s data?** This can’t be undone.`,
  eraseWhat: (alerts: number) =>
    text`This deletes ${count(alerts, { one: 'alert', other: 'alerts' })}, all drafts, all channel and server settings, and all queued messages. Messages that were already posted stay, but are no longer updated.`,
  eraseExport: text`To keep a copy, use ${command('settings export')} first.`,
  yesErase: text`Yes, delete all`,
  noKeep: text`No, keep it`,
  erased: text`All of this server’s data was deleted. Start again with ${command('alerts add')}.`,
  notErased: text`Nothing was deleted.`,
});
