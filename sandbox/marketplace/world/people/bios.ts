const LONG =
  'I started collecting in the winter when the harbour froze and the ferries stopped, and I have not stopped since. ';

/**
 * Texts that a bio may contain: markup of every kind, mentions, invisible characters, right-to-left text, emoji
 * sequences, nothing, and up to 1,800 characters.
 */
export const BIOS: readonly string[] = [
  '',
  'Collector of small, quiet things.',
  'Buying floors,<br>selling <b>dreams</b>.<br>',
  '@everyone free mint at my place 🎁 @here',
  '**not financial advice** ~~ngmi~~ ||wagmi|| `sudo rm -rf /`',
  'DMs open → [totally safe link](https://phish.example/claim?wallet=drain) <https://phish.example>',
  '“Perhaps tonight.” – said the understudy, as she’d said every night',
  '👩‍👩‍👧‍👦 family of four, 🏴‍☠️ by trade, 🐈‍⬛ by heart, 👍🏽',
  '$CASH $OG $$$ holder, 100% real; %7C is not a pipe',
  '# Loud headline\n> quoted\n- listed\n1. counted\n```code that never ends',
  'مرحبا \u202Etxet neddih\u202C بكم',
  'zero\u200Bwidth\u200Bjoiner\u200D and a soft\u00ADhyphen',
  'Damn right I sniped your shitty auction. Cry about it.',
  '0x000000000000000000000000000000000000dead is my other wallet',
  '<script>alert("gm")</script> &amp; &lt;friends&gt;',
  '   spaces   in   odd   places   ',
  LONG.repeat(20).slice(0, 1800),
  'Künstlerin. Σκέψη. 東京 ☔ ｆｕｌｌｗｉｄｔｈ z͑͗̓̂a̐͋l̾g̿o',
];
