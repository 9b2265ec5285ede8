// What the CI system says of a run is asked once, so that no two parts of a verdict hear different answers.
import {mkdtempSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {readCiFacts} from '../../../src/gate/base/ci-facts.ts'
import {Files} from '../../../src/stores/files/files.ts'

it('the event file is read once for a command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'event-'))
  const path = join(folder, 'event.json')
  const env = {GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: path}
  const eventFor = (ref: string): void => writeFileSync(path, JSON.stringify({pull_request: {base: {ref}}}))
  const files = new Files(folder)
  eventFor('main')
  expect(readCiFacts(files, env)?.run).toEqual({kind: 'merge', target: 'main'})
  eventFor('hidden')
  expect(readCiFacts(files.traced({note: () => undefined}), env)?.run).toEqual({kind: 'merge', target: 'main'})
  expect(readCiFacts(new Files(folder), env)?.run).toEqual({kind: 'merge', target: 'hidden'})
})
