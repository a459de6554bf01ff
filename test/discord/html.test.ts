import { describe, expect, it } from 'vitest';
import { htmlToText } from '#src/discord/html.ts';
import { threadTimeMs } from '../support/thread-time.ts';

const words = (html: string) => htmlToText(html).replaceAll(/\s+/g, ' ').trim();

describe('the words of HTML', () => {
  it.each([
    ['Plain text.', 'Plain text.'],
    ['<b>Bold</b> and <a href="https://evil.example">linked</a>', 'Bold and linked'],
    ['one<br>two<br/>three<BR />four', 'one two three four'],
    ['<p>one</p><p>two</p><ul><li>three</li><li>four</li></ul>', 'one two three four'],
    ['a<script>alert("x")</script>b<style>p{}</style>c<!-- d -->e', 'a b c e'],
    ['Tom &amp; Jerry &lt;3 &quot;it&#39;s&#x21;&quot;&nbsp;ok', 'Tom & Jerry <3 "it\'s!" ok'],
    ['I <3 cats, 1 < 2 and 3 > 2', 'I <3 cats, 1 < 2 and 3 > 2'],
    ['&unknown; &#99999999; &#x110000;', '&unknown; &#99999999; &#x110000;'],
    ['an <unclosed tag', 'an <unclosed tag'],
  ])('%j reads %j', (html, text) => {
    expect(words(html)).toBe(text);
  });

  it('are found in a time that grows with the text alone', () => {
    const started = threadTimeMs();
    for (const attack of ['<', '<!--', '<script>', '<p ', '&#'])
      htmlToText(attack.repeat(4_000 / attack.length));
    expect(threadTimeMs() - started).toBeLessThan(1_000);
  });
});
