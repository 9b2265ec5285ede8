import type {Config} from '../inputs/config/file.ts'
import {defined} from '../model/defined.ts'
import type {Day} from '../model/time/date-range.ts'
import type {FailOn} from '../model/verdict/fail-on.ts'
import type {Report} from '../outputs/report/report.ts'
import type {Workspace} from '../stores/files/workspace.ts'
import type {ChangeRules} from './read-rules.ts'

/** What fails the gate, and the remarks about it. */
export interface SoftStart extends Pick<Report, 'failOn' | 'reportOnly'> {
  readonly remarks: readonly string[]
}

/** A key that softens the check, by its strictness: the least text is the strictest value. */
type Strictness = (config: Config | undefined) => string

/** The day from which on violations fail. Empty if they always do. */
const enforceFromOf: Strictness = config => (config?.enforceFrom === 'now' ? '' : (config?.enforceFrom ?? ''))

/** The results that fail the check, by their number. */
const BY_STRICTNESS: readonly FailOn[] = ['undetermined', 'violation', 'never']
const failOnOf: Strictness = config => String(BY_STRICTNESS.indexOf(config?.failOn ?? 'violation'))

/**
 * Reads what fails the gate. The target's configuration decides, so a change can't soften its own check. A change that
 * makes it stricter counts at once, and that of a first configuration counts unless the target runs tenure already, or
 * the change also changes the API.
 */
export function readSoftStart(
  workspace: Workspace,
  rules: ChangeRules,
  {root, hasChanges}: {readonly root: string | undefined; readonly hasChanges: boolean},
  asOf: Day
): SoftStart {
  const {own, target} = rules
  const decide = (of: Strictness): string => decideKey(workspace, rules, {root, hasChanges}, of)
  const [from, failOn] = [decide(enforceFromOf), BY_STRICTNESS[Number(decide(failOnOf))]]
  const isStated = own.config?.failOn !== undefined || target?.config?.failOn !== undefined
  const waiting = [
    ...(from <= asOf && enforceFromOf(own.config) > asOf ? ['enforceFrom'] : []),
    ...(own.config?.failOn !== undefined && failOnOf(own.config) > failOnOf({failOn} as Config) ? ['failOn'] : [])
  ].map(key => `\`${key}\` of this change counts once it is merged, because a change can't soften its own check.`)
  const isSoft = asOf < from
  const state = isSoft
    ? [`Violations are reported and don't fail the check before ${from} (\`enforceFrom\`).`]
    : from === ''
      ? []
      : [
          `The soft start ended on ${from}, so violations fail the check. Remove \`enforceFrom\` from the configuration.`
        ]
  return {
    ...defined({failOn: isStated ? failOn : undefined, reportOnly: isSoft ? {enforceFrom: from} : undefined}),
    remarks: [...state, ...waiting]
  }
}

function decideKey(
  workspace: Workspace,
  {own, target, began}: ChangeRules,
  {root, hasChanges}: {readonly root: string | undefined; readonly hasChanges: boolean},
  of: Strictness
): string {
  const [mine, strict] = [of(own.config), of(undefined)]
  if (!target || target.isOwn) return mine
  if (target.lacks !== undefined) return strict
  const isFirst = !target.config && !target.file
  // A change that adopts the gate changes no API, so one that does isn't let through by its own words.
  if (isFirst) return hasChanges || (root !== undefined && runsTenure(workspace, root, target.id)) ? strict : mine
  const theirs = of(target.config)
  const isUntouched = of((began ?? target).config) === mine
  return isUntouched || theirs <= mine ? theirs : mine
}

/** Files that start checks, in which the name of the tool shows that the gate was there before its configuration. */
const PIPELINES = [
  ...['.github', '.gitlab', '.circleci', '.buildkite', '.husky', '.gitlab-ci.yml', '.pre-commit-config.yaml'],
  ...['Jenkinsfile*', 'azure-pipelines*', 'bitbucket-pipelines.yml', '.woodpecker*', '.drone.yml'],
  ...['lefthook.*', 'Makefile', 'package.json']
]

const runsTenure = ({git}: Workspace, root: string, id: string): boolean =>
  git.output(root, ['grep', '--quiet', '-I', '-i', '-w', '-e', 'tenure', id, '--', ...PIPELINES]) !== undefined
