import packageJson from '../../package.json' with {type: 'json'}
import type {Ci} from '../read/surroundings.ts'

const RUN = `npx --yes tenure@${packageJson.version} check`

/** Three lines for a pipeline, as docs/ci.md has them. */
export const CI_LINES: Readonly<Record<Ci, {readonly file: string; readonly lines: readonly string[]}>> = {
  github: {
    file: '.github/workflows/tenure.yml',
    lines: [
      'on: pull_request',
      'permissions: {contents: read}',
      `jobs: {tenure: {runs-on: ubuntu-latest, steps: [{uses: actions/checkout@v4, with: {fetch-depth: 0}}, {run: ${RUN}}]}}`
    ]
  },
  gitlab: {
    file: '.gitlab-ci.yml',
    lines: ['tenure:', '  variables: {GIT_DEPTH: 0}', `  image: node:22`, `  script: [${RUN}]`]
  },
  'pre-commit': {
    file: '.pre-commit-config.yaml',
    lines: [
      '  - repo: local',
      '    hooks:',
      `      - {id: tenure, name: tenure, language: system, pass_filenames: false, entry: ${RUN}}`
    ]
  }
}

export const CI_RUN = RUN
