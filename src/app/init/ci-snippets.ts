import packageJson from '../../../package.json' with {type: 'json'}
import type {CiSystem, InstalledPackage} from '../../read/sources/project-files.ts'

/** Command that every pipeline runs. */
const CI_RUN = `npx --yes tenure@${packageJson.version} check`

/** Pipeline snippets, identical to those in docs/guide/gate-in-ci.md. */
export const CI_LINES: Readonly<Record<CiSystem, {readonly file: string; readonly lines: readonly string[]}>> = {
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

const INSTALLED_RUN = 'npx tenure check'

/** Snippet for a repository that has the package as a dependency, which the pipeline has to install first. */
export function ciLines(ci: CiSystem, installed: InstalledPackage | undefined): readonly string[] {
  const {lines} = CI_LINES[ci]
  if (!installed) return lines
  return lines
    .map(line => line.replace(CI_RUN, INSTALLED_RUN))
    .flatMap(line => {
      if (!installed.isLocked || ci === 'pre-commit') return [line]
      if (ci === 'gitlab') return [line.replace("script: ['", "script: ['npm ci', '")]
      return line.includes(INSTALLED_RUN) ? ['      - run: npm ci', line] : [line]
    })
}

export const ciCommand = (installed: InstalledPackage | undefined): string => (installed ? INSTALLED_RUN : CI_RUN)

/** Prerequisites of the snippet. The package isn't published on npm yet. */
export function sayCiPrerequisites(installed: InstalledPackage | undefined): string[] {
  if (installed?.isLocked) return []
  return [
    installed
      ? 'The dependencies of the repository must be installed before that.'
      : 'As long as tenure is not published on npm, `npx --yes git+https://HOST/OWNER/tenure.git` stands in place of `' +
        `${CI_RUN.replace(/ check$/, '')}\`; where it is a dependency of the repository, \`npx tenure\`.`
  ]
}
