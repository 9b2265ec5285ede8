import {diff} from '../app/diff.ts'
import {configOf} from '../app/session/config.ts'
import type {Context} from '../context/context.ts'
import {type InputError, inputError} from '../model/input-error.ts'
import type {VersionClaim, VersionedChange} from '../model/time/version-claim.ts'
import type {Report} from '../outputs/report/report.ts'
import type {VersionReport} from '../outputs/report/version-report.ts'
import {findNeededVersion} from '../policy/needed-version.ts'
import type {GateOptions} from './change.ts'
import {checkOne, openReviewedChange} from './check.ts'

export interface NextVersionOptions extends GateOptions {
  /** Descriptions to compare. Without them, the changes of this branch count. */
  readonly old?: string | undefined
  readonly new?: string | undefined
  /** Name of the next version, if its scheme has names. */
  readonly name?: string | undefined
  /** Effect of changes that may be breaking. */
  readonly review?: 'breaking' | 'compatible' | undefined
}

/** Finds the version that the changes need. Throws an `InputError` if there's no version to start from. */
export async function findNextVersion(options: NextVersionOptions, context: Context): Promise<VersionReport> {
  const {old, new: fresh} = options
  if ((old === undefined) !== (fresh === undefined))
    throw inputError('Name both descriptions, the older and the newer one, or neither.')
  const report =
    old === undefined || fresh === undefined
      ? await checkBranch(options, context)
      : await diff({...options, old, new: fresh}, context)
  const {versionReport, policy, asOf} = report
  if (!versionReport) throw noVersionError(old ?? ('spec' in report ? report.spec : undefined))
  const claim = decide(versionReport.claim, options.review)
  const need = findNeededVersion(claim, policy.versions, asOf, options.name)
  if (!need || need.unreadable === claim.base) throw noVersionError(old, claim.base)
  if (need.step === 'major' && need.next === undefined && need.unclear.length === 0)
    throw inputError(
      `Breaking changes need a version with a new name after \`${claim.base}\`. Choose one with \`--name\`.`,
      undefined,
      '--name basil'
    )
  return {...versionReport, claim, need}
}

async function checkBranch(options: NextVersionOptions, context: Context): Promise<Report> {
  configOf(options, context)
  const report = await checkOne(options, openReviewedChange(options, context))
  if (report.uncompared && !report.uncompared.isPart)
    throw inputError(`${report.uncompared.text} Name the older description with \`--base\`.`)
  return report
}

/** The claim with an effect for what may be breaking. */
function decide(claim: VersionClaim, review: NextVersionOptions['review']): VersionClaim {
  if (review === undefined) return claim
  const effect = review === 'breaking' ? 'breaking' : 'addition'
  const changes = claim.changes.map((each): VersionedChange => (each.effect === 'unclear' ? {...each, effect} : each))
  return {...claim, changes}
}

const noVersionError = (source: string | undefined, version?: string): InputError =>
  inputError(
    `${version === undefined ? 'The older description states no version that can be raised' : `The version \`${version}\` can't be raised`}. State one such as \`1.2.0\` in \`info.version\`, in quotes, or say in the policy where versions come from: \`versions: {scheme: semver, from: tags}\`.`,
    source === undefined ? undefined : {source}
  )
