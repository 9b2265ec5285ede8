import {rmSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {pluginsOfCommit} from '../../../src/gate/plugins/plugin-choice.ts'
import {openWorkspace} from '../../../src/stores/files/workspace.ts'
import {git, repositoryOf} from '../../gate/scenario.ts'

it('the plugins of a target are those of its own configuration, whatever a change links to', async () => {
  const listing = (plugin: string): string => `format: 1\nplugins: [${plugin}]\n`
  const cwd = await repositoryOf({
    main: [['2026-01-01', {'tenure.yaml': listing('own.js'), 'example/tenure.yaml': listing('other.js')}]]
  })
  const id = (await git(cwd, ['rev-parse', 'HEAD'])).trim()
  const listed = (config: string): string[] =>
    pluginsOfCommit(openWorkspace(cwd, {}), {root: cwd, id}, config).map(({path}) => path)
  expect(listed('tenure.yaml')).toEqual(['own.js'])
  rmSync(join(cwd, 'tenure.yaml'))
  symlinkSync(join('example', 'tenure.yaml'), join(cwd, 'tenure.yaml'))
  expect(listed('tenure.yaml')).toEqual(['own.js'])
  expect(listed('example/tenure.yaml')).toEqual([join('example', 'other.js')])
})
