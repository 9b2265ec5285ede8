import type {Event} from '../src/model/lifecycle/event.ts'
import {subjectKey} from '../src/model/subject/subject.ts'
import {releaseKey} from '../src/model/time/release.ts'
import {findRelease, type Moment, NEXT, type Timeline} from '../src/model/time/timeline.ts'
import {readDate} from '../src/model/time/written-date.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unknown-release',
  since: '0.1.0',
  level: 'warning',
  watches: 'event',
  summary: 'Each release that is named as a sunset or an announcement exists.',
  why: 'A sunset in an unknown release is never reached, and the notice from an unknown release cannot be counted.',
  messages: {
    sunset: "The sunset `{name}` of {subject} isn't a day, a version, or a listed release.",
    announced: "The announcement of the removal of {subject} is in `{name}`, which isn't a day or a listed release."
  },
  *check(event, {history, say}) {
    const {subject, sunset, announced, place} = event
    const about = {subject, event, place}
    // A release that isn't listed yet is fine, because it or a later one will still ship, but a text that names none is
    // reported.
    if (sunset?.isUnreadable && !isRepeated(event, history.events)) {
      yield {
        ...about,
        message: 'sunset',
        values: {name: sunset.stated, subject: say.subject(subject)},
        missing: missingDay(sunset),
        about: 'sunset',
        remedy: `${adviseDay(sunset)}, a version, or the name of a listed release.`
      }
    }
    const moment = announced?.kind === 'at' ? announced.moment : undefined
    const name = moment && (moment.isUnreadable ? moment.stated : findUnlistedRelease(moment, history.timeline))
    if (moment && name !== undefined) {
      yield {
        ...about,
        message: 'announced',
        values: {name, subject: say.subject(subject)},
        ...(moment.isUnreadable ? {missing: missingDay(moment)} : {}),
        about: 'announced',
        remedy: moment.isUnreadable
          ? `${adviseDay(moment)}, or the name of a listed release.`
          : 'Add the release to the history, or use the day.'
      }
    }
  },
  examples: [
    {
      title: 'Unlisted releases',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "2.5", changes: [{deprecated: GET /v1/loans, sunset: soon}]}
  - {release: "2.6", changes: [{deprecated: GET /v1/fines, sunset: "31.12.2026"}]}
  - {release: "2.8", changes: [{removed: GET /v1/copies, announced: "2.7"}]}
`,
      messages: [
        "The sunset `soon` of `GET /v1/loans` isn't a day, a version, or a listed release.",
        "The sunset `31.12.2026` of `GET /v1/fines` isn't a day, a version, or a listed release.",
        "The announcement of the removal of `GET /v1/copies` is in `2.7`, which isn't a day or a listed release."
      ]
    },
    {
      title: 'Listed releases, the next release, and a version that is still to come',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: v2.5, changes: [{deprecated: GET /v1/loans, sunset: "4.0"}, {deprecated: GET /v1/copies, sunset: next}]}
  - {release: spring, changes: [{removed: GET /v1/shelves, announced: "2.5"}]}
  - {release: "2.8", changes: [{removed: GET /v1/readers, announced: Spring}]}
`,
      messages: []
    }
  ]
})

const missingDay = ({stated}: Moment) => [{fact: 'day', of: stated}]

/** Advice to write the day of a text. A day in another notation is only suggested, because it could mean another one. */
function adviseDay({stated}: Moment): string {
  const day = readDate(stated)?.date
  return day === undefined ? 'Use a day' : `Use a day (\`${day}\`, if that is meant)`
}

/** Whether another event states the same sunset, as in a description, which has a key for each. */
const isRepeated = ({kind, subject, entry, sunset}: Event, events: readonly Event[]): boolean =>
  kind === 'deprecated' &&
  events.some(
    other =>
      other.kind === 'rescheduled' &&
      other.entry === entry &&
      other.sunset?.stated === sunset?.stated &&
      subjectKey(other.subject) === subjectKey(subject)
  )

/** The name of a release that the timeline doesn't list; `undefined` for a day and for a listed release. */
function findUnlistedRelease({stated}: Moment, timeline: Timeline): string | undefined {
  const name = /^release (.+)$/.exec(stated)?.[1]
  return name === undefined || releaseKey(name) === NEXT || findRelease(timeline, name) ? undefined : name
}
