import packageJson from '../../package.json' with {type: 'json'}
import type {Ci} from '../read/surroundings.ts'

/** What any pipeline runs. */
export const CI_RUN = `npx --yes tenure@${packageJson.version} check`

/** The lines for a pipeline, as docs/ci.md has them. */
export const CI_LINES: Readonly<Record<Ci, {readonly file: string; readonly lines: readonly string[]}>> = {
  github: {
    file: '.github/workflows/tenure.yml',
    lines: [
      'on: pull_request',
      'permissions: {contents: read}',
      'jobs:',
      '  tenure:',
      '    runs-on: ubuntu-latest',
      '    steps:',
      '      - uses: actions/checkout@v4',
      '        with: {fetch-depth: 0}',
      `      - run: ${CI_RUN}`
    ]
  },
  gitlab: {
    file: '.gitlab-ci.yml',
    lines: [
      'tenure:',
      '  image: node:22',
      "  rules: [{if: $CI_PIPELINE_SOURCE == 'merge_request_event'}]",
      '  variables: {GIT_DEPTH: 0}',
      `  script: ['${CI_RUN} --base "$CI_MERGE_REQUEST_DIFF_BASE_SHA"']`,
      '  artifacts: {when: always, reports: {codequality: gl-code-quality-report.json}}'
    ]
  },
  'pre-commit': {
    file: '.pre-commit-config.yaml',
    lines: [
      'repos:',
      '  - repo: local',
      '    hooks:',
      `      - {id: tenure, name: tenure, language: system, pass_filenames: false, entry: ${CI_RUN} --base HEAD}`
    ]
  }
}
