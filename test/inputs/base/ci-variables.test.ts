// What a run in CI is for, by the variables that its system sets. A change can't set them, but a fork has its own.

import {describe, expect, it} from 'vitest'
import {readCiFacts} from '../../../src/gate/base/ci-facts.ts'
import {HERE} from '../../here.ts'
import {sample} from '../../tier.ts'

const runOf = (env: Readonly<Record<string, string>>) => readCiFacts(HERE.files, env)?.run
const UNCLEAR = {kind: 'unclear', missing: expect.any(String)}

describe('a pipeline of GitLab', () => {
  const MERGE = {GITLAB_CI: 'true', CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main'}

  it.each(
    sample([
      [
        {...MERGE, CI_PROJECT_ID: '7', CI_MERGE_REQUEST_PROJECT_ID: '7'},
        {kind: 'merge', target: 'main'}
      ],
      [MERGE, {kind: 'merge', target: 'main'}],
      [{...MERGE, CI_PROJECT_ID: '8', CI_MERGE_REQUEST_PROJECT_ID: '7'}, UNCLEAR],
      [{...MERGE, CI_MERGE_REQUEST_PROJECT_ID: '7'}, UNCLEAR],
      [{GITLAB_CI: 'true', CI_PIPELINE_SOURCE: 'merge_request_event', CI_COMMIT_BRANCH: 'work'}, UNCLEAR],
      [
        {GITLAB_CI: 'true', CI_COMMIT_BRANCH: 'main', CI_COMMIT_BEFORE_SHA: 'a', CI_COMMIT_REF_PROTECTED: 'true'},
        {kind: 'push', branch: 'main', before: 'a', isProtected: true}
      ],
      [
        {GITLAB_CI: 'true', CI_COMMIT_BRANCH: 'main', CI_COMMIT_REF_PROTECTED: 'false'},
        {kind: 'push', branch: 'main', isProtected: false}
      ],
      [
        {GITLAB_CI: 'true', CI_COMMIT_BRANCH: 'main', CI_PIPELINE_SOURCE: 'schedule'},
        {kind: 'other', event: 'schedule', branch: 'main'}
      ]
    ])
  )('with %j', (env, run) => {
    expect(runOf(env)).toEqual(run)
  })
})

describe('a build of Jenkins', () => {
  const BUILD = {JENKINS_URL: 'https://ci.library.example', BRANCH_NAME: 'main'}

  it.each(
    sample([
      [
        {...BUILD, CHANGE_TARGET: 'release'},
        {kind: 'merge', target: 'release'}
      ],
      [{...BUILD, CHANGE_ID: '7'}, UNCLEAR],
      // What a failed build found isn't passed over by the next one.
      [
        {...BUILD, GIT_PREVIOUS_SUCCESSFUL_COMMIT: 'good', GIT_PREVIOUS_COMMIT: 'failed'},
        {kind: 'push', branch: 'main', before: 'good'}
      ],
      [
        {...BUILD, GIT_PREVIOUS_COMMIT: 'failed'},
        {kind: 'push', branch: 'main', before: 'failed'}
      ],
      [BUILD, {kind: 'push', branch: 'main'}]
    ])
  )('with %j', (env, run) => {
    expect(runOf(env)).toEqual(run)
  })
})

it.each<[env: Readonly<Record<string, string>>, run: object]>([
  [{CIRCLECI: 'true', CIRCLE_BRANCH: 'pull/7', CIRCLE_PR_NUMBER: '7'}, UNCLEAR],
  [
    {CIRCLECI: 'true', CIRCLE_BRANCH: 'work'},
    {kind: 'push', branch: 'work', isTargetUnknown: true}
  ],
  [{CI: 'woodpecker', CI_PIPELINE_EVENT: 'pull_request', CI_COMMIT_BRANCH: 'main'}, UNCLEAR],
  [
    {CI: 'wp', CI_PIPELINE_EVENT: 'pull_request_closed', CI_COMMIT_TARGET_BRANCH: 'main'},
    {kind: 'merge', target: 'main'}
  ],
  [
    {CI: 'woodpecker', CI_PIPELINE_EVENT: 'manual', CI_COMMIT_BRANCH: 'main'},
    {kind: 'other', event: 'manual', branch: 'main'}
  ],
  [{DRONE: 'true', DRONE_BUILD_EVENT: 'pull_request', DRONE_BRANCH: 'main'}, UNCLEAR],
  [
    {DRONE: 'true', DRONE_BUILD_EVENT: 'promote', DRONE_BRANCH: 'main'},
    {kind: 'other', event: 'promote', branch: 'main'}
  ]
])('a run of another system, with %j', (env, run) => {
  expect(runOf(env)).toEqual(run)
})
