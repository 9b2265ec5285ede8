import type {SourceRevision, UnreadPart} from '../../inputs/sources/source.ts'
import type {Change} from '../../model/api/change.ts'
import type {ReleaseDiff} from '../../model/api/release-diff.ts'
import {InputError} from '../../model/input-error.ts'
import {type Subject, subjectKey} from '../../model/subject/subject.ts'
import type {ClientBreak} from '../../model/verdict/client-break.ts'
import type {JudgedChange} from '../../model/verdict/judged-change.ts'
import type {Policy} from '../../model/verdict/policy.ts'
import {judgeChanges, judgeForward} from '../../policy/compatibility/compatibility.ts'
import {formatReleases} from '../../text/format-values.ts'
import type {ApiOptions, ReviewedChange} from '../change.ts'
import type {Observed} from '../compare-with-base.ts'
import {breakKey, ChainedComparison} from './chained-comparison.ts'
import {type ChosenRelease, type ChosenReleases, chooseReleases, type ReleasesOfChange} from './choose-releases.ts'
import {readDemands} from './demands.ts'

/** What a comparison with other releases than the base shows. */
export interface ComparedWithReleases {
  /** The changes since the base, and those since other releases that the base doesn't show. */
  readonly observed: Observed
  /** Breaks that the history of the change doesn't show. */
  readonly breaks: readonly ClientBreak[]
  /** The releases that each change since the base reaches, by `breakKey`. */
  readonly reached: ReadonlyMap<string, readonly string[]>
  /** Names of the releases, the oldest first. */
  readonly releases: readonly string[]
  readonly unread: readonly UnreadPart[]
  readonly remarks: readonly string[]
}

/** One change with the releases in whose comparisons it was found, the newest first. */
interface Cause {
  readonly key: string
  readonly found: [FoundChange, ...FoundChange[]]
}

interface FoundChange extends ChosenRelease {
  readonly judged: JudgedChange
}

/**
 * Compares a change with the releases that the policy demands. A change that is found
 * in several comparisons is one cause, with all releases that it reaches. What breaks clients of a release, and neither
 * the base nor a comparison with it shows, is added to the changes since the base, so that it's judged like them.
 * `undefined` if no other release is demanded.
 */
export function compareWithReleases(
  observed: Observed,
  search: ReleasesOfChange,
  options: ApiOptions,
  change: ReviewedChange
): ComparedWithReleases | undefined {
  const demands = readDemands(search.rules)
  const {lacking, base} = observed
  // No release has a description that is new.
  if (!demands || (lacking && !lacking.isUnsure)) return undefined
  const chosen = chooseReleases(demands, {...search, path: base.path, base: base.id}, options, change)
  return compareWithChosen(observed, {policy: search.rules.policy, asOf: search.asOf}, chosen)
}

/** Compares a change with chosen releases. */
export const compareWithChosen = (
  observed: Observed,
  judging: {readonly policy: Policy; readonly asOf: string},
  chosen: ChosenReleases
): ComparedWithReleases => new ReleaseComparison(observed, judging, chosen).compare()

/** What a change is about, without what happened to it. */
const placeKey = ({subject, component}: Change): string => component ?? subjectKey({target: subject.target})

interface SortedCause {
  readonly key: string
  /** The releases that a change since the base reaches. */
  readonly reached?: readonly string[]
  /** Changes that only the comparison with a release shows. */
  readonly added?: readonly Change[]
  readonly breaks?: readonly ClientBreak[]
}

class ReleaseComparison {
  readonly #observed: Observed
  readonly #policy: Policy
  readonly #asOf: string
  readonly #chosen: ChosenReleases
  readonly #unread: UnreadPart[]
  readonly #chain: ChainedComparison
  /** Causes in the base, by release. */
  readonly #inBase = new Map<SourceRevision, ReadonlySet<string>>()

  constructor(
    observed: Observed,
    {policy, asOf}: {readonly policy: Policy; readonly asOf: string},
    chosen: ChosenReleases
  ) {
    this.#observed = observed
    this.#policy = policy
    this.#asOf = asOf
    this.#chosen = chosen
    this.#chain = new ChainedComparison(observed.diffs, observed.here, observed.older)
    this.#unread = [...chosen.unread]
  }

  compare(): ComparedWithReleases {
    const {next, uncounted} = this.#observed
    const {backward, forward} = this.#collectCauses()
    const known = new Set(next?.changes.map(breakKey))
    const sorted = backward.map(cause => this.#sortBackward(cause, known))
    const added = sorted.flatMap(each => each.added ?? [])
    const reached = new Map(sorted.flatMap(each => (each.reached ? [[each.key, each.reached] as const] : [])))
    return {
      observed: {
        ...this.#observed,
        ...(next && added.length > 0 ? {next: {...next, changes: [...next.changes, ...added]}} : {}),
        // What the newest release doesn't have counts if an older one that is supported has it.
        ...(uncounted
          ? {
              uncounted: {
                ...uncounted,
                unreleased: uncounted.unreleased.filter(change => !reached.has(breakKey(change)))
              }
            }
          : {})
      },
      breaks: [
        ...sorted.flatMap(each => each.breaks ?? []),
        ...forward.flatMap(({found}) => this.#forwardBreaks(found))
      ],
      reached,
      releases: this.#chosen.chosen.map(({release}) => release.name).toReversed(),
      unread: this.#unread,
      remarks: [
        ...this.#chosen.remarks(this.#unread.map(({name}) => name)),
        ...this.#unread.map(({name, why}) => `Not compared with all releases: ${name}: ${why}`),
        ...(this.#lacksTag() ? [LEAVE_OUT] : [])
      ]
    }
  }

  /** Whether the description of a tag can't be read. */
  #lacksTag(): boolean {
    const unread = new Set(this.#unread.map(({name}) => name))
    return this.#chosen.chosen.some(({release}) => release.commit && unread.has(release.name))
  }

  /** Compares with each release, also in the other direction within the skew. What can't be read is in `#unread`. */
  #collectCauses(): {readonly backward: Cause[]; readonly forward: Cause[]} {
    const [backward, forward]: [Cause[], Cause[]] = [[], []]
    for (const each of this.#chosen.chosen) {
      const {release, isWithinSkew} = each
      try {
        collect(backward, each, this.#breaksOf(release))
        if (isWithinSkew) collect(forward, each, this.#forwardBreaksOf(release, release.name))
      } catch (error) {
        if (!(error instanceof InputError)) throw error
        const [problem] = error.problems
        this.#unread.push({
          name: release.name,
          why: problem?.message ?? error.message,
          place: problem?.place ?? release.place
        })
      }
    }
    return {backward, forward}
  }

  /**
   * What a break of old clients is: a change since the base, with the releases that it reaches; a new one
   * that the base doesn't show; or one that the base has already.
   */
  #sortBackward({key, found}: Cause, known: ReadonlySet<string>): SortedCause {
    const guaranteed = found.filter(each => this.#isGuaranteed(each))
    const [newest] = guaranteed
    const reached = namesOf(guaranteed)
    if (known.has(key)) return {key, ...(newest ? {reached} : {}), breaks: this.#skewBreaks(found)}
    if (newest && this.#isInBase(newest)) {
      // What a release adds that the branch got since the change began isn't missed.
      return {key, breaks: this.#olderBreaks(guaranteed.filter(({isLater}) => !isLater))}
    }
    if (newest) return {key, reached, added: [newest.judged.change]}
    return this.#isInBase(found[0]) ? {key} : {key, breaks: this.#skewBreaks(found)}
  }

  /** What breaks clients of a release. */
  #breaksOf(release: SourceRevision): JudgedChange[] {
    const diff = this.#chain.since(release)
    return judgeChanges(diff.changes, this.#judgingOf(diff, release)).filter(({breaks}) => breaks !== 'no')
  }

  /** What clients of this version meet at servers of a release. */
  #forwardBreaksOf(release: SourceRevision, name: string): JudgedChange[] {
    const diff = this.#compare(release, this.#observed.here)
    const versions = {newer: 'this version', older: name}
    return judgeForward(diff.changes, versions, this.#judgingOf(diff, release))
  }

  #compare(newer: SourceRevision, older: SourceRevision): ReleaseDiff {
    const {diffs} = this.#observed
    return diffs.observe(newer, {revision: older, observed: this.#observed.older})
  }

  #judgingOf({base}: Pick<ReleaseDiff, 'base'>, release: SourceRevision) {
    const {diffs, here} = this.#observed
    const stated = (operation: Subject): string | undefined =>
      [release, here].map(each => diffs.statedStability(each, operation)).find(each => each !== undefined)
    return {policy: this.#policy, asOf: this.#asOf, bases: {old: base, new: base}, stated}
  }

  /** Whether the policy still guarantees what a change breaks to clients of the release. */
  #isGuaranteed({at, judged: {change, rulings}, isDemanded}: FoundChange): boolean {
    return isDemanded && rulings.some(({stability}) => this.#chosen.support.guarantees(at, change.subject, stability))
  }

  /** Whether the base already breaks the release in this way. Without a change to the same thing, it does. */
  #isInBase({release, judged: {change}}: FoundChange): boolean {
    const {next, base, lacking} = this.#observed
    if (lacking || !next) return true
    if (!next.changes.some(each => placeKey(each) === placeKey(change))) return true
    const known = this.#inBase.get(release) ?? new Set(this.#compare(base.revision, release).changes.map(breakKey))
    this.#inBase.set(release, known)
    return known.has(breakKey(change))
  }

  /** A break that isn't new, if the policy doesn't allow it. */
  #olderBreaks(found: readonly FoundChange[]): ClientBreak[] {
    const since = found
      .filter(({judged}) => judged.change.announced)
      .flatMap(({release}) => release.date ?? [])
      .at(-1)
    const ruled = found.map(each => ({...each, judged: this.#judgeSince(each, since)}))
    const open = ruled.filter(({judged: {verdict}}) => verdict === 'violation' || verdict === 'undetermined')
    return open.length === 0 ? [] : [this.#toBreak(open, 'supported', this.#baseLabel)]
  }

  /** Judges a change by the day since when the releases have announced it. */
  #judgeSince({judged, release}: FoundChange, since: string | undefined): JudgedChange {
    const {change} = judged
    if (since === undefined || change.announced?.since !== undefined) return judged
    const announced = {deprecated: true, ...change.announced, since}
    const {base} = this.#observed.next ?? this.#observed.older
    return judgeChanges([{...change, announced}], this.#judgingOf({base}, release))[0] ?? judged
  }

  /** A break of clients within the skew that the older release doesn't announce. */
  #skewBreaks(found: readonly FoundChange[]): ClientBreak[] {
    const own = found.filter(
      ({isWithinSkew, judged}) => isWithinSkew && judged.breaks === 'yes' && !judged.change.announced && isOwed(judged)
    )
    return own.length === 0 ? [] : [this.#toBreak(own, 'skew')]
  }

  #forwardBreaks(found: readonly FoundChange[]): ClientBreak[] {
    const owed = found.filter(({judged}) => isOwed(judged))
    const [newest] = owed
    if (!newest) return []
    const {next, lacking} = this.#observed
    const isOwn = !lacking && next?.changes.some(each => placeKey(each) === placeKey(newest.judged.change))
    return [this.#toBreak(owed, 'skew', isOwn ? undefined : this.#baseLabel)]
  }

  get #baseLabel(): string | undefined {
    return this.#observed.lacking ? undefined : this.#observed.base.label
  }

  #toBreak(found: readonly FoundChange[], demand: ClientBreak['demand'], inBase?: string): ClientBreak {
    const releases = namesOf(found)
    const worst = found.find(({judged}) => judged.verdict === 'violation') ?? (found[0] as FoundChange)
    const {forward} = worst.judged
    const judged = forward ? {...worst.judged, forward: {...forward, older: formatReleases(releases)}} : worst.judged
    return {judged, releases, demand, ...(inBase === undefined ? {} : {inBase})}
  }
}

const LEAVE_OUT = "Leave out what can't be read with `tags` in the target's `tenure.yaml`, such as `['*', '!v1.1']`."

/** Whether a policy guarantees anything of what a change breaks. */
const isOwed = ({verdict}: JudgedChange): boolean => verdict !== 'exempt'

/** Adds changes to the causes that they have in common with changes of other releases. */
function collect(causes: Cause[], release: ChosenRelease, judged: readonly JudgedChange[]): void {
  const byKey = new Map(causes.map(each => [each.key, each]))
  for (const each of judged) {
    const key = breakKey(each.change)
    const known = byKey.get(key)
    const found: FoundChange = {...release, judged: each}
    if (known) {
      // Two changes of one release can have the same key: the first one stands for both.
      if (known.found.at(-1)?.at !== release.at) known.found.push(found)
    } else {
      const cause: Cause = {key, found: [found]}
      byKey.set(key, cause)
      causes.push(cause)
    }
  }
}

/** Names of the releases, the oldest first. */
const namesOf = (found: readonly FoundChange[]): string[] => found.map(({release}) => release.name).toReversed()
