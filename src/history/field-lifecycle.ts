import {defined} from '../model/defined.ts'
import {type Event, isStatement} from '../model/lifecycle/event.ts'
import {type Lifecycle, latestTenureOf} from '../model/lifecycle/lifecycle.ts'
import {compareSunsets, type Sunset} from '../model/lifecycle/sunsets.ts'
import type {Subject} from '../model/subject/subject.ts'
import {compareMoments, type Moment} from '../model/time/timeline.ts'
import type {AnnouncementContext} from './announcements.ts'
import {buildLifecycle} from './build-lifecycle.ts'
import {groupUses} from './name-fields.ts'

/** Uses of a field that the same statements cover, with their lifecycle, its sunset, and the start of their notice. */
interface AnnouncedUses {
  readonly uses: readonly Subject[]
  readonly own: readonly Event[]
  readonly life: Lifecycle
  readonly sunset?: Sunset
  readonly start?: Moment
}

/**
 * Builds the lifecycle of a subject. If statements cover only some uses of a field, the use whose end was announced last
 * decides: one without an announcement, otherwise the one with the latest. Its sunset is no earlier than that of another
 * use. If it is not known whether other uses were announced later, they are alternatives.
 */
export function buildFieldLifecycle(
  subject: Subject,
  events: readonly Event[],
  stated: Lifecycle['statedStabilities'],
  context: AnnouncementContext
): Lifecycle {
  const {timeline} = context
  const groups = groupUses(events).map(({uses, events: own}): AnnouncedUses => {
    const life = buildLifecycle(subject, own, stated, context)
    const {announcements, sunset} = latestTenureOf(life)
    return defined({uses, own, life, sunset, start: announcements[0]?.moment})
  })
  const [first, ...others] = groups
  if (!first || others.length === 0) return first?.life ?? buildLifecycle(subject, events, stated, context)
  const unannounced = groups.filter(({start}) => !start)
  const [silent] = unannounced
  if (silent) return {...silent.life, events, unannounced: unannounced.flatMap(({uses}) => uses)}
  const orderOf = (one: AnnouncedUses, other: AnnouncedUses): ReturnType<typeof compareMoments> =>
    one.start && other.start && compareMoments(timeline, one.start, other.start)
  const last = others.reduce((latest, each) => (orderOf(each, latest) === 'after' ? each : latest), first)
  const open = groups.filter(each => each !== last && orderOf(each, last) === undefined)
  const [life, ...alternatives] = [last, ...open].map(each =>
    buildLifecycle(subject, addSunsets(each), stated, context)
  )
  const tenures = (life ?? last.life).tenures
  const tenure = tenures.at(-1)
  if (!tenure || alternatives.length === 0) return {...(life ?? last.life), events}
  const otherwise = [...(tenure.otherwise ?? []), ...alternatives.map(latestTenureOf)]
  return {...(life ?? last.life), events, tenures: [...tenures.slice(0, -1), {...tenure, otherwise}]}

  /** The events of some uses, with the sunsets of others that aren't earlier, moved to these uses. */
  function addSunsets({own, sunset}: AnnouncedUses): readonly Event[] {
    const later = groups.flatMap(each =>
      each.sunset && each.sunset.event !== sunset?.event && !isEarlier(each.sunset, sunset) ? [each.sunset] : []
    )
    const sorted = later.toSorted((a, b) => (isEarlier(a, b) ? -1 : isEarlier(b, a) ? 1 : 0))
    const moved = sorted.map(({event, moment}): Event => ({...event, kind: 'rescheduled', subject, sunset: moment}))
    // After the last statement about these uses, which would otherwise replace them, and before the end.
    return own.toSpliced(own.findLastIndex(isStatement) + 1, 0, ...moved)
  }

  function isEarlier(one: Sunset, other: Sunset | undefined): boolean {
    return other !== undefined && compareSunsets(timeline, one.moment, other.moment) === 'before'
  }
}
