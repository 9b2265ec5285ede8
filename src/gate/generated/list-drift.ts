import {judgeAll} from '../../lint.ts'
import {sayEffects} from '../../outputs/report/change-list.ts'
import type {Report, Uncompared} from '../../outputs/report/report.ts'
import type {Workspace} from '../../stores/files/workspace.ts'
import {formatCount, formatFew} from '../../text/format-values.ts'
import {type AssembledChange, assembleChange} from '../assemble-change.ts'
import {applyPlanned} from '../judging/apply-planned.ts'
import {listChanges} from '../list-changes.ts'

/** Lists the drift of the generator as changes. `undefined` if there's none. */
export function listDrift(workspace: Workspace, assembled: AssembledChange): Report['drift'] {
  const {rules, observed, circumstances} = assembled
  const {drift} = observed
  if (!drift || drift.observed.changes.length === 0) return undefined
  const {config, judge: policy} = rules.target ?? rules.own
  const {session} = assembleChange(
    workspace,
    {config, judge: policy, path: undefined, file: undefined},
    {here: drift.revision, base: drift.base, older: drift.older, next: drift.observed, diffs: observed.diffs},
    circumstances
  )
  const judgments = judgeAll(applyPlanned(session.history), session.policy)
  const list = listChanges({...session, judgments}, event => event.observed !== undefined)
  return list.length === 0 ? undefined : {altered: drift.altered, list}
}

/** What the report says about a drift that may break clients: it isn't compared with the policy. */
export function findUnjudged(drift: Report['drift'], spec: string): Uncompared | undefined {
  if (!drift?.list.some(({effect}) => ['removed', 'breaking', 'unclear'].includes(effect))) return undefined
  return {text: sayDrift(drift, spec), isUnsure: true, isPart: true}
}

/** One sentence about a drift. */
export function sayDrift({altered, list}: NonNullable<Report['drift']>, spec: string): string {
  const places = list.reduce((sum, {count}) => sum + count, 0)
  const files = formatFew(altered.map(path => `\`${path}\``))
  return `The generator changed ${formatCount(places, 'place')} of \`${spec}\` (${sayEffects(list)}), because this change alters ${files}. They aren't judged as changes of the API: see that the server answers as before.`
}
