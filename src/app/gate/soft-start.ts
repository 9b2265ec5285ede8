import type {GateMode} from '../../inputs/config/file.ts'
import type {Day} from '../../model/time/date-range.ts'
import type {Report} from '../../outputs/report/report.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import type {ChangeRules, JudgingState} from './read-rules.ts'

/** Whether violations fail the gate, and the remarks about it. */
export interface SoftStart {
  readonly reportOnly?: NonNullable<Report['reportOnly']>
  readonly remarks: readonly string[]
}

/**
 * Reads whether violations fail the gate. The target's configuration decides, so a change can't soften its own check. A
 * change that makes it stricter counts at once, and that of a first configuration counts unless the target runs tenure
 * already, or the change also changes the API.
 */
export function readSoftStart(
  workspace: Workspace,
  rules: ChangeRules,
  {root, hasChanges}: {readonly root: string | undefined; readonly hasChanges: boolean},
  asOf: Day
): SoftStart {
  const {own, target} = rules
  const mode = findMode(workspace, rules, root, hasChanges)
  const mine = modeOf(own)
  const isWaiting = target !== undefined && isSoft(mine, asOf) && !isSoft(mode, asOf)
  const waiting = isWaiting
    ? ["`mode: report` of this change counts once it is merged, because a change can't soften its own check."]
    : []
  if (mode?.kind !== 'report') return {remarks: waiting}
  const {until} = mode
  if (asOf < until)
    return {
      reportOnly: {until},
      remarks: [`Violations are reported and don't fail the check before ${until} (\`mode: report\`).`]
    }
  const over = `The soft start ended on ${until}, so violations fail the check. Remove \`mode\` and \`until\` from the configuration.`
  return {remarks: [over, ...waiting]}
}

function findMode(
  workspace: Workspace,
  {own, target, began}: ChangeRules,
  root: string | undefined,
  hasChanges: boolean
): GateMode | undefined {
  const mine = modeOf(own)
  if (!target || target.isOwn) return mine
  if (target.lacks !== undefined) return undefined
  const isFirst = !target.config && !target.file
  // A change that adopts the gate changes no API, so one that does isn't let through by its own words.
  if (isFirst) return hasChanges || (root !== undefined && runsTenure(workspace, root, target.id)) ? undefined : mine
  const theirs = modeOf(target)
  const isUntouched = sayMode(modeOf(began ?? target)) === sayMode(mine)
  return isUntouched || isStricter(theirs, mine) ? theirs : mine
}

const modeOf = ({config}: JudgingState): GateMode | undefined => config?.mode

const isSoft = (mode: GateMode | undefined, asOf: Day): boolean => mode?.kind === 'report' && asOf < mode.until

/** The day from which on violations fail. Empty if they always do. */
const sayMode = (mode: GateMode | undefined): string => (mode?.kind === 'report' ? mode.until : '')

const isStricter = (one: GateMode | undefined, other: GateMode | undefined): boolean => sayMode(one) <= sayMode(other)

/** Files that start checks, in which the name of the tool shows that the gate was there before its configuration. */
const PIPELINES = [
  ...['.github', '.gitlab', '.circleci', '.buildkite', '.husky', '.gitlab-ci.yml', '.pre-commit-config.yaml'],
  ...['Jenkinsfile*', 'azure-pipelines*', 'bitbucket-pipelines.yml', 'lefthook.*', 'Makefile', 'package.json']
]

const runsTenure = ({git}: Workspace, root: string, id: string): boolean =>
  git.output(root, ['grep', '--quiet', '-I', '-i', '-w', '-e', 'tenure', id, '--', ...PIPELINES]) !== undefined
