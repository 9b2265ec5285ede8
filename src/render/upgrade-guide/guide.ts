import type {Event} from '../../model/lifecycle/event.ts'
import type {Lifecycle} from '../../model/lifecycle/lifecycle.ts'
import {pointerIn} from '../../model/lifecycle/replacement.ts'
import {presenceAt, tenureAt} from '../../model/lifecycle/state-at-time.ts'
import {covers, type Subject, subjectKey} from '../../model/subject/subject.ts'
import {type Entry, type Moment, momentOf} from '../../model/time/timeline.ts'
import {earliestLawfulEnd, knownEnd} from '../../policy/earliest-end-of-support.ts'
import {statedText} from '../../text/statement.ts'
import type {Piece} from '../../text/text-pieces.ts'
import {currentTenure, isAbsent, type Page} from '../page-data.ts'
import {metIn} from '../release-notes/affected-operations.ts'
import type {NewsLine} from '../release-notes/change-line.ts'
import {dated, shortened} from '../release-notes/changes-of-release.ts'
import {foldNews} from '../release-notes/group-changes.ts'
import {lasting} from '../release-notes/net-moves.ts'
import {bornDeprecated, type News, newsOf, reachedBy} from '../release-notes/release-changes.ts'
import {unreadBetween} from '../release-notes/unread-releases.ts'
import {type Step, stepOf} from './step.ts'

/** A deprecated subject that is still supported, so that no action is needed yet. */
export interface Waiting {
  readonly subject: Subject
  readonly announced: Moment
  /** The sunset, or the release that removed it. */
  readonly until?: Moment
  /** Earliest end of support under the declared policy, if no sunset is set. */
  readonly lawful?: string
  readonly replacement?: Subject
}

/** What a client must do to move from one release to another. */
export interface Upgrade {
  readonly from: Entry
  readonly to: Entry
  /** Endpoints that the client uses; absent if unknown. */
  readonly uses?: readonly Subject[]
  /** Steps that can be done while the old release is still in use. */
  readonly before: readonly Step[]
  /** Steps that must be done at the switch. */
  readonly moving: readonly Step[]
  /** Changes that might break the client. */
  readonly check: readonly Step[]
  readonly waiting: readonly Waiting[]
  readonly help: readonly NewsLine[]
  /** Number of changes that don't affect the client's endpoints. */
  readonly leftOut: number
  /** Releases in between that could only be read in part. */
  readonly partial: readonly string[]
  /** The history is declared incomplete. */
  readonly isOpen: boolean
}

export function upgradeOf(
  from: Entry,
  to: Entry,
  events: readonly Event[],
  page: Page,
  uses?: readonly Subject[]
): Upgrade {
  const all = bornDeprecated(newsOf(events, page)).map(each => lasting(each, to, page))
  const affecting = uses ? all.filter(news => affectsEndpoints(news, uses)) : all
  const must = affecting.filter(({group}) => group === 'breaking' || group === 'removed' || group === 'unclear')
  const limited = uses ? must.map(each => metIn(each, uses)) : must
  const lines = dated(shortened(foldNews(limited, page)), [from, to], page).map(line =>
    uses ? limitOperations(line, uses) : line
  )
  const steps = lines.map(line => stepOf(line, from, to, page))
  const of = (when: Step['when']): Step[] => steps.filter(step => step.when === when).toSorted(byReplacement)
  const wanted = new Set(steps.flatMap(({replacements}) => replacements.map(subjectKey)))
  const waiting = deprecatedAt(to, page, uses)
  for (const {replacement} of waiting) if (replacement) wanted.add(subjectKey(replacement))
  const helps = all.filter(
    news =>
      news.group === 'added' && (wanted.has(subjectKey(news.event.subject)) || (uses && affectsEndpoints(news, uses)))
  )
  return {
    from,
    to,
    ...(uses ? {uses} : {}),
    before: of('before'),
    moving: of('switch'),
    check: of('check'),
    waiting,
    help: shortened(
      foldNews(uses ? helps.map(each => metIn(each, uses)) : all.filter(({group}) => group === 'added'), page)
    ),
    leftOut: all.filter(news => !affecting.includes(news) && !helps.includes(news)).length,
    partial: unreadBetween(from, to, page.history),
    // Compared descriptions show every change, and can only lack announcements.
    isOpen: !page.history.complete && page.history.bases === undefined
  }
}

/** A change of the base path affects every call. */
const affectsAll = ({line}: Step): boolean => line.members[0].event.change === 'base-path-changed'

/** Sorts steps: those that affect every call, then those with a replacement. */
const byReplacement = (a: Step, b: Step): number =>
  Number(affectsAll(b)) - Number(affectsAll(a)) || Number(b.replacements.length > 0) - Number(a.replacements.length > 0)

/**
 * Whether a change affects one of the endpoints. Changes that can't be assigned to an endpoint count as affecting all.
 */
function affectsEndpoints(news: News, uses: readonly Subject[]): boolean {
  const {target} = news.event.subject
  const reached = reachedBy(news)
  if (reached.length > 0 && target.kind !== 'prefix') {
    const keys = new Set(reached.map(subjectKey))
    return uses.some(use => keys.has(subjectKey(use)))
  }
  if (target.kind === 'resource-field') return true
  return uses.some(use => covers({target}, use))
}

function limitOperations(line: NewsLine, uses: readonly Subject[]): NewsLine {
  const keys = new Set(uses.map(subjectKey))
  return {...line, operations: line.operations.filter(each => keys.has(subjectKey(each)))}
}

/** Subjects that are deprecated at a release and still supported; the earliest end of support comes first. */
function deprecatedAt(to: Entry, page: Page, uses: readonly Subject[] | undefined): Waiting[] {
  const {history} = page
  const moment = momentOf(to)
  const found = history.lifecycles.flatMap((life): Waiting[] => {
    const {subject} = life
    const isMine = !uses || uses.some(use => covers({target: subject.target}, use))
    if (!isMine || isAbsent(subject, page, to.index) || presenceAt(life, moment, history.timeline) !== 'deprecated')
      return []
    const tenure = tenureAt(life, moment, history.timeline)
    // A deprecated prefix is listed once, not for each endpoint below it.
    const [first] = tenure?.announcements.filter(({event}) => subjectKey(event.subject) === subjectKey(subject)) ?? []
    if (!tenure || !first) return []
    const until = tenure.end?.removal ?? tenure.end?.moment ?? tenure.sunset?.moment
    const replacement = pointerIn(subject, tenure, history)?.replacement
    const lawful = until ? undefined : earliestEnd(life, page)
    return [
      {
        subject,
        announced: first.moment,
        ...(until ? {until} : {}),
        ...(lawful === undefined ? {} : {lawful}),
        ...(replacement ? {replacement} : {})
      }
    ]
  })
  const day = ({until, lawful}: Waiting): string => until?.when.earliest ?? lawful ?? '9999'
  return found.toSorted((a, b) => (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0))
}

function earliestEnd(life: Lifecycle, {history, policy, assumed}: Page): string | undefined {
  if (assumed || !currentTenure(life)) return undefined
  return knownEnd(earliestLawfulEnd(life, policy, history))
}

/**
 * How long a subject stays supported: `until 2026-12-20`, or `until 2026-12-20 at least` if no sunset is set. Empty if
 * unknown.
 */
export const untilPieces = ({until, lawful}: Waiting): Piece[] =>
  until ? [`until ${statedText(until)}`] : lawful === undefined ? [] : [`until ${lawful} at least`]
