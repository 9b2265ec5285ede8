import type {Event} from '../model/lifecycle/event.ts'
import {type Lifecycle, latestTenureOf} from '../model/lifecycle/lifecycle.ts'
import {compareSunsets} from '../model/lifecycle/sunsets.ts'
import type {Subject} from '../model/subject/subject.ts'
import {compareMoments} from '../model/time/timeline.ts'
import type {AnnouncementContext} from './announcements.ts'
import {buildLifecycle} from './build-lifecycle.ts'
import {groupUses} from './name-fields.ts'

/**
 * Builds the lifecycle of a subject. If statements cover only some uses of a field, the use whose end was announced last
 * decides: one without an announcement, otherwise the one with the latest, and no sunset of another use is later.
 */
export function buildFieldLifecycle(
  subject: Subject,
  events: readonly Event[],
  stated: Lifecycle['statedStabilities'],
  context: AnnouncementContext
): Lifecycle {
  const {timeline} = context
  const groups = groupUses(events).map(group => ({
    ...group,
    life: buildLifecycle(subject, group.events, stated, context)
  }))
  const [first, ...others] = groups
  if (!first || others.length === 0) return buildLifecycle(subject, events, stated, context)
  const startOf = ({life}: typeof first) => latestTenureOf(life).announcements[0]?.moment
  const isLater = (one: typeof first, other: typeof first): boolean => {
    const [a, b] = [startOf(one), startOf(other)]
    return !!b && (!a || compareMoments(timeline, a, b) === 'after')
  }
  const last = others.reduce((latest, each) => (isLater(each, latest) ? each : latest), first)
  if (startOf(last) === undefined) {
    const unannounced = groups.filter(each => startOf(each) === undefined).flatMap(({uses}) => uses)
    return {...last.life, events, unannounced}
  }
  const sunsets = groups.flatMap(({life}) => latestTenureOf(life).sunset ?? [])
  const [sunset, ...more] = sunsets
  if (!sunset) return {...last.life, events}
  const latest = more.reduce(
    (latest, each) => (compareSunsets(timeline, each.moment, latest.moment) === 'after' ? each : latest),
    sunset
  )
  const moved: Event = {...latest.event, kind: 'rescheduled', subject, sunset: latest.moment}
  const isPlaced = last.events.includes(latest.event)
  const life = isPlaced
    ? last.life
    : buildLifecycle(
        subject,
        [...last.events, moved].toSorted((a, b) => a.entry - b.entry),
        stated,
        context
      )
  return {...life, events}
}
