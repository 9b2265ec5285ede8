import {expect, test} from 'vitest'
import {ciFormats} from '../../src/cli/ci-formats.ts'

test.each([
  [{}, [{format: 'stylish'}]],
  [{GITHUB_ACTIONS: 'true'}, [{format: 'github'}]],
  [{GITLAB_CI: 'true'}, [{format: 'stylish'}, {format: 'gitlab', file: 'gl-code-quality-report.json'}]],
  [{GITHUB_ACTIONS: '', GITLAB_CI: undefined}, [{format: 'stylish'}]]
])('in %o the reports are %o', (environment, formats) => {
  expect(ciFormats(environment)).toEqual(formats)
})
