import type { Writer } from '../writer.ts';

/** `/settings`. */
export const serverSettingMessages = ({ text, count, command }: Writer) => ({
  description: text`Chooses how I write and work in this server`,
  viewDescription: text`Shows what this server chose, with examples`,
  setDescription: text`Changes what is given, and leaves the rest as it is`,
  setTimeZone: text`For quiet hours and dates, such as Europe/Berlin`,
  setCurrency: text`How amounts are written`,
  setColourOf: text`Which alerts get the colour`,
  setColour: text`Such as #2ecc71 or green`,
  setDefaultChannel: text`Where /alerts add posts when no channel is named`,
  setManagerRole: text`Who may manage alerts besides Manage Server`,
  resetDescription: text`Goes back to the default, in one thing or in all`,
  resetWhat: text`What goes back to the default`,
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
  exportDescription: text`Gives you everything that I keep of this server, as a file`,
  eraseDescription: text`Forgets everything that I keep of this server`,

  title: text`**Settings of this server**`,
  timeZone: (timeZone: string, now: string) => text`Time zone: ${timeZone}, where it is ${now}`,
  currencyDisplays: {
    after: text`the symbol after the number`,
    before: text`the symbol before the number`,
    short: text`large amounts shortened`,
  },
  /** @param display one of `currencyDisplays` */
  amounts: (display: string, example: string) => text`Amounts: ${display}, such as ${example}`,
  colours: (colours: string) => text`Colours: ${colours}`,
  defaultColours: text`Colours: the default ones`,
  defaultChannel: (channel: string) => text`Channel for new alerts: ${channel}`,
  noDefaultChannel: text`Channel for new alerts: where ${command('alerts add')} is run`,
  manageServer: text`Who may manage alerts: who has “Manage Server”`,
  manageServerOrRole: (role: string) =>
    text`Who may manage alerts: who has “Manage Server” or the role ${role}`,
  changed: text`✅ Changed.`,

  /** @param display one of `currencyDisplays` */
  amountsAre: (display: string) => text`Amounts: ${display}`,
  chooseDefaultChannel: text`Channel for new alerts; none: where the command is run`,
  chooseManagerRole: text`Who may manage alerts besides “Manage Server”`,
  more: text`Time zone, numbers, colours`,
  modalTitle: text`Time zone, numbers, colours`,
  /** Labels have at most 45 characters, their descriptions 100. */
  fields: {
    time_zone: { label: text`Time zone`, about: text`Such as Europe/Berlin or UTC` },
    language: { label: text`Numbers and dates`, about: text`For example English (United Kingdom)` },
    colours: {
      label: text`Colours of alerts`,
      about: text`A line each, such as sales: gold; empty for the default ones`,
    },
  },
  writeColours: text`Write a line for each, such as sales: gold.`,
  resetDone: text`✅ Back to the default.`,

  nothingGiven: text`Say what is to change: pick an option such as **time_zone**.`,
  colourIncomplete: text`Say with **colour_of** which alerts are meant, and with **colour** which colour.`,
  writeColour: text`Write a colour like #2ecc71, or a name such as green, gold or purple.`,
  pickTimeZone: text`Pick one of the suggestions while you type, such as Europe/Berlin.`,
  everybodyManages: text`Everybody managing alerts is too many. Choose another role.`,

  exported: text`Everything that I keep of this server, in the channels that you can see. ${command('settings erase')} forgets it.`,
  eraseTitle: text`**Forget everything of this server?** This cannot be undone.`,
  eraseWhat: (alerts: number) =>
    text`I forget ${count(alerts, { one: 'alert', other: 'alerts' })} and set-ups that wait for a confirmation, the settings of each channel and of the server, and what waits to be posted here. Messages that I posted stay, and are not changed any more.`,
  eraseExport: text`${command('settings export')} gives you all of it as a file first.`,
  yesErase: text`Yes, forget everything`,
  noKeep: text`No, keep it`,
  erased: text`Everything of this server is forgotten. ${command('alerts add')} begins anew.`,
  notErased: text`Nothing was erased.`,
});
