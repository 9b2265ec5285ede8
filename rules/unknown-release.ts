import {releaseKey, versionOf} from '../src/model/time/release.ts'
import {findRelease, type Moment, NEXT, type Timeline} from '../src/model/time/timeline.ts'
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
    const sunsetName = sunset && findUnlistedRelease(sunset, history.timeline)
    // An unreleased version, or the first one after it, will still come.
    if (sunsetName !== undefined && !versionOf(sunsetName)) {
      yield {
        ...about,
        message: 'sunset',
        values: {name: sunsetName, subject: say.subject(subject)},
        about: 'sunset',
        remedy: 'Use a day, a version, or the name of a listed release.'
      }
    }
    const announcedName = announced?.kind === 'at' ? findUnlistedRelease(announced.moment, history.timeline) : undefined
    if (announcedName !== undefined) {
      yield {
        ...about,
        message: 'announced',
        values: {name: announcedName, subject: say.subject(subject)},
        about: 'announced',
        remedy: 'Add the release to the history, or use the day.'
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
  - {release: "2.8", changes: [{removed: GET /v1/copies, announced: "2.6"}]}
`,
      messages: [
        "The sunset `soon` of `GET /v1/loans` isn't a day, a version, or a listed release.",
        "The announcement of the removal of `GET /v1/copies` is in `2.6`, which isn't a day or a listed release."
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

/** The name of a release that the timeline doesn't list; `undefined` for a day and for a listed release. */
function findUnlistedRelease({stated}: Moment, timeline: Timeline): string | undefined {
  const name = /^release (.+)$/.exec(stated)?.[1]
  return name === undefined || releaseKey(name) === NEXT || findRelease(timeline, name) ? undefined : name
}
