import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectPath } from '../../deploy/deploy-files.ts';

const run = promisify(execFile);

it('the demo says in one line which recording it cannot read', async () => {
  const demo = run(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    projectPath('sandbox/main.ts'),
    '--headless',
    '--replay',
    '/nowhere',
  ]);
  await expect(demo).rejects.toMatchObject({
    code: 2,
    stderr: '/nowhere/collection.json: is not there\n',
  });
});
