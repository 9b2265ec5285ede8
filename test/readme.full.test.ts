import {spawnSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {presets, readPolicyText} from '../src/read/config/policy-file.ts'
import {packageFolder} from '../src/read/files/installed-packages.ts'
import {readHistoryText} from '../src/read/history/file.ts'

const readme = readFileSync(packageFolder('README.md'), 'utf8')

/** The code blocks of one language. */
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text)

describe('the README', () => {
  it.each(blocks('console').map(text => [text.split('\n')[0] ?? '', text] as const))(
    'shows what %s prints',
    (command, text) => {
      const args = [...command.replace(/^\$ tenure /, '').matchAll(/'([^']*)'|(\S+)/g)].map(
        ([, quoted, bare]) => quoted ?? bare ?? ''
      )
      const {stdout} = spawnSync(process.execPath, ['dist/cli.cjs', ...args], {
        cwd: packageFolder('.'),
        encoding: 'utf8'
      })
      const shown = text.split('\n').slice(1).join('\n').trimEnd()
      // A line of three dots stands for lines that are left out.
      const pattern = shown.split('\n…\n').map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      expect(stdout.trimEnd()).toMatch(new RegExp(`^${pattern.join('\\n[\\s\\S]*\\n')}$`))
    }
  )

  it('shows a history and a policy that can be read', () => {
    const [history = '', policy = ''] = blocks('yaml')
    expect(readHistoryText(history, 'history.yaml').declared.events.length).toBeGreaterThan(8)
    expect(readPolicyText(policy, 'policy.yaml').policy.revisions).toHaveLength(2)
  })

  it('names every preset', () => {
    for (const preset of presets()) expect(readme).toContain(`\`${preset}\``)
  })
})
