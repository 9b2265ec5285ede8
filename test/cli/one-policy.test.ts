import {describe, expect, it} from 'vitest'
import {get, repositoryOf, spec, TODAY} from '../gate/scenario.ts'
import {sample} from '../tier.ts'
import {expectRefusal, tenure} from './run.ts'

const HISTORY = 'format: 1\nservice: Loans\n'
const RELEASE = 'release: "1.0"\ndate: 2024-01-10\nchanges: [{added: GET /v1/loans}]\n'
const OWN = 'format: 1\nname: own\nextends: kubernetes\n'
const COMMANDS = [['check'], ['audit'], ['due'], ['diff', 'HEAD:openapi.yaml', 'openapi.yaml'], ['notes', '1.0']]

const projectWith = (config: string, history: string, more: Readonly<Record<string, string>> = {}) =>
  repositoryOf({
    main: [
      [
        '2024-01-10',
        {
          'openapi.yaml': spec(get('/v1/loans')),
          'tenure.yaml': `format: 1\nspec: openapi.yaml\nhistory: api-history\n${config}`,
          'api-history/service.yaml': HISTORY + history,
          'api-history/releases/1.0.yaml': RELEASE,
          ...more
        }
      ]
    ]
  })

const run = (cwd: string, args: readonly string[]) => tenure([...args, '--as-of', TODAY], {cwd})

describe('a history and a configuration that name different policies', () => {
  it.each(COMMANDS)('are refused at the place of the history: %s', async (...args) => {
    const cwd = await projectWith('policy: kubernetes\n', 'policy: zalando\n')
    const result = await run(cwd, args)
    expectRefusal(result)
    expect(result.err).toMatch(/^api-history\/service\.yaml:3:9: .*`zalando`.*`tenure\.yaml`.*`kubernetes`/)
  })

  it('are refused where one name stands for two files', async () => {
    const more = {'policy.yaml': OWN, 'api-history/policy.yaml': OWN}
    expectRefusal(await run(await projectWith('policy: policy.yaml\n', 'policy: policy.yaml\n', more), ['audit']))
  })

  it('are judged by the policy that `--policy` names', async () => {
    const cwd = await projectWith('policy: kubernetes\n', 'policy: zalando\n')
    expect((await run(cwd, ['audit', '--policy', 'zalando'])).code).toBe(0)
  })

  it('can be fixed by a change, whose target has both', async () => {
    const files = (history: string) => ({
      'openapi.yaml': spec(get('/v1/loans')),
      'tenure.yaml': 'format: 1\nspec: openapi.yaml\nhistory: api-history\npolicy: kubernetes\n',
      'api-history/service.yaml': HISTORY + history,
      'api-history/releases/1.0.yaml': RELEASE
    })
    const cwd = await repositoryOf({
      main: [['2024-01-10', files('policy: zalando\n')]],
      branch: [[TODAY, files('')]]
    })
    const {code, err} = await run(cwd, ['check', '--target', 'main'])
    expect(code, err).not.toBe(2)
  })
})

describe('a history and a configuration that name one policy', () => {
  it.each(
    sample([
      ['a preset', 'policy: zalando\n', 'policy: zalando\n'],
      ['a file, from its own folder', 'policy: policy.yaml\n', 'policy: ../policy.yaml\n'],
      ['only in the history', '', 'policy: zalando\n'],
      ['only in the configuration', 'policy: zalando\n', '']
    ])
  )('are judged by it: %s', async (_, config, history) => {
    const cwd = await projectWith(config, history, {'policy.yaml': OWN})
    for (const args of COMMANDS.slice(0, 2)) {
      const {code, err} = await run(cwd, args)
      expect(code, err).not.toBe(2)
    }
  })

  it('are judged by that of the history by every command, also without a configuration', async () => {
    for (const config of ['format: 1\nspec: openapi.yaml\nhistory: api-history\n', undefined]) {
      const cwd = await repositoryOf({
        main: [
          [
            '2024-01-10',
            {
              'openapi.yaml': spec(get('/v1/loans')),
              'api-history/service.yaml': `${HISTORY}policy: zalando\n`,
              'api-history/releases/1.0.yaml': RELEASE,
              ...(config === undefined ? {} : {'tenure.yaml': config})
            }
          ]
        ]
      })
      for (const args of COMMANDS.slice(0, 4)) {
        const {policy} = JSON.parse((await run(cwd, [...args, '--format', 'json'])).out)
        expect([args[0], policy.name ?? policy]).toEqual([args[0], 'zalando'])
      }
    }
  })
})
