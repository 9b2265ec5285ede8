// Tests don't depend on the machine: five groups run again under settings that would break what relies on the usual ones.

import {createRequire} from 'node:module'
import {dirname, join} from 'node:path'
import process from 'node:process'
import {describe, expect, it} from 'vitest'
import {folder, REPOSITORY, run} from '../cli/run.ts'
import {sample} from '../tier.ts'

const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

/** What some users set for all their repositories. */
const GIT_SETTINGS = `[user]
	name = Somebody
	email = somebody@example.org
	signingKey = none
[commit]
	gpgSign = true
	template = /does/not/exist
[tag]
	gpgSign = true
	sort = -version:refname
[core]
	autocrlf = true
	hooksPath = /does/not/exist
	quotePath = false
	excludesFile = /does/not/exist
[init]
	defaultBranch = trunk
	templateDir = /does/not/exist
[diff]
	external = false
	renames = copies
	mnemonicPrefix = true
[log]
	showSignature = true
	follow = true
	date = relative
[merge]
	ff = only
[color]
	ui = always
`

describe('under hostile settings of the user, in an odd folder, in another order', () => {
  it.each(
    sample([
      ['the gate', ['test/gate/removals', 'test/gate/merges']],
      ['releases', ['test/releases/tags', 'test/releases/history-merges']],
      ['the history', ['test/record/recorded-facts', 'test/history']],
      ['the command line', ['test/cli/line-ends', 'test/cli/run/check.test']],
      ['dates and policies', ['test/policy', 'test/model', 'test/laws/notice']]
    ])
  )('%s: nothing fails', async (_, files) => {
    const home = folder({'.gitconfig': GIT_SETTINGS, 'Hüllen und Bücher/.keep': ''})
    const env = {
      HOME: home,
      XDG_CONFIG_HOME: home,
      TMPDIR: join(home, 'Hüllen und Bücher'),
      TZ: 'Pacific/Apia',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
      LANGUAGE: 'tr',
      GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
      GIT_AUTHOR_DATE: '1999-12-31T23:59:59Z',
      GIT_PAGER: 'false',
      GIT_EXTERNAL_DIFF: 'false',
      PAGER: 'false',
      FORCE_COLOR: '1',
      CI: 'true'
    }
    const args = ['run', '--maxWorkers=1', '--sequence.shuffle', '--sequence.seed=7', '--reporter=dot', ...files]
    const {code, out, err} = await run(process.execPath, [VITEST, ...args], {cwd: REPOSITORY, env})
    expect(code, out + err).toBe(0)
  })
})
