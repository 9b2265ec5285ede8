import {describe, expect, it} from 'vitest'
import {folder} from '../../../test/cli/run.ts'
import {HERE} from '../../../test/here.ts'
import {sample} from '../../../test/tier.ts'
import {readPullRequest, readWorkflowRun} from '../src/github-event.ts'
import {readCheckInputs} from '../src/inputs.ts'
import {withMarker} from '../src/pull-request-comment.ts'

describe('the inputs', () => {
  it('have defaults', () => {
    expect(readCheckInputs({INPUT_FORMAT: '', INPUT_API: ' '})).toEqual({
      comment: false,
      mention: false,
      status: '',
      args: ['check'],
      formats: ['github'],
      commentKey: ''
    })
  })

  it('become a command line with one argument for each input', () => {
    const env = {
      INPUT_BASE: '--plugins',
      INPUT_SPEC: 'a b.yaml',
      INPUT_APPROVALS: '/tmp/approvals.json',
      INPUT_FAIL_ON: 'undetermined',
      INPUT_SARIF: 'out.sarif',
      INPUT_FORMAT: 'stylish,junit=a.xml'
    }
    expect(readCheckInputs(env)).toMatchObject({
      args: [
        'check',
        '--base=--plugins',
        '--spec=a b.yaml',
        '--approvals=/tmp/approvals.json',
        '--fail-on=undetermined'
      ],
      formats: ['stylish,junit=a.xml', 'sarif=out.sarif']
    })
  })

  it.each(
    sample([
      [{}, ''],
      [{INPUT_WORKING_DIRECTORY: '.'}, ''],
      [{INPUT_WORKING_DIRECTORY: './'}, ''],
      [{INPUT_API: 'lending'}, 'lending'],
      [{INPUT_WORKING_DIRECTORY: 'services/loans', INPUT_API: 'lending'}, 'services/loans lending']
    ])
  )('%j give the comment the key %j', (env, key) => expect(readCheckInputs(env).commentKey).toBe(key))

  it("are escaped in the comment's marker", () => {
    expect(withMarker('<!-- tenure check -->\n\nFine', 'a--> <script>-->')).toBe(
      '<!-- tenure check a-%2D%3E%20%3Cscript%3E-%2D%3E -->\n\nFine'
    )
  })
})

describe('the event of a workflow', () => {
  const env = (event: string) => ({
    GITHUB_REPOSITORY: 'library/lending',
    GITHUB_EVENT_PATH: `${folder({'event.json': event})}/event.json`
  })
  const pull = (head: unknown) => env(JSON.stringify({pull_request: {number: 7, head}}))

  it('gives the number of the pull request and whether it comes from a fork', () => {
    expect(readPullRequest(HERE.files, pull({repo: {full_name: 'library/lending'}}))).toEqual({
      number: 7,
      isFork: false
    })
    expect(readPullRequest(HERE.files, pull({repo: {full_name: 'reader/lending'}}))).toEqual({number: 7, isFork: true})
    expect(readPullRequest(HERE.files, pull({repo: null}))).toEqual({number: 7, isFork: true})
    expect(readPullRequest(HERE.files, env('{"ref": "refs/heads/main"}'))).toBeUndefined()
  })

  it.each(
    sample([
      '{"workflow_run": {"event": "pull_request", "head_sha": "../7"}}',
      '{"pull_request": {"number": 7}}',
      '[]',
      '{'
    ])
  )('is rejected if it is not a workflow run: %s', event =>
    expect(() => readWorkflowRun(HERE.files, env(event))).toThrow(/^The event /)
  )
})
