import {describe, expect, it} from 'vitest'
import {folder, tenure, write} from './run.ts'

const historyOf = (more: string, second: string) => {
  const cwd = folder()
  const releases = `  - {release: "1.0", date: 2024-01-01, changes: [{added: GET /v1/loans}]}\n  - {release: "1.1", date: 2025-01-01${second}}\n`
  write(cwd, {'history.yaml': `format: 1\nservice: Lending Library API\n${more}releases:\n${releases}`})
  return cwd
}

const OPEN = 'Not all of `1.1` could be read: more may have changed.'

describe.concurrent('a release of which not all could be read', () => {
  it.each([
    ['upgrade 1.0 1.1', ['Nothing is known that has to be done.', OPEN], 'goes on working'],
    ['notes 1.0..1.1', [OPEN], 'No changes'],
    ['notes 1.0..1.1 --flavour keep-a-changelog', [OPEN], 'No changes'],
    ['notes 1.1', ['more may have changed'], 'No changes']
  ])('%s says so', async (command, said, unsaid) => {
    const ran = await tenure(command.split(' '), {cwd: historyOf('', ', partial: true')})
    expect(ran.code, ran.err).toBe(0)
    for (const each of said) expect(ran.out).toContain(each)
    expect(ran.out).not.toContain(unsaid)
  })

  it('is named in the guide as data', async () => {
    const ran = await tenure(['upgrade', '1.0', '1.1', '--format', 'json'], {cwd: historyOf('', ', partial: true')})
    expect(JSON.parse(ran.out)).toMatchObject({partial: ['1.1']})
  })

  it('is no other than one that was read, where it was', async () => {
    const ran = await tenure(['upgrade', '1.0', '1.1'], {cwd: historyOf('', '')})
    expect(ran.out).toContain('Nothing has to be done: what worked goes on working.')
  })

  it('a record that does not say everything promises no more either', async () => {
    const ran = await tenure(['upgrade', '1.0', '1.1'], {cwd: historyOf('complete: false\n', '')})
    expect(ran.out).toContain('Nothing is known that has to be done. This record does not say everything')
  })
})
