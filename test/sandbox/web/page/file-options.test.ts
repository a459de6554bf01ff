import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import {
  pickFile,
  readDraft,
  removeOption,
  startCommand,
} from '../../../../sandbox/web/page/composer/draft.ts';
import { sizeText } from '../../../../sandbox/web/page/message/attachment.ts';

const ENTRY = {
  name: 'alerts import',
  description: 'Reads a file',
  options: [{ type: Type.Attachment as const, name: 'file', description: 'Which', required: true }],
};
const FILE = { name: 'alerts.json', contentType: 'application/json', base64: 'e30=' };

const read = (draft: Parameters<typeof readDraft>[0]) => readDraft(draft, () => null);

describe('a file option', () => {
  it('sends the picked file apart from the other values', () => {
    const draft = pickFile(startCommand(ENTRY), 'file', FILE);

    expect(read(draft)).toEqual({ values: {}, files: { file: FILE } });
    expect(draft.inputs).toMatchObject([{ typed: 'alerts.json' }]);
    expect(draft.at).toBeNull();
  });

  it('needs one where it is required', () => {
    expect(read(startCommand(ENTRY))).toMatchObject({
      draft: { at: 'file', problems: new Map([['file', 'This option is required. Choose a file.']]) },
    });
  });

  it('is empty again once the file is removed', () => {
    const draft = removeOption(pickFile(startCommand(ENTRY), 'file', FILE), 'file');

    expect(draft.inputs).toEqual([{ name: 'file', typed: '', picked: null }]);
  });
});

describe('the size of a file', () => {
  it.each([
    [0, '0 bytes'],
    [13, '13 bytes'],
    [1_023, '1023 bytes'],
    [1_536, '1.5 KB'],
    [10 * 1_024 * 1_024, '10 MB'],
    [3_000 * 1_024 * 1_024, '3000 MB'],
  ])('of %i bytes is %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});
