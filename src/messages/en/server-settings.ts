import type { Writer } from '../writer.ts';

/** `/settings`. */
export const serverSettingMessages = ({ text, count, command }: Writer) => ({
  description: text`Server settings`,
  viewDescription: text`Show this server’s settings`,
  setDescription: text`Change settings`,
  setTimeZone: text`Time zone for quiet hours and dates, for example Europe/Berlin`,
  setCurrency: text`Format of amounts`,
  setColourOf: text`Alerts that get the colour`,
  setColour: text`Colour, for example #2ecc71 or green`,
  setDefaultChannel: text`Default channel for /alerts add`,
  setManagerRole: text`Role that may manage alerts, besides Manage Server`,
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
  exportDescription: text`Export all data of this server as a file`,
  eraseDescription: text`Delete all data of this server`,

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
  noDefaultChannel: text`where ${command('alerts add')} is run`,
  managers: text`Managers`,
  manageServer: text`members with “Manage Server”`,
  manageServerOrRole: (role: string) => text`members with “Manage Server” or the role ${role}`,
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
      about: text`One per line, for example sales: gold. Leave empty for the defaults`,
    },
  },
  writeColours: text`Enter one per line, for example sales: gold.`,
  resetDone: text`✅ Reset to default.`,

  nothingGiven: text`Choose a setting to change, for example **time_zone**.`,
  colourIncomplete: text`Choose the alerts in **colour_of** and the colour in **colour**.`,
  writeColour: text`Enter a colour like #2ecc71, or a name like green, gold or purple.`,
  pickTimeZone: text`Pick a suggestion while you type, for example Europe/Berlin.`,
  everybodyManages: text`@everyone can’t be the manager role. Choose another role.`,

  exported: text`All data of this server, for the channels that you can see. Delete it with ${command('settings erase')}.`,
  eraseTitle: text`**Delete all data of this server?** This can’t be undone.`,
  eraseWhat: (alerts: number) =>
    text`This deletes ${count(alerts, { one: 'alert', other: 'alerts' })}, all drafts, all settings of channels and server, and alerts waiting to be posted. Posted messages stay, but are no longer updated.`,
  eraseExport: text`Export it first with ${command('settings export')}.`,
  yesErase: text`Yes, delete all`,
  noKeep: text`No, keep it`,
  erased: text`All data of this server was deleted. Start again with ${command('alerts add')}.`,
  notErased: text`Nothing was deleted.`,
});
